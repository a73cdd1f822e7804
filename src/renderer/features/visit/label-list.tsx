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
import type { LabelView, RegistrationView, VisitDetail } from '../../../contract/views.ts';
import { isLabelCodeOfDesk } from '../../../domain/desk-code.ts';
import { useCommand } from '../../host/use-command.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { NOT_TAKEN_WORDS } from '../../shared/visit/sample-words.ts';
import css from './label-list.module.css';
import { isReprintable, mayLackSample } from './label-rules.ts';
import { useVisitDraft } from './visit-draft.ts';

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

/** `comesNext`: what is to be done next is in the list. */
export function LabelList({ visit, comesNext }: { visit: VisitDetail; comesNext: boolean }) {
  const { change } = useVisitDraft(visit.id);
  const take = useCommand('visits.sampleToTake');
  const mayNotTake = useMayNot('visits.sampleToTake');
  const mayNotLack = useMayNot('visits.sampleNotTaken');
  const mayNotPrint = useMayNot('labels.print');
  const isHere = visit.deskState === 'arrived' || visit.deskState === 'collecting';
  return (
    <>
      <ul className={css.labels} aria-label="Labels" data-comes-next={comesNext || undefined}>
        {visit.labelList.map((label) => {
          const state = LABEL_STATES[label.state];
          const registration = visit.registrations.find(({ id }) => id === label.registrationId);
          return (
            <li key={label.id} className={classNames(css.label, css[label.state])}>
              <state.icon aria-hidden="true" size={24} />
              <span className={css.texts}>
                {label.code === null ? (
                  <span className={css.none}>
                    {registration?.gone === true
                      ? 'No code: the service made this registration and does not show it now'
                      : registration?.unread === true
                        ? 'No code yet: the registration has not been read here yet'
                        : 'No code yet: the service has not given one'}
                  </span>
                ) : (
                  <code className={css.code}>{label.code}</code>
                )}
                <span>
                  <strong>{label.provenBy === 'typed' ? 'Code typed, not scanned' : state.words}</strong>
                  {registration && ` · ${registration.productNames.join(', ')}`}
                  {codeWords(label, registration)}
                  {label.cancelledMayExist &&
                    ' · another copy was cancelled while nobody knew whether it came out: if it did, destroy it'}
                  {label.notTaken && ` · ${notTakenWords(label.notTaken)}`}
                </span>
              </span>
              <span className={css.actions}>
                {label.state === 'problem' && <a href={hrefOf(links.printing)}>See the print queue</a>}
                {label.notTaken && isHere && (
                  <Button
                    size="small"
                    look="quiet"
                    busy={take.busy}
                    blocked={mayNotTake}
                    onClick={() =>
                      void take.run({ visitId: visit.id, seenVersion: visit.version, labelId: label.id })
                    }
                  >
                    Take it after all
                  </Button>
                )}
                {mayLackSample(visit, label) && (
                  <Button
                    size="small"
                    look="quiet"
                    blocked={mayNotLack}
                    aria-label={`No sample for ${label.code ?? `label ${label.ordinal}`}`}
                    onClick={() => change({ open: 'not-taken', labelId: label.id })}
                  >
                    No sample
                  </Button>
                )}
                {isReprintable(label) && (
                  <Button
                    size="small"
                    look="quiet"
                    icon={<RotateCcw />}
                    blocked={mayNotPrint}
                    aria-label={`Reprint ${label.code ?? `label ${label.ordinal}`}`}
                    onClick={() => change({ open: 'reprint', labelId: label.id })}
                  >
                    Reprint
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {take.error && <ErrorNotice error={take.error} />}
    </>
  );
}

/** What a label with the form's code says about that; empty for one with the laboratory's. */
function codeWords(label: LabelView, registration: RegistrationView | undefined): string {
  const isOfDesk = label.code !== null && isLabelCodeOfDesk(label.code);
  if (label.overtakenBy !== null)
    return ` · printed with ${isOfDesk ? 'a code of this desk' : 'the form’s code'}; the laboratory’s is ${label.overtakenBy}`;
  if (isOfDesk) {
    // Once the laboratory has finished, nobody is asked for another label.
    const source = registration?.labelCode?.source;
    if (source === 'service' || source === 'label-document')
      return isReprintable(label) ? ' · printed with a code of this desk' : ' · a code of this desk';
    return isReprintable(label)
      ? ' · printed with a code of this desk until the laboratory’s is known'
      : ' · a code of this desk: the laboratory’s is not known yet';
  }
  if (label.oldFormCode !== null)
    return ` · shows the form’s old code ${label.oldFormCode}; it is ${registration?.trfCode ?? 'another one'} now`;
  if (label.codeStandsIn) {
    if (label.code === null) return ' · the laboratory is being asked for its code';
    return isReprintable(label)
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
