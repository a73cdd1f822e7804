// The dialogs by which the service is asked for something about a registration. Each says first what will happen.
import { Mail, RotateCcw, Smartphone } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RegistrationRequests } from '../../../contract/registrations.ts';
import { isEmailAddress } from '../../../domain/email-address.ts';
import { hasHiddenCharacters } from '../../../domain/person-name.ts';
import { useCommand } from '../../host/use-command.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken } from '../../shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { perhapsDoneWords } from '../../shared/words/perhaps-done-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import type { FieldProblem } from '../../ui/field-problem.ts';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { sentBefore } from './asked-words.ts';
import type { RequestDraft } from './request-draft.ts';
import css from './registrations.module.css';
import { useReferenceDoubt } from './use-reference-doubt.ts';
import { useStanding, type Standing } from './use-standing.ts';

interface DialogProps {
  readonly requests: RegistrationRequests;
  readonly draft: RequestDraft;
}

const MOBILE = /^\+?[0-9][0-9 ().-]{5,28}$/;
const LONGEST_REFERENCE = 100;

const codeOf = ({ trfCode }: RegistrationRequests): string => trfCode ?? 'this registration';

/** What every dialog here has in common: what will happen, the fields, what is wrong with them, what changed meanwhile, and the way out. */
function Request(props: {
  title: string;
  standing: Standing;
  /** What was typed, to be read once it cannot be sent any more. */
  typed?: string;
  /** What can be chosen where what was typed and what others have saved differ. */
  choices?: ReactNode;
  consequences: readonly string[];
  problems: readonly FieldProblem[];
  attempt: number;
  busy: boolean;
  /** Why this is not for whoever is at the window; null when it is. */
  blocked: string | null;
  icon: ReactNode;
  confirmWords: string;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const cutOff = useWhyCutOff();
  const { title, onClose } = props;
  const { seen, changes, overtakenBy } = props.standing;
  if (overtakenBy !== null)
    return <Overtaken title={title} words={overtakenBy} typed={props.typed ?? ''} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={css.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!seen.isChanged) props.onSubmit();
        }}
      >
        <ErrorSummary problems={props.problems} attempt={props.attempt} />
        <ul className={css.consequences}>
          {[
            ...props.consequences,
            ...(cutOff ? [`${cutOff.why}: this waits here until ${cutOff.until}.`] : []),
          ].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {props.children}
        {seen.isChanged && (
          <ChangedMeanwhile lines={changes} onRead={seen.read}>
            {props.choices}
          </ChangedMeanwhile>
        )}
        {seen.error && <ErrorNotice error={seen.error} />}
        <div className={css.actions}>
          <Button
            type="submit"
            look="main"
            icon={props.icon}
            busy={props.busy}
            blocked={props.blocked ?? (seen.isChanged ? READ_FIRST : null)}
          >
            {props.confirmWords}
          </Button>
          <Button onClick={onClose}>Leave it as it is</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A field in which something was typed, while others saved something else for it: both, and the way to theirs. Nothing otherwise. */
function TakeTheirs(props: {
  what: string;
  typed: string | null;
  seen: string | null;
  now: string | null;
  onTake: () => void;
}) {
  const { what, typed, seen, now, onTake } = props;
  if (typed === null || now === null || seen === now || typed.trim() === now) return null;
  return (
    <div className={css.theirs}>
      <p>
        You typed <q>{typed}</q>. It stays below, and “Save the change” puts it in place of <q>{now}</q>.
      </p>
      <Button onClick={onTake}>
        Leave the {what} at {now}
      </Button>
    </div>
  );
}

export function ChangeReference({ requests, draft }: DialogProps) {
  const { entry, change, forget: onClose } = draft;
  const update = useCommand('registrations.update');
  const mayNotUpdate = useMayNot('registrations.update');
  const standing = useStanding(requests, 'update', update);
  const mobile = entry.mobile ?? requests.mobileNumber ?? '';
  const reference = entry.reference ?? requests.foreignId ?? '';
  const doubt = useReferenceDoubt(reference);
  const [attempt, setAttempt] = useState(0);
  const isNewMobile = mobile.trim() !== (requests.mobileNumber ?? '');
  const isNewReference = reference.trim() !== (requests.foreignId ?? '');
  const found: FieldProblem[] = [];
  if (isNewMobile && !MOBILE.test(mobile.trim()))
    found.push({
      fieldId: 'mobile-number',
      words: 'Enter a mobile number like 07700 900123 or +44 7700 900123',
    });
  if (isNewReference && reference.trim() === '')
    found.push({ fieldId: 'reference', words: 'A reference can be changed, but not taken away' });
  if (hasHiddenCharacters(reference))
    found.push({
      fieldId: 'reference',
      words: 'Type the reference again: it has characters that cannot be seen',
    });
  if (reference.trim().length > LONGEST_REFERENCE)
    found.push({ fieldId: 'reference', words: `Shorten the reference to ${LONGEST_REFERENCE} characters` });
  if (!isNewMobile && !isNewReference)
    found.push({ fieldId: 'mobile-number', words: 'Change the mobile number or the reference' });
  const problems = attempt > 0 ? found : [];
  const problemOf = (fieldId: string): string | undefined =>
    problems.find((problem) => problem.fieldId === fieldId)?.words;

  async function run(): Promise<void> {
    setAttempt((count) => count + 1);
    const { version, patientId } = standing.seen.value;
    if (found.length > 0 || patientId === null || update.busy) return;
    const input = {
      registrationId: requests.registrationId,
      seenVersion: version,
      seenPatientId: patientId,
      ...(isNewMobile ? { mobileNumber: mobile.trim() } : {}),
      ...(isNewReference ? { foreignId: reference.trim() } : {}),
    };
    const answer = await update.run(input, { typed: draft.typed() });
    if (!answer.ok) return;
    notify(`The change of ${codeOf(requests)} is saved`);
    standing.seen.made(answer.value);
    draft.forgetSent(entry);
  }

  return (
    <Request
      title={`Mobile number or reference of ${codeOf(requests)}`}
      consequences={[
        'Results are announced to this number by text message. The service does not tell which number it has.',
        'The registration is found by its reference; by the old one it is not found any more.',
      ]}
      problems={problems}
      attempt={attempt}
      standing={standing}
      typed={[entry.mobile, entry.reference].filter((text) => text !== null).join(', ')}
      choices={
        <>
          <TakeTheirs
            what="mobile number"
            typed={entry.mobile}
            seen={standing.seen.value.mobileNumber}
            now={requests.mobileNumber}
            onTake={() => change({ mobile: null })}
          />
          <TakeTheirs
            what="reference"
            typed={entry.reference}
            seen={standing.seen.value.foreignId}
            now={requests.foreignId}
            onTake={() => change({ reference: null })}
          />
        </>
      }
      busy={update.busy}
      blocked={mayNotUpdate}
      icon={<Smartphone />}
      confirmWords="Save the change"
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <TextField
        id="mobile-number"
        label="Mobile number for text messages"
        opensFocused
        inputMode="tel"
        problem={problemOf('mobile-number')}
        value={mobile}
        onChange={(event) => change({ mobile: event.target.value })}
      />
      <TextField
        id="reference"
        label="Reference"
        data-takes-scan="code"
        problem={problemOf('reference')}
        doubt={doubt}
        value={reference}
        onChange={(event) => change({ reference: event.target.value })}
      />
      <TooLongToKeep form={draft.form} />
    </Request>
  );
}

export function RequestEmail({ requests, draft }: DialogProps) {
  const { change, forget: onClose } = draft;
  const { email } = draft.entry;
  const timeZone = useTimeZone();
  const send = useCommand('registrations.sendCompleteEmail');
  const mayNotSend = useMayNot('registrations.sendCompleteEmail');
  const standing = useStanding(requests, 'email', send);
  const [attempt, setAttempt] = useState(0);
  const isAddress = isEmailAddress(email.trim());
  const words = 'Enter an e-mail address like name@example.com';
  const problems = attempt > 0 && !isAddress ? [{ fieldId: 'completion-email', words }] : [];

  async function run(): Promise<void> {
    setAttempt((count) => count + 1);
    if (!isAddress || send.busy) return;
    const input = {
      registrationId: requests.registrationId,
      seenVersion: standing.seen.value.version,
      email: email.trim(),
    };
    const answer = await send.run(input, { typed: draft.typed() });
    if (!answer.ok) return;
    notify(`The e-mail for ${codeOf(requests)} is saved and goes to the service`);
    draft.forgetSent(draft.entry);
  }

  return (
    <Request
      title={`Send the completion e-mail for ${codeOf(requests)}?`}
      consequences={[
        ...sentBefore(requests.changes, timeZone),
        ...perhapsDoneWords(requests.changes, 'registration.sendCompleteEmail', timeZone),
        'The service sends one e-mail to this address. Whoever gets it can complete the registration with their own name.',
        'It cannot be called back. After a lost answer it is not sent again unless a person says so.',
      ]}
      problems={problems}
      attempt={attempt}
      standing={standing}
      typed={email}
      busy={send.busy}
      blocked={mayNotSend}
      icon={<Mail />}
      confirmWords="Send the e-mail"
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <TextField
        id="completion-email"
        label="E-mail address"
        opensFocused
        inputMode="email"
        problem={problems[0]?.words}
        value={email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <TooLongToKeep form={draft.form} />
    </Request>
  );
}

export function RequestRetest({ requests, draft }: DialogProps) {
  const timeZone = useTimeZone();
  const retest = useCommand('registrations.retest');
  const mayNotAsk = useMayNot('registrations.retest');
  const standing = useStanding(requests, 'retest', retest);

  async function run(): Promise<void> {
    const answer = await retest.run({
      registrationId: requests.registrationId,
      seenVersion: standing.seen.value.version,
    });
    if (!answer.ok) return;
    notify(`The request for a retest of ${codeOf(requests)} is saved and goes to the service`);
    draft.forgetSent(draft.entry);
  }

  return (
    <Request
      title={`Ask for a retest of ${codeOf(requests)}?`}
      consequences={[
        'The service makes a new order and a new registration for the tests that failed. A new sample is needed.',
        'It refuses this where no test failed, or where the registration came from no order; then it says so in the outbox.',
        ...requests.retests.map(({ trfCode }) => `A retest exists already: ${trfCode}.`),
        ...perhapsDoneWords(requests.changes, 'registration.retest', timeZone),
        'It is asked for once. After a lost answer it is not repeated unless a person says so.',
      ]}
      problems={[]}
      attempt={0}
      standing={standing}
      busy={retest.busy}
      blocked={mayNotAsk}
      icon={<RotateCcw />}
      confirmWords="Ask for the retest"
      onSubmit={() => void run()}
      onClose={draft.forget}
    />
  );
}
