// Where the service sends its events, read from it and changed at it. Offline it is neither known nor changed.
import { CloudOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Input, Output } from '../../../contract/index.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { hostOfAddress, webAddressProblem, type WebAddressProblem } from '../../../domain/web-address.ts';
import { useCommand } from '../../host/use-command.ts';
import { useSeen, type Sending } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { NOT_THE_SERVICE } from '../../shared/connection/connection-words.ts';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import type { FieldProblem } from '../../ui/field-problem.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { secretProblem } from './secret-problem.ts';
import { useServiceDrafts } from './service-drafts.ts';
import css from './service.module.css';

type Webhook = Output<'service.webhook'>;

const PROBLEM_WORDS: Readonly<Record<WebAddressProblem, string>> = {
  'not-an-address': 'Enter a whole web address, such as https://events.example.org/lab',
  'not-safe': 'Enter an address that begins with https:// (http:// is for this very computer only)',
  'host-too-long': 'Enter a shorter host: no computer can have a name as long as this one',
  'has-credentials': 'Enter the address without a user name and password',
};

const NOT_KNOWN_NOW = 'The service has not said how it is now. What you typed stays here until it answers.';

/** A further desk asks the service through its site desk, and a window through its Drawdesk: who did not answer is not the same. */
function whoIsAway(error: AppError | null): string {
  const reason = error?.kind === 'offline' ? error.reason : null;
  if (reason === 'site-desk') return 'The site desk';
  return reason === 'engine' ? 'Drawdesk itself' : 'The service';
}

export function WebhookPanel() {
  const webhook = useQuery('service.webhook', {});
  const cutOff = useCutOff();
  const timeZone = useTimeZone();
  const known = webhook.error === null && !cutOff ? webhook.value : null;
  const isAway = cutOff || webhook.error?.kind === 'offline' || webhook.error?.kind === 'timeout';
  // What is being changed stays while nobody can say how it is now: a secret that was typed is kept nowhere else.
  const [last, setLast] = useState(known);
  if (known !== null && known !== last) setLast(known);
  return (
    <Panel title="Events (webhook)" aside={known && <AsOf asOfMs={known.readAtMs} timeZone={timeZone} />}>
      {isAway && (
        <p className={css.unknown} role="status">
          <CloudOff aria-hidden="true" size={20} />
          <span>
            {whoIsAway(webhook.error)} does not answer. Where the service sends events can neither be known
            nor changed now; nothing of it is kept at this desk.
          </span>
        </p>
      )}
      {!isAway && webhook.error && (
        <ErrorNotice
          error={webhook.error}
          words={webhook.error.kind === 'not-found' ? NOT_THE_SERVICE : undefined}
        >
          <Button onClick={webhook.refresh}>Ask again</Button>
        </ErrorNotice>
      )}
      {!isAway && !webhook.error && webhook.value === null && (
        <SkeletonRows count={3} label="The webhook is being read" />
      )}
      {known && <Configuration webhook={known} />}
      {last && <ChangeWebhook webhook={last} unknown={known === null ? NOT_KNOWN_NOW : null} />}
    </Panel>
  );
}

function Configuration({ webhook }: { webhook: Webhook }) {
  return (
    <dl className={css.facts}>
      <div>
        <dt>Events go to</dt>
        <dd>{webhook.url ?? 'Nowhere: turned off'}</dd>
      </div>
      <div>
        <dt>Secret</dt>
        <dd>
          {webhook.secretSet
            ? `Set; sent with each event in the header ${webhook.secretHeader}`
            : 'None is set'}
        </dd>
      </div>
      {webhook.events.length > 0 && (
        <div>
          <dt>Events</dt>
          <dd>{webhook.events.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** `webhook`: as it was last read; `unknown`: why nobody can say whether it still is so, which blocks every change. */
function ChangeWebhook({ webhook, unknown }: { webhook: Webhook; unknown: string | null }) {
  const change = useCommand('service.setWebhook', { repeatable: true });
  const {
    entry: { url: typed },
    change: put,
  } = useServiceDrafts();
  const mayNot = useMayNot('service.setWebhook') ?? unknown;
  const [secret, setSecret] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [asking, setAsking] = useState<'off' | 'secret' | 'address' | null>(null);

  /** As it stands now, also for an answer to what was sent before. */
  const typedNow = useLatest(typed);

  // What the service has is never put into the field: a part of it may be masked.
  const url = (typed ?? '').trim();
  const newUrl = url === '' ? null : url;
  const problems: FieldProblem[] = [];
  const wrong = newUrl === null ? null : webAddressProblem(newUrl);
  if (wrong !== null) problems.push({ fieldId: 'webhook-url', words: PROBLEM_WORDS[wrong] });
  const wrongSecret = secretProblem(secret);
  if (wrongSecret !== null) problems.push({ fieldId: 'webhook-secret', words: wrongSecret });
  const shown = attempt > 0 ? problems : [];
  const problemOf = (fieldId: string): string | undefined =>
    shown.find((problem) => problem.fieldId === fieldId)?.words;

  async function send(input: Input<'service.setWebhook'>, said: string): Promise<void> {
    const answer = await change.run(input);
    // The service may take its time: another question is open by then, or something else is typed.
    setAsking((now) => (now === asking ? null : now));
    if (!answer.ok) return;
    if (input.url !== undefined && typedNow.current === typed) put({ url: null });
    if (input.secret !== undefined) setSecret((now) => (now === secret ? '' : now));
    setAttempt(0);
    notify(said);
  }

  function save(): void {
    setAttempt((count) => count + 1);
    if (problems.length > 0) return;
    if (newUrl !== null) setAsking('address');
    else saveNow(webhook.host);
  }

  /** `seenHost`: where events went as the person has read it. */
  function saveNow(seenHost: string | null): void {
    const input = {
      ...(newUrl === null ? {} : { url: newUrl, seenHost }),
      ...(secret === '' ? {} : { secret }),
    };
    void send(input, 'Saved at the service');
  }

  const nothingNew = newUrl === null && secret === '';
  return (
    <form
      className={css.form}
      data-draft={!nothingNew}
      onSubmit={(event) => {
        event.preventDefault();
        if (!nothingNew && !change.busy && mayNot === null) save();
      }}
    >
      <ErrorSummary problems={shown} attempt={attempt} />
      {change.error && <ErrorNotice error={change.error} />}
      <TextField
        id="webhook-url"
        label="New address for events"
        hint="https, or http to this very computer. Left empty, the address stays."
        inputMode="url"
        value={typed ?? ''}
        maxLength={2_000}
        problem={problemOf('webhook-url')}
        onChange={(event) => put({ url: event.target.value })}
      />
      {webhook.maySetSecret ? (
        <TextField
          id="webhook-secret"
          label={webhook.secretSet ? 'New secret' : 'Secret'}
          hint={`Long, random and used nowhere else. It is never shown again.${webhook.secretSet ? ' Left empty, the one that is set stays.' : ''}`}
          optional
          type="password"
          autoComplete="new-password"
          value={secret}
          problem={problemOf('webhook-secret')}
          onChange={(event) => setSecret(event.target.value)}
        />
      ) : (
        <p className={css.quiet}>
          The secret of a live account cannot be set here. Give it to your account manager, who sets it for
          the whole organisation or for a brand.
        </p>
      )}
      <div className={css.row}>
        <Button
          type="submit"
          look="main"
          busy={change.busy}
          blocked={mayNot ?? (nothingNew ? 'Change the address or enter a secret first.' : null)}
        >
          Save at the service
        </Button>
        {webhook.url !== null && (
          <Button blocked={mayNot} onClick={() => setAsking('off')}>
            Turn events off
          </Button>
        )}
        {webhook.maySetSecret && webhook.secretSet && (
          <Button blocked={mayNot} onClick={() => setAsking('secret')}>
            Take the secret away
          </Button>
        )}
        {!nothingNew && (
          <Button
            look="quiet"
            onClick={() => {
              put({ url: null });
              setSecret('');
              setAttempt(0);
            }}
          >
            Drop what was typed
          </Button>
        )}
      </div>
      {asking === 'address' && newUrl !== null && (
        <Confirm
          title="Send events to another address?"
          confirmWords={`Send events to ${shortHost(newUrl)}`}
          webhook={webhook}
          unknown={unknown}
          command={change}
          onConfirm={saveNow}
          onClose={() => setAsking(null)}
        >
          From <strong>{webhook.host ?? 'nowhere'}</strong> to <strong>{hostOfAddress(newUrl)}</strong>.
          Events of all patients of the whole organisation go there at once, with patient data in them.{' '}
          {webhook.host !== null && 'Whoever receives them now gets nothing more. '}
          Go on only if you know who runs that address.
        </Confirm>
      )}
      {asking === 'off' && (
        <Confirm
          title="Turn events off?"
          confirmWords="Turn events off"
          webhook={webhook}
          unknown={unknown}
          command={change}
          onConfirm={(seenHost) => void send({ url: null, seenHost }, 'Events are turned off')}
          onClose={() => setAsking(null)}
        >
          The service will tell {webhook.url} nothing more: no new registration, no result. Whoever waits for
          events there must be told. This desk goes on as before, because it asks the service itself. To turn
          them on again, enter the address again.
        </Confirm>
      )}
      {asking === 'secret' && (
        <Confirm
          title="Take the secret away?"
          confirmWords="Take the secret away"
          webhook={webhook}
          unknown={unknown}
          command={change}
          onConfirm={() => void send({ secret: null }, 'The secret is taken away')}
          onClose={() => setAsking(null)}
        >
          Events will be sent without the header {webhook.secretHeader}. Whoever receives them can no longer
          tell that they come from the service, and may refuse them.
        </Confirm>
      )}
    </form>
  );
}

/** A button is no place for the longest host. */
function shortHost(url: string): string {
  const host = hostOfAddress(url);
  return host.length <= 40 ? host : `${host.slice(0, 39)}…`;
}

function Confirm(props: {
  title: string;
  confirmWords: string;
  webhook: Webhook;
  unknown: string | null;
  command: Sending;
  /** Gets where events went as the person has read it. */
  onConfirm: (seenHost: string | null) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { webhook, unknown, command } = props;
  const seen = useSeen(webhook, {
    isSame: (one, other) => one.host === other.host && one.secretSet === other.secretSet,
    command,
  });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className={css.form}>
        <p className={css.asked}>{props.children}</p>
        {seen.isChanged && (
          <ChangedMeanwhile
            lines={[
              webhook.host === null ? 'Events go nowhere now.' : `Events go to ${webhook.host} now.`,
              webhook.secretSet ? 'A secret is set now.' : 'No secret is set now.',
            ]}
            onRead={seen.read}
          />
        )}
        <div className={css.row}>
          <Button
            look="danger"
            busy={command.busy}
            blocked={unknown ?? (seen.isChanged ? READ_FIRST : null)}
            onClick={() => props.onConfirm(seen.value.host)}
          >
            {props.confirmWords}
          </Button>
          <Button onClick={props.onClose}>Keep it</Button>
        </div>
      </div>
    </Dialog>
  );
}
