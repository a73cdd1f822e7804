// What the service has yet to learn, and what a person must decide first.
import { CloudUpload, RefreshCw, Send, Trash2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import type { OutboxRowView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/checks.tsx';
import { countdownWords } from '../../ui/durations.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import { Panel } from '../../ui/panel.tsx';
import { changeWords } from '../../shared/words/change-words.ts';
import { birthWords } from '../../shared/people/person-line.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EditPerson } from './edit-person.tsx';
import { needsPerson, outboxStateWords, reachedWords } from './outbox-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './outbox.module.css';

type Shown = 'open' | 'all';

export function Outbox() {
  const [shown, setShown] = useState<Shown>('open');
  const outbox = useQuery('outbox.list', { show: shown });
  const connection = useQuery('connection.get', {}).value;
  const session = useSession();
  const nowMs = useNowMs();
  const syncNow = useCommand('sync.now');
  const items = outbox.value?.items ?? [];
  const attention = items.filter(needsPerson);
  const rest = items.filter((row) => !needsPerson(row));
  const timeZone = session?.timeZone ?? 'Europe/London';

  return (
    <Screen
      title="Outbox"
      narrow
      aside={
        <>
          {connection && <AsOf asOfMs={connection.asOfMs} timeZone={timeZone} />}
          <Button icon={<RefreshCw />} busy={syncNow.busy} onClick={() => void syncNow.run({})}>
            Sync now
          </Button>
        </>
      }
      below={
        <Segments
          legend="Show"
          name="outbox-shown"
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'open', words: 'Not done yet' },
            { value: 'all', words: 'Everything' },
          ]}
        />
      }
    >
      {connection?.error && connection.state !== 'online' && (
        <p className={css.line} role="status">
          <strong>{errorWords(connection.error).title}.</strong> {errorWords(connection.error).advice}
        </p>
      )}
      {syncNow.error && <ErrorNotice error={syncNow.error} />}
      {outbox.error && !outbox.value && <ErrorNotice error={outbox.error} />}
      {!outbox.value && !outbox.error && <SkeletonRows count={4} label="The outbox is being read" />}
      {attention.length > 0 && (
        <Panel title="Needs attention" tone="main" flush>
          <ul>
            {attention.map((row) => (
              <OutboxLine key={row.id} row={row} nowMs={nowMs} timeZone={timeZone} />
            ))}
          </ul>
        </Panel>
      )}
      {outbox.value && items.length === 0 && (
        <Panel title="Waiting" flush>
          <EmptyState icon={<CloudUpload size={26} />} title="Nothing is waiting">
            {reachedWords(outbox.value)}
          </EmptyState>
        </Panel>
      )}
      {rest.length > 0 && (
        <Panel title={shown === 'all' ? 'All changes' : `Waiting: ${rest.length}`} flush>
          <ul>
            {rest.map((row) => (
              <OutboxLine key={row.id} row={row} nowMs={nowMs} timeZone={timeZone} />
            ))}
          </ul>
        </Panel>
      )}
    </Screen>
  );
}

function OutboxLine({ row, nowMs, timeZone }: { row: OutboxRowView; nowMs: number; timeZone: string }) {
  const retry = useCommand('outbox.retry');
  const discard = useCommand('outbox.discard');
  const link = useCommand('outbox.linkExisting');
  const today = useSession()?.today ?? '';
  const [discarding, setDiscarding] = useState(false);
  const [editing, setEditing] = useState(false);
  const decide = needsPerson(row);
  const words = row.error ? errorWords(row.error) : null;
  const failure = retry.error ?? discard.error ?? link.error;
  return (
    <li className={css.row} data-about={`${changeWords(row.kind)}, ${row.subject || 'a visit'}`}>
      <div className={css.rowLine}>
        <span className={css.what}>
          <strong>{changeWords(row.kind)}</strong>
          {row.visitId === null ? (
            <span>{row.subject}</span>
          ) : (
            <a href={hrefOf(links.visit(row.visitId))}>{row.subject || 'Open the visit'}</a>
          )}
        </span>
        <span className={css.state}>{outboxStateWords(row.state)}</span>
        <span className={css.facts}>
          <time>{wallClockAt(row.createdAtMs, timeZone).time}</time> by {row.actor}
          {row.attempts > 0 && `, tried ${row.attempts === 1 ? 'once' : `${row.attempts} times`}`}
          {row.nextAttemptAtMs !== null && row.nextAttemptAtMs > nowMs && (
            <>, again in {countdownWords(row.nextAttemptAtMs - nowMs)}</>
          )}
        </span>
      </div>
      {words && row.state !== 'confirmed' && (
        <p className={css.why}>
          {words.title}. {words.advice}
        </p>
      )}
      {row.heldElsewhere && decide && (
        <p className={css.why}>
          The service held a slot at {row.heldElsewhere.name ?? 'another location'} in place of this one. It
          was given back. Give this change up and hold a free slot of this location.
        </p>
      )}
      {row.existingPerson && decide && (
        <p className={css.why}>
          The service knows <strong>{formatName(row.existingPerson)}</strong>,{' '}
          {birthWords(row.existingPerson.dateOfBirth, today)}. Is it the same person?
        </p>
      )}
      {failure && <ErrorNotice error={failure} />}
      {decide && (
        <div className={css.actions}>
          {row.existingPerson && (
            <Button
              look="main"
              icon={<UserRoundCheck />}
              busy={link.busy}
              onClick={() => void link.run({ rowId: row.id })}
            >
              Use the person the service knows
            </Button>
          )}
          <Button icon={<Send />} busy={retry.busy} onClick={() => void retry.run({ rowId: row.id })}>
            Send again
          </Button>
          {row.kind === 'patient.create' && (
            <Button onClick={() => setEditing(true)}>Correct and send again</Button>
          )}
          <Button icon={<Trash2 />} onClick={() => setDiscarding(true)}>
            Give up this change
          </Button>
        </div>
      )}
      {discarding && (
        <ReasonDialog
          title={`Give up “${changeWords(row.kind)}” for ${row.subject || 'this visit'}?`}
          words="The service will never learn of it. What builds on it stays visible and must be sorted out by hand."
          confirmWords="Give it up"
          busy={discard.busy}
          onClose={() => setDiscarding(false)}
          onConfirm={(reason) =>
            void discard.run({ rowId: row.id, reason }).then((answer) => {
              if (answer.ok) setDiscarding(false);
            })
          }
        />
      )}
      {editing && <EditPerson row={row} today={today} onClose={() => setEditing(false)} />}
    </li>
  );
}
