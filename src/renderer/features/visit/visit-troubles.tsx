// Says at the top of a visit why it cannot be worked on, and which labels to print again, with what to do about each.
import {
  ArrowRightLeft,
  FileQuestionMark,
  OctagonAlert,
  RotateCcw,
  Trash2,
  UserRoundSearch,
  UsersRound,
} from 'lucide-react';
import type { VisitDetail, VisitTrouble } from '../../../contract/views.ts';
import { isPossibleBirth } from '../../../domain/date-of-birth.ts';
import { isLabelCodeOfDesk } from '../../../domain/desk-code.ts';
import { hasWholeName } from '../../../domain/person-name.ts';
import type { PaperFault } from '../../../domain/paper.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { answerWords, shownWords, SOURCE_WORDS, withdrawnWords } from '../../shared/visit/trouble-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { ElsewhereNotice } from './elsewhere-notice.tsx';
import { LocalFormNotice, toReplace } from './local-form-notice.tsx';
import { changedAtService, ChangedAtService } from './changed-at-service.tsx';
import { Notice } from './trouble-notice.tsx';
import css from './visit-troubles.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';

export function VisitTroubles(props: { visit: VisitDetail; today: string; timeZone: string }) {
  const { visit, today, timeZone } = props;
  const lacksName = visit.person !== null && !hasWholeName(visit.person);
  const birth = visit.person?.dateOfBirth ?? null;
  const impossibleBirth = birth !== null && !isPossibleBirth(birth, today) ? birth : null;
  const oldForms = toReplace(visit);
  const moved = visit.registrationsMovedTo;
  const movedToOwn = moved.filter(({ isForAnother }) => !isForAnother);
  const nothing =
    visit.troubles.length === 0 &&
    !changedAtService(visit) &&
    moved.length === 0 &&
    visit.labels.toReprint === 0 &&
    oldForms.length === 0;
  if (nothing && !lacksName && impossibleBirth === null && visit.unread.length === 0) return null;
  return (
    <div className={css.troubles} role="alert">
      {visit.troubles.map((trouble) => (
        <Trouble key={trouble.kind} trouble={trouble} visit={visit} />
      ))}
      <ChangedAtService visit={visit} timeZone={timeZone} />
      {movedToOwn.length > 0 && <RegistrationMoved to={movedToOwn} timeZone={timeZone} />}
      {moved.length > movedToOwn.length && <RegistrationWithAnother />}
      {visit.labels.toReprint > 0 && <LabelsToReprint visit={visit} />}
      {oldForms.map((registration) => (
        <LocalFormNotice key={registration.id} registration={registration} />
      ))}
      {lacksName && <HalfAName />}
      {visit.unread.length > 0 && <NotReadable kinds={visit.unread} />}
      {impossibleBirth !== null && <ImpossibleBirth dateOfBirth={impossibleBirth} />}
    </div>
  );
}

/** Hinders nothing here; but what was printed belongs to the registration, and is proven where that is. */
function RegistrationMoved(props: { to: VisitDetail['registrationsMovedTo']; timeZone: string }) {
  const isOne = props.to.length === 1;
  return (
    <Notice
      icon={ArrowRightLeft}
      tone="calm"
      title={
        isOne ? 'The registration has another time or place' : 'The registrations have another time or place'
      }
    >
      <p>
        {isOne
          ? 'It is on another visit now, with the labels that were printed for it: go on there.'
          : 'They are on other visits now, with the labels that were printed for them: go on there.'}
      </p>
      <ul className={css.people} aria-label="Visits that have the registration now">
        {props.to.map(({ visitId, date, startsAtMs, locationName }) => (
          <li key={visitId}>
            <a href={hrefOf(links.visitOnDay(date, visitId))}>
              <Unbroken
                text={[
                  `Visit of ${formatDate(date)}`,
                  startsAtMs !== null && shownClockAt(startsAtMs, props.timeZone).time,
                  locationName !== null && `at ${locationName}`,
                ]
                  .filter((part) => part !== false)
                  .join(', ')}
              />
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Without a way there: whoever follows it has somebody else's visit before them. */
function RegistrationWithAnother() {
  return (
    <Notice icon={UsersRound} title="A registration of this person is on somebody else’s visit">
      <p>
        The service has it at the appointment of another patient. Ask the laboratory to put it right: it comes
        back here by itself then.
      </p>
    </Notice>
  );
}

const UNREAD_WORDS: Readonly<Record<VisitDetail['unread'][number], string>> = {
  patient: 'the person',
  registration: 'the registration',
  appointment: 'the appointment',
};

/** Hinders nothing: what was told before is mostly still so, and a person can be asked. */
function NotReadable({ kinds }: { kinds: VisitDetail['unread'] }) {
  const records = kinds.map((kind) => UNREAD_WORDS[kind]).join(' and ');
  return (
    <Notice icon={FileQuestionMark} title={`What the service says of ${records} cannot be read now`}>
      <p>
        Shown is what it said before, and something about it may have changed. Have the person say name and
        date of birth, and compare them with their form. The list above the board says what cannot be read:
        tell the laboratory.
      </p>
    </Notice>
  );
}

/** Hinders nothing where one part is there: some people have a single name. */
function HalfAName() {
  return (
    <Notice icon={UserRoundSearch} title="The service does not know the whole name">
      <p>
        A first name or a last name is missing, so the name cannot be ticked as an identifier: ask for two
        others. A label shows only what is known of the name. If the person has a longer name, have the
        laboratory enter it before a label is printed.
      </p>
    </Notice>
  );
}

function ImpossibleBirth({ dateOfBirth }: { dateOfBirth: string }) {
  return (
    <Notice icon={UserRoundSearch} title="The date of birth on record cannot be right">
      <p>
        The service says <Unbroken text={formatDate(dateOfBirth)} />. It cannot be ticked as an identifier,
        and no label is printed with it: ask the person for two others, and have the laboratory correct it.
        This desk reads the correction by itself.
      </p>
    </Notice>
  );
}

function formCodeOf(visit: VisitDetail, registrationId: string): string | null {
  return visit.registrations.find(({ id }) => id === registrationId)?.trfCode ?? null;
}

/** Hinders nothing: the label names the right person. But the laboratory looks for another code than the one on it. */
function LabelsToReprint({ visit }: { visit: VisitDetail }) {
  const overtaken = visit.labelList.filter(
    ({ overtakenBy, oldFormCode }) => overtakenBy !== null || oldFormCode !== null,
  );
  return (
    <Notice
      icon={RotateCcw}
      tone="calm"
      title={overtaken.length === 1 ? 'Print this label again' : 'Print these labels again'}
    >
      <ul className={css.people} aria-label="Labels to print again">
        {overtaken.map((label) => (
          <li key={label.id}>
            {label.overtakenBy !== null && (
              <>
                <code>{label.code}</code>{' '}
                {label.code !== null && isLabelCodeOfDesk(label.code)
                  ? 'is a code of this desk: when it was printed the laboratory did not know of the registration.'
                  : 'was printed with the form’s code because the laboratory’s code could not be read.'}{' '}
                The laboratory’s code is <code>{label.overtakenBy}</code>.{' '}
              </>
            )}
            {label.oldFormCode !== null && (
              <>
                <code>{label.code}</code> shows the form’s code <code>{label.oldFormCode}</code>, and the
                laboratory has given the form another one:{' '}
                <code>{formCodeOf(visit, label.registrationId)}</code>.
              </>
            )}
          </li>
        ))}
      </ul>
      <p>Choose “Reprint” beside the label below, and stick the new one on the same tube.</p>
    </Notice>
  );
}

function Trouble({ trouble, visit }: { trouble: VisitTrouble; visit: VisitDetail }) {
  switch (trouble.kind) {
    case 'identity-withdrawn':
      return (
        <Notice icon={UserRoundSearch} title="The confirmed identity does not count any more">
          <p>
            {withdrawnWords(trouble, visit.person)}{' '}
            {trouble.confirmedFor && (
              <>
                The identity had been confirmed for <strong>{shownWords(trouble.confirmedFor)}</strong>.
              </>
            )}
          </p>
          {(trouble.fromState === 'collected' || trouble.fromState === 'left') && (
            <p>
              <strong>A sample was taken on that confirmation.</strong> Keep it aside: it must not be sent as
              it is labelled.
            </p>
          )}
        </Notice>
      );
    case 'person-in-doubt':
      return <PersonInDoubt doubt={trouble} />;
    case 'registration-untaken':
      return (
        <Notice
          icon={OctagonAlert}
          title={
            trouble.perhapsMade
              ? 'Nobody knows whether the service took the registration'
              : 'The service has not taken the registration'
          }
        >
          <p>
            {trouble.perhapsMade
              ? 'It may have the registration of '
              : 'It does not have the registration of '}
            <strong>{trouble.productNames.join(', ')}</strong>. Whose it is, is not in doubt.{' '}
            {trouble.perhapsMade
              ? 'Send it again in the outbox: that makes it only once. Do not register the person anew before, or they may be registered twice.'
              : 'The outbox says why: send it again there, or give it up and register the person anew.'}{' '}
            Until then nothing is checked in, printed or collected; keep a sample that was taken already.
          </p>
          <div>
            <a href={hrefOf(links.outbox)}>See why, and decide in the outbox</a>
          </div>
        </Notice>
      );
    case 'patient-contested':
      return (
        <Notice icon={OctagonAlert} title="It is not settled whose registration this is">
          <p>
            The service and this desk do not agree, or the service did not take what was decided here. Nothing
            is checked in, printed or collected until somebody has decided.
          </p>
          <div>
            <a href={hrefOf(links.outbox)}>Decide it in the outbox</a>
          </div>
        </Notice>
      );
    case 'appointment-of-another':
      return (
        <Notice icon={UsersRound} title="The appointment is for somebody else">
          <p>
            The registration and the appointment belong to different patients: the appointment is for{' '}
            {trouble.person ? <strong>{shownWords(trouble.person)}</strong> : 'another patient'}. Ask the
            laboratory which is right. Until then nothing is checked in, printed or collected.
          </p>
        </Notice>
      );
    case 'two-people':
      return (
        <Notice icon={UsersRound} title="Two people are on one visit">
          <ul className={css.people}>
            {trouble.people.map((person) => (
              <li key={person.patientId}>
                <strong>{shownWords(person)}</strong>
              </li>
            ))}
          </ul>
          <p>
            Ask the laboratory to take one of them off. Until then nothing is checked in, printed or
            collected.
          </p>
        </Notice>
      );
    case 'shared-code':
      return (
        <Notice icon={UsersRound} title="One code stands for two patients">
          <p>
            <code>{trouble.code}</code> belongs to another patient as well. No label with it is printed or
            proven. Ask the laboratory which of them it is for.
          </p>
        </Notice>
      );
    case 'destroy-labels':
      return <PapersToDestroy papers={trouble.papers} visitId={visit.id} />;
    case 'elsewhere':
      return <ElsewhereNotice locationName={trouble.locationName} />;
    default:
      return trouble satisfies never;
  }
}

/** Both namings, so that whoever asks the person can tell which of them is right. */
function PersonInDoubt({ doubt }: { doubt: Extract<VisitTrouble, { kind: 'person-in-doubt' }> }) {
  const { namings, other, answer } = doubt;
  return (
    <Notice
      icon={UserRoundSearch}
      title={
        namings.length > 1
          ? 'The service’s records do not agree about this person'
          : 'The service names two patients for this visit'
      }
    >
      <ul className={css.people} aria-label="What the records say">
        {namings.map((naming) => (
          <li key={`${naming.from} ${shownWords(naming)}`}>
            <strong>{shownWords(naming)}</strong>, says {SOURCE_WORDS[naming.from]}
          </li>
        ))}
        {other && (
          <li>
            <strong>{other.person ? shownWords(other.person) : 'Another patient, not known here'}</strong>,
            says the answer to the question for the patient
          </li>
        )}
      </ul>
      <p>
        {answerWords(answer)} Until this is settled no label is printed or scanned back: ask the person for
        name and date of birth, and confirm below what they state. If they state neither, ask the laboratory.
      </p>
    </Notice>
  );
}

const FAULTS: Readonly<Record<PaperFault, string>> = {
  'person-changed': 'names somebody else, or shows a name or date of birth that has changed',
  'code-changed': 'carries a code that the laboratory has changed',
  'registration-gone': 'belongs to a registration that the laboratory no longer has',
  // True also where it is taken after all by now.
  'no-sample': 'was withdrawn when its sample was said not to be taken',
};

const BEING_SENT = 'It is being printed just now. Wait until it has come out.';

function PapersToDestroy(props: {
  papers: Extract<VisitTrouble, { kind: 'destroy-labels' }>['papers'];
  visitId: string;
}) {
  const confirm = useCommand('labels.confirmDestroyed');
  const mayNot = useMayNot('labels.confirmDestroyed');
  const one = props.papers.length === 1;
  return (
    <Notice icon={Trash2} title={one ? 'Destroy this label' : `Destroy these ${props.papers.length} labels`}>
      <p>
        Look at the tubes, the printer and the bench. Until {one ? 'it is' : 'they are'} gone, no label is
        printed or scanned back, and nothing is collected.
      </p>
      <ul className={css.papers} aria-label="Labels to destroy">
        {props.papers.map((paper) => (
          <li
            key={paper.jobId}
            data-about={[paper.code, paper.madeFor && shownWords(paper.madeFor)].filter(Boolean).join(', ')}
          >
            <span>
              {paper.code !== null && <code>{paper.code}</code>}{' '}
              {paper.madeFor && <strong>{shownWords(paper.madeFor)}</strong>} {FAULTS[paper.why]}
            </span>
            <Button
              busy={confirm.busy}
              blocked={mayNot ?? (paper.isBeingSent ? BEING_SENT : null)}
              onClick={() => void confirm.run({ visitId: props.visitId, jobId: paper.jobId })}
            >
              It is destroyed, or never came out
            </Button>
          </li>
        ))}
      </ul>
      {confirm.error && <ErrorNotice error={confirm.error} />}
    </Notice>
  );
}
