// Check-in: two identifiers, then arrived. What the person states can be typed and is compared.
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Input } from '../../../contract/index.ts';
import type { VisitDetail } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { IDENTIFIERS_NEEDED, type IdentifierKind } from '../../../domain/visit.ts';
import { useCommand } from '../../host/use-command.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/checks.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import { readStated } from './stated-identity.ts';
import { useMoveVisit } from './use-move-visit.ts';
import css from './visit.module.css';

interface Offered {
  readonly kind: IdentifierKind;
  readonly label: string;
  readonly value: string;
}

function offeredIdentifiers(visit: VisitDetail): Offered[] {
  const person = visit.person;
  if (!person) return [];
  const trfCode = visit.trfCodes[0];
  return [
    { kind: 'name', label: 'Name', value: formatName(person) },
    {
      kind: 'date-of-birth',
      label: 'Date of birth',
      value: person.dateOfBirth === null ? 'not known' : formatDate(person.dateOfBirth),
    },
    ...(person.email === null ? [] : [{ kind: 'email' as const, label: 'E-mail', value: person.email }]),
    ...(person.phoneNumber === null
      ? []
      : [{ kind: 'phone' as const, label: 'Phone', value: person.phoneNumber }]),
    ...(trfCode === undefined
      ? []
      : [{ kind: 'trf-code' as const, label: 'Code on the form', value: trfCode }]),
    { kind: 'photo-id', label: 'Photo identity', value: 'name and picture agree' },
  ];
}

export function CheckInPanel({ visit, today }: { visit: VisitDetail; today: string }) {
  const checkIn = useCommand('visits.checkIn');
  const move = useMoveVisit();
  const [ticked, setTicked] = useState<ReadonlySet<IdentifierKind>>(new Set());
  const [stated, setStated] = useState('');
  const [relaxing, setRelaxing] = useState(false);
  const [reason, setReason] = useState('');
  const person = visit.person;

  const reading = person ? readStated(stated, person, today) : { kind: 'empty' as const };
  const confirmed = new Set(ticked);
  if (reading.kind === 'agrees') confirmed.add(reading.identifier);
  const missing = IDENTIFIERS_NEEDED - confirmed.size;
  const relaxed = relaxing && confirmed.size >= 1 && reason.trim().length >= 3;
  const differs = reading.kind === 'differs';
  const ready = person !== null && !visit.patientMissing && !differs && (missing <= 0 || relaxed);

  async function run(): Promise<void> {
    if (!ready) return;
    const identifiers: Input<'visits.checkIn'>['identifiers'] = [...confirmed].map((kind) => ({
      kind,
      stated: reading.kind === 'agrees' && reading.identifier === kind ? stated.trim() : null,
    }));
    const answer = await checkIn.run({
      visitId: visit.id,
      seenVersion: visit.version,
      identifiers,
      relaxedReason: missing > 0 ? reason.trim() : null,
    });
    if (!answer.ok) return;
    const seenVersion = answer.value.version;
    notify(`${formatName(person)} is checked in`, () =>
      move.run({ visitId: visit.id, seenVersion, to: 'expected' }, 'Check-in undone'),
    );
  }
  useAction({ id: 'check-in', words: 'Check in', key: 'C', enabled: ready, run: () => void run() });

  return (
    <Panel title="Who is this?" tone="main" aside={<Progress confirmed={confirmed.size} />}>
      <form
        className={css.form}
        data-draft={ticked.size > 0 || stated !== ''}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className={css.checks} role="group" aria-label="Identifiers that agree">
          {offeredIdentifiers(visit).map((offered) => (
            <CheckBox
              key={offered.kind}
              label={offered.label}
              value={offered.value}
              checked={confirmed.has(offered.kind)}
              onChange={(on) => {
                const next = new Set(ticked);
                if (on) next.add(offered.kind);
                else next.delete(offered.kind);
                setTicked(next);
              }}
            />
          ))}
        </div>
        <TextField
          label="What the person states"
          optional
          hint="A name or a date of birth, compared with the record as you type"
          value={stated}
          onChange={(event) => setStated(event.target.value)}
        />
        {reading.kind === 'agrees' && (
          <p className={css.agrees} role="status">
            <BadgeCheck aria-hidden="true" size={20} />
            Agrees with the {reading.identifier === 'name' ? 'name' : 'date of birth'} on record
          </p>
        )}
        {reading.kind === 'differs' && (
          <p className={css.differs} role="alert">
            <TriangleAlert aria-hidden="true" size={20} />
            {reading.identifier === 'name'
              ? `Differs from the name on record: ${person ? formatName(person) : ''}`
              : `Differs from the date of birth on record: ${person?.dateOfBirth ? formatDate(person.dateOfBirth) : 'not known'}`}
          </p>
        )}
        {relaxing && (
          <TextField
            label="Why one identifier is enough today"
            hint="Recorded with the visit"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {checkIn.error && <ErrorNotice error={checkIn.error} />}
        <div className={css.actions}>
          <Button
            type="submit"
            look="main"
            size="large"
            icon={<BadgeCheck />}
            hint="C"
            busy={checkIn.busy}
            disabled={!ready}
          >
            Check in
          </Button>
          {missing > 0 && confirmed.size >= 1 && !relaxing && (
            <Button look="quiet" onClick={() => setRelaxing(true)}>
              Only one identifier can be had
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

function Progress({ confirmed }: { confirmed: number }) {
  return (
    <span className={css.progress} role="status">
      {Math.min(confirmed, IDENTIFIERS_NEEDED)} of {IDENTIFIERS_NEEDED} identifiers
    </span>
  );
}
