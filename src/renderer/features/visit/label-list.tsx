// The labels of a visit: code, how each stands, and printing one again with a reason.
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Printer,
  RotateCcw,
  ScanBarcode,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { LabelView, RegistrationView, VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { NOT_TAKEN_WORDS } from '../../shared/visit/sample-words.ts';
import { FormCodeReason } from './form-code-dialog.tsx';
import css from './label-list.module.css';
import { NotTakenDialog } from './not-taken-dialog.tsx';

const LABEL_STATES: Readonly<Record<LabelView['state'], { words: string; icon: LucideIcon }>> = {
  'not-printed': { words: 'Not printed', icon: CircleDashed },
  queued: { words: 'On its way to the printer', icon: Printer },
  unacknowledged: { words: 'Look whether it came out, then scan it back', icon: ScanBarcode },
  printed: { words: 'Scan it back', icon: ScanBarcode },
  problem: { words: 'Printing needs attention', icon: TriangleAlert },
  'may-exist': { words: 'Cancelled, but a label may have come out', icon: TriangleAlert },
  'must-be-destroyed': { words: 'Destroy the label that was printed', icon: TriangleAlert },
  verified: { words: 'Scanned back', icon: CircleCheck },
  'not-taken': { words: 'No sample taken', icon: CircleSlash },
};

const REPRINTABLE: ReadonlySet<LabelView['state']> = new Set([
  'unacknowledged',
  'printed',
  'verified',
  'problem',
  'may-exist',
]);

export function LabelList({ visit }: { visit: VisitDetail }) {
  const [again, setAgain] = useState<LabelView | null>(null);
  const [notTaken, setNotTaken] = useState<LabelView | null>(null);
  const take = useCommand('visits.sampleToTake');
  const isHere = visit.deskState === 'arrived' || visit.deskState === 'collecting';
  return (
    <>
      <ul className={css.labels} aria-label="Labels">
        {visit.labelList.map((label) => {
          const state = LABEL_STATES[label.state];
          const registration = visit.registrations.find(({ id }) => id === label.registrationId);
          return (
            <li key={label.id} className={classNames(css.label, css[label.state])}>
              <state.icon aria-hidden="true" size={24} />
              <span className={css.texts}>
                {label.code === null ? (
                  <span className={css.none}>No code yet: the service has not given one</span>
                ) : (
                  <code className={css.code}>{label.code}</code>
                )}
                <span>
                  <strong>{label.provenBy === 'typed' ? 'Code typed, not scanned' : state.words}</strong>
                  {registration && ` · ${registration.productNames.join(', ')}`}
                  {codeWords(label, registration)}
                  {label.notTaken && ` · ${notTakenWords(label.notTaken)}`}
                </span>
              </span>
              {label.state === 'problem' && <a href={hrefOf(links.printing)}>See the print queue</a>}
              {label.notTaken && isHere && (
                <Button
                  size="small"
                  look="quiet"
                  busy={take.busy}
                  onClick={() =>
                    void take.run({ visitId: visit.id, seenVersion: visit.version, labelId: label.id })
                  }
                >
                  Take it after all
                </Button>
              )}
              {label.notTaken === null && visit.deskState === 'collecting' && (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`No sample for ${label.code ?? `label ${label.ordinal}`}`}
                  onClick={() => setNotTaken(label)}
                >
                  No sample
                </Button>
              )}
              {REPRINTABLE.has(label.state) && (
                <Button
                  size="small"
                  look="quiet"
                  icon={<RotateCcw />}
                  aria-label={`Reprint ${label.code ?? `label ${label.ordinal}`}`}
                  onClick={() => setAgain(label)}
                >
                  Reprint
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {take.error && <ErrorNotice error={take.error} />}
      {notTaken && (
        <NotTakenDialog
          visit={visit}
          labelIds={[notTaken.id]}
          andLeft={false}
          onClose={() => setNotTaken(null)}
        />
      )}
      {again && <ReprintDialog visit={visit} label={again} onClose={() => setAgain(null)} />}
    </>
  );
}

/** What a label with the form's code says about that; empty for one with the laboratory's. */
function codeWords(label: LabelView, registration: RegistrationView | undefined): string {
  if (label.overtakenBy !== null)
    return ` · printed with the form’s code; the laboratory’s is ${label.overtakenBy}`;
  if (label.oldFormCode !== null)
    return ` · shows the form’s old code ${label.oldFormCode}; it is ${registration?.trfCode ?? 'another one'} now`;
  if (label.codeStandsIn) {
    if (label.code === null) return ' · the laboratory is being asked for its code';
    return REPRINTABLE.has(label.state)
      ? ' · printed with the form’s code because the laboratory’s code could not be read'
      : ' · the form’s code: the laboratory’s code could not be read yet';
  }
  return registration?.labelCode?.source === 'trf-code'
    ? ' · the form’s code: the laboratory has given none'
    : '';
}

function notTakenWords({ reason, note }: NonNullable<LabelView['notTaken']>): string {
  const words = NOT_TAKEN_WORDS[reason];
  return note === null ? words : `${words}: ${note}`;
}

/** What the desk itself asks for needs no words of the person. */
function reasonAtHand({ overtakenBy, oldFormCode }: LabelView): string {
  if (overtakenBy !== null) return 'The laboratory’s code came later';
  return oldFormCode === null ? '' : 'The form’s code has changed';
}

const REASONS = ['Label damaged', 'Label did not come out', 'Bar code cannot be read', 'Label lost'];

function ReprintDialog({
  visit,
  label,
  onClose,
}: {
  visit: VisitDetail;
  label: LabelView;
  onClose: () => void;
}) {
  const print = useCommand('labels.print');
  const { overtakenBy, codeStandsIn } = label;
  const [reason, setReason] = useState(reasonAtHand(label));
  const [formCodeReason, setFormCodeReason] = useState('');
  const problem = reasonProblem(reason) ?? (codeStandsIn ? reasonProblem(formCodeReason) : null);
  async function run(): Promise<void> {
    const answer = await print.run({
      visitId: visit.id,
      labelId: label.id,
      reprintReason: reason.trim(),
      formCodeReason: codeStandsIn ? formCodeReason.trim() : null,
    });
    if (!answer.ok) return;
    onClose();
    notify('Label on its way to the printer');
  }
  return (
    <Dialog title={`Reprint the label ${label.code ?? ''}`} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) void run();
        }}
      >
        {overtakenBy === null ? (
          <p>Destroy the first label if there is one: two labels with one code end up on two tubes.</p>
        ) : (
          <p>
            The new label carries the laboratory’s code, <code>{overtakenBy}</code>. Stick it on the same tube
            in place of the first one, and destroy that.
          </p>
        )}
        <div className={css.reasons}>
          {REASONS.map((words) => (
            <Button key={words} size="small" aria-pressed={reason === words} onClick={() => setReason(words)}>
              {words}
            </Button>
          ))}
        </div>
        <TextField
          label="Reason for the reprint"
          hint="Recorded with the visit"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {codeStandsIn && <FormCodeReason reason={formCodeReason} onChange={setFormCodeReason} />}
        {print.error && <ErrorNotice error={print.error} />}
        <div>
          <Button type="submit" look="main" blocked={problem} busy={print.busy}>
            Reprint this label
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
