// Check-in: two identifiers, then arrived. What the person states can be typed and is compared.
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Input } from '../../../contract/index.ts';
import type { PersonView, VisitDetail, VisitTrouble } from '../../../contract/views.ts';
import { namedOf } from '../../../domain/person.ts';
import { differencesAmong } from '../../../domain/person-doubt.ts';
import { possibleBirth } from '../../../domain/date-of-birth.ts';
import { formatName, hasWholeName } from '../../../domain/person-name.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { readStatements } from '../../../domain/stated-identity.ts';
import type { StatedIdentifier } from '../../../domain/stated-identity.ts';
import { IDENTIFIERS_NEEDED, type IdentifierKind } from '../../../domain/visit.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { useDraft } from '../../shared/drafts/use-draft.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox, Segments } from '../../ui/checks.tsx';
import { shownWords } from '../../shared/visit/trouble-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import { forgetScannedForm, useScannedForm } from './scanned-form.ts';
import { NO_TICKS, tickedOf, withTick } from './identifier-ticks.ts';
import type { Offered, Ticks } from './identifier-ticks.ts';
import { useMoveVisit } from './use-move-visit.ts';
import css from './visit.module.css';

/** Always the same list in the same order, whatever is known so far: a tile must not move while somebody aims at it. */
function offeredIdentifiers(visit: VisitDetail, person: PersonView): Offered[] {
  return [
    { kind: 'name', label: 'Name', value: hasWholeName(person) ? formatName(person) : null },
    {
      kind: 'date-of-birth',
      label: 'Date of birth',
      value: person.dateOfBirth === null ? null : formatDate(person.dateOfBirth),
    },
    { kind: 'email', label: 'E-mail', value: person.email },
    { kind: 'phone', label: 'Phone', value: person.phoneNumber },
    // A person who was booked at this desk was sent no form.
    ...(visit.origin !== 'appointment'
      ? []
      : [
          {
            kind: 'trf-code' as const,
            label: 'Code on the form',
            value: visit.formCodes.length === 0 ? null : visit.formCodes.join(', '),
          },
        ]),
    { kind: 'photo-id', label: 'Photo ID', value: 'name and picture agree' },
  ];
}

/** What the person states is asked anew; why one identifier is enough is kept, for this person. */
const NOT_RELAXED = { relaxing: false, reason: '' };

type Doubt = Extract<VisitTrouble, { kind: 'person-in-doubt' }>;

/** The identifiers in which the namings of a person differ: these have to be asked for. */
function differingIdentifiers(namings: Doubt['namings']): IdentifierKind[] {
  const differences = differencesAmong(namings);
  return [
    ...(differences.has('first-name') || differences.has('last-name') ? (['name'] as const) : []),
    ...(differences.has('date-of-birth') ? (['date-of-birth'] as const) : []),
  ];
}

export function CheckInPanel(props: { visit: VisitDetail; person: PersonView; today: string }) {
  const { visit } = props;
  const doubt = visit.troubles.find((trouble) => trouble.kind === 'person-in-doubt') ?? null;
  const [chosen, setChosen] = useState<number | null>(null);
  const naming = chosen === null ? null : (doubt?.namings[chosen] ?? null);
  const named = naming ? { ...props.person, ...namedOf(naming) } : props.person;
  // A date that cannot be right identifies nobody: it is as if none were known.
  const person = { ...named, dateOfBirth: possibleBirth(named.dateOfBirth, props.today) };
  const undecided = doubt !== null && naming === null;
  const toAskFor = doubt ? differingIdentifiers(doubt.namings) : [];
  const checkIn = useCommand('visits.checkIn');
  const move = useMoveVisit(visit);
  const [ticks, setTicks] = useState<Ticks>(NO_TICKS);
  const [stated, setStated] = useState('');
  const [isReasonAskedFor, setReasonAskedFor] = useState(false);
  const relaxation = useDraft(`check-in:${visit.id}:${props.person.id}`, NOT_RELAXED);
  const { relaxing, reason } = relaxation.entry;
  const scannedCode = useScannedForm(({ scanned }) => (scanned?.visitId === visit.id ? scanned.code : null));
  useEffect(() => () => forgetScannedForm(visit.id), [visit.id]);
  const asksAgain = visit.deskState === 'arrived';

  const record = { ...person, formCodes: visit.formCodes };
  // Before it is said which naming is meant, there is nothing to compare with.
  const statements = undecided ? [] : readStatements(stated, record);
  const statedAs = new Map<IdentifierKind, string>(
    statements.flatMap(({ kind, text, agreement }) => (agreement === 'agrees' ? [[kind, text]] : [])),
  );
  if (scannedCode !== null) statedAs.set('trf-code', scannedCode);
  const offers = offeredIdentifiers(visit, person);
  const ticked = tickedOf(ticks, offers);
  const confirmed = new Set([...ticked, ...statedAs.keys()]);
  const missing = IDENTIFIERS_NEEDED - confirmed.size;
  const relaxed = relaxing && confirmed.size >= 1 && reasonProblem(reason) === null;
  const differs = statements.some(({ agreement }) => agreement === 'differs');
  const lacking = toAskFor.some((kind) => !confirmed.has(kind));
  const ready = !visit.patientMissing && !undecided && !differs && !lacking && (missing <= 0 || relaxed);
  // The form was scanned, so one identifier is there; or somebody walked in, who was sent no form and has just said who
  // they are. What is left is to ask for the two that everybody has.
  const asksBoth =
    (scannedCode !== null || (visit.origin === 'walk-in' && confirmed.size === 0)) &&
    missing > 0 &&
    !relaxing &&
    !differs &&
    !visit.patientMissing &&
    !undecided &&
    hasWholeName(person) &&
    person.dateOfBirth !== null;
  const whyNot = whyNotReady();

  function whyNotReady(): string {
    if (visit.patientMissing) return 'Assign the patient first.';
    if (undecided) return 'Choose first what the person states.';
    if (differs) return 'Something the person stated differs from the record.';
    const problem = relaxing && confirmed.size >= 1 ? reasonProblem(reason) : null;
    if (problem !== null) return problem;
    if (missing === 1) return 'One more identifier has to agree.';
    if (missing > 1) return 'Two identifiers have to agree first.';
    return 'What the records differ in has to be asked for.';
  }

  /** `agreed`: identifiers that the same press confirms. */
  async function run(agreed: readonly IdentifierKind[] = []): Promise<void> {
    const kinds = new Set([...confirmed, ...agreed]);
    const enough = kinds.size >= IDENTIFIERS_NEEDED;
    const identifiers: Input<'visits.checkIn'>['identifiers'] = [...kinds].map((kind) => ({
      kind,
      stated: statedAs.get(kind) ?? null,
    }));
    const isStillTheirs = whoeverIsHere();
    const input: Input<'visits.checkIn'> = {
      visitId: visit.id,
      seenVersion: visit.version,
      identifiers,
      shownPerson: { patientId: props.person.id, ...namedOf(props.person) },
      confirmedAs: naming && namedOf(naming),
      relaxedReason: enough ? null : reason.trim(),
    };
    const answer = await checkIn.run(input, { typed: relaxation.typed() });
    if (!answer.ok) {
      // Of somebody else by then this panel is drawn anew, and the notice in it goes with the ticks.
      if (answer.error.kind === 'conflict')
        notify(
          `${formatName(person)}: this press confirmed nobody, as the visit has changed meanwhile. Look who it is, and how it stands.`,
        );
      return;
    }
    relaxation.forget();
    const checkedIn = answer.value;
    if (asksAgain) notify(`The identity of ${formatName(person)} is confirmed again`);
    else {
      const undo = (): void => move.takeBack(checkedIn, 'expected');
      notify(`${formatName(person)} is checked in`, isStillTheirs() ? undo : null, visit.id);
    }
  }
  const doWords = asksAgain ? 'Confirm identity' : 'Check in';
  const checkInNow = (): void => {
    if (ready) void run();
  };
  const bothAgree = (): void => {
    if (asksBoth) void run(['name', 'date-of-birth']);
  };
  const bothWords = `Name and date of birth agree: ${doWords.toLowerCase()}`;
  useAction({
    id: 'check-in',
    words: doWords,
    key: 'C',
    enabled: !asksBoth,
    blocked: ready ? null : whyNot,
    run: checkInNow,
  });
  useAction({ id: 'both-agree', words: bothWords, key: 'A', enabled: asksBoth, run: bothAgree });

  const onlyOne = missing > 0 && confirmed.size >= 1 && !relaxing && (
    <Button
      look="quiet"
      onClick={() => {
        setReasonAskedFor(true);
        relaxation.change({ relaxing: true });
      }}
    >
      Only one identifier available
    </Button>
  );

  return (
    <Panel
      title={asksAgain ? 'Confirm identity again' : 'Confirm identity'}
      tone="main"
      aside={<Progress confirmed={confirmed.size} />}
    >
      <form
        className={css.form}
        data-draft={ticked.size > 0 || stated !== '' || reason !== ''}
        onSubmit={(event) => {
          event.preventDefault();
          checkInNow();
        }}
      >
        {doubt && (
          <Segments
            legend="Ask for name and date of birth. Which does the person state?"
            legendShown
            name="naming"
            value={chosen === null ? '' : String(chosen)}
            choices={doubt.namings.map((one, index) => ({ value: String(index), words: shownWords(one) }))}
            onChange={(value) => {
              setChosen(Number(value));
              // What was ticked was compared with the other one.
              setTicks(NO_TICKS);
            }}
          />
        )}
        {asksBoth && (
          <>
            <p role="status">
              {scannedCode !== null && 'The form was scanned. '}Ask for name and date of birth, and compare
              them with what stands here.
            </p>
            <div className={css.actions}>
              <Button
                look="main"
                size="large"
                className={css.wraps}
                icon={<BadgeCheck />}
                hint="A"
                busy={checkIn.busy}
                onClick={bothAgree}
              >
                {bothWords}
              </Button>
            </div>
          </>
        )}
        <div className={css.checks} role="group" aria-label="Identifiers that agree">
          {offers.map((offered) => (
            <CheckBox
              key={offered.kind}
              label={offered.label}
              value={
                undecided && toAskFor.includes(offered.kind)
                  ? 'choose above first'
                  : (offered.value ?? 'not known here')
              }
              disabled={offered.value === null || undecided}
              checked={confirmed.has(offered.kind)}
              onChange={(on) => {
                setTicks(withTick(ticks, offered, on));
                // The tick of a scanned form can be taken back like any other.
                if (!on && offered.kind === 'trf-code') forgetScannedForm(visit.id);
              }}
            />
          ))}
        </div>
        <TextField
          label="What the person states"
          optional
          hint="Name, date of birth, phone, e-mail or the code on the form, several at once; compared as you type"
          value={stated}
          onChange={(event) => setStated(event.target.value)}
        />
        <Statements statements={statements} person={person} />
        {relaxing && (
          <>
            <TextField
              label="Why one identifier is enough today"
              hint="Recorded with the visit"
              opensFocused={isReasonAskedFor}
              // Brought back with what was typed, it was not asked for.
              onFocus={() => setReasonAskedFor(false)}
              readOnly={checkIn.busy}
              value={reason}
              onChange={(event) => relaxation.change({ reason: event.target.value })}
            />
            <div>
              <Button size="small" look="quiet" onClick={relaxation.forget}>
                Ask for two identifiers after all
              </Button>
            </div>
            <TooLongToKeep form={relaxation.form} />
          </>
        )}
        {checkIn.error && <ErrorNotice error={checkIn.error} />}
        {asksBoth ? (
          <div>{onlyOne}</div>
        ) : (
          <div className={css.actions}>
            <Button
              type="submit"
              look="main"
              size="large"
              icon={<BadgeCheck />}
              hint="C"
              busy={checkIn.busy}
              blocked={ready ? null : whyNot}
            >
              {doWords}
            </Button>
            {onlyOne}
          </div>
        )}
      </form>
    </Panel>
  );
}

const STATED_WORDS: Readonly<Record<StatedIdentifier['kind'], string>> = {
  name: 'name',
  'date-of-birth': 'date of birth',
  email: 'e-mail',
  phone: 'phone',
  'trf-code': 'code on the form',
};

function onRecord(kind: StatedIdentifier['kind'], person: PersonView): string {
  switch (kind) {
    case 'name':
      return `: ${formatName(person)}`;
    case 'date-of-birth':
      return person.dateOfBirth === null ? '' : `: ${formatDate(person.dateOfBirth)}`;
    case 'email':
    case 'phone':
    case 'trf-code':
      return '';
  }
}

/** Whether each identifier that was typed agrees with the record. */
function Statements(props: { statements: readonly StatedIdentifier[]; person: PersonView }) {
  const said = props.statements.map(({ kind, agreement }) => `${kind} ${agreement}`).join();
  const last = useRef<HTMLDivElement>(null);
  // What differs must be seen: the line of actions may lie over it.
  useEffect(() => {
    if (said !== '') last.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  const words = props.statements.map(({ kind, agreement }) => {
    switch (agreement) {
      case 'agrees':
        return (
          <p key={kind} className={css.agrees} role="status">
            <BadgeCheck aria-hidden="true" size={20} />
            Agrees with the {STATED_WORDS[kind]} on record
          </p>
        );
      case 'differs':
        return (
          <p key={kind} className={css.differs} role="alert">
            <TriangleAlert aria-hidden="true" size={20} />
            Differs from the {STATED_WORDS[kind]} on record{onRecord(kind, props.person)}
          </p>
        );
      case 'not-on-record':
        return (
          <p key={kind} className={css.advice} role="status">
            No {STATED_WORDS[kind]} is on record, so it cannot be compared
          </p>
        );
      case 'incomplete':
        return (
          <p key={kind} className={css.advice} role="status">
            The {STATED_WORDS[kind]} is not complete yet
          </p>
        );
      case 'empty':
        return null;
      default:
        return agreement satisfies never;
    }
  });
  return (
    <div ref={last} className={css.statements}>
      {words}
    </div>
  );
}

function Progress({ confirmed }: { confirmed: number }) {
  return (
    <span className={css.progress} role="status">
      {Math.min(confirmed, IDENTIFIERS_NEEDED)} of {IDENTIFIERS_NEEDED} identifiers
    </span>
  );
}
