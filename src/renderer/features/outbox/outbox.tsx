// What the service has yet to learn, and what a person must decide first.
import { CloudUpload, RefreshCw, Send } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../host/use-command.ts';
import { questionOf } from '../../host/query-cache.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { troubleWords } from '../../shared/connection/connection-words.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/checks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { needsPerson } from '../../shared/words/outbox-state-words.ts';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useRowsInSight } from '../../ui/rows-in-sight.ts';
import { ROWS_AT_ONCE, ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLast } from '../../ui/use-last.ts';
import { ChangeDialogs } from './change-dialogs.tsx';
import { onlyFailed, onlyForbidden, sendEachAgain } from './only-failed.ts';
import { OutboxLine } from './outbox-line.tsx';
import { reachedWords } from './outbox-words.ts';
import { ReportOutDialogs, ReportOutLine } from './reports-out.tsx';
import css from './outbox.module.css';

type Shown = 'open' | 'all';

export function Outbox() {
  const [shown, setShown] = useState<Shown>('open');
  const connection = useQuery('connection.get', {}).value;
  const session = useSession();
  const syncNow = useCommand('sync.now');
  const timeZone = session?.timeZone ?? 'Europe/London';
  const trouble = connection ? troubleWords(connection, timeZone) : null;

  return (
    <Screen
      title="Outbox"
      page
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
      {trouble && (
        <p className={css.line} role="status">
          <strong>{trouble.title}.</strong> {trouble.advice}
        </p>
      )}
      {syncNow.error && <ErrorNotice error={syncNow.error} />}
      <Changes key={shown} shown={shown} timeZone={timeZone} />
    </Screen>
  );
}

function Changes({ shown, timeZone }: { shown: Shown; timeZone: string }) {
  const session = useSession();
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const outbox = useQuery('outbox.list', { show: shown, limit: most });
  const list = useLast(outbox.value);
  const items = list?.items ?? [];
  const attention = items.filter(needsPerson);
  const failed = onlyFailed(attention);
  const forbidden = onlyForbidden(attention);
  const askedOut = useQuery('results.out', {});
  const out = useLast(askedOut.value);
  const reports = out?.items ?? [];
  const retryFailed = useCommand('outbox.retry');
  const retryForbidden = useCommand('outbox.retry');
  const retryError = retryFailed.error ?? retryForbidden.error;
  const quiet = items.filter((row) => !needsPerson(row));
  // What waits is sent in this order; of everything that was ever done, the latest is looked for.
  const rest = shown === 'all' ? quiet.toReversed() : quiet;
  const rows = useRowsInSight(rest, { about: shown, abovePx: 280, leastRowPx: 72 });
  return (
    <>
      {list && <ChangeDialogs rows={items} />}
      {/* Before they are told, an open question would be taken for one that is settled. */}
      {out && <ReportOutDialogs reports={reports} timeZone={timeZone} />}
      {outbox.error && !outbox.value && <ErrorNotice error={outbox.error} />}
      {askedOut.error && !out && <ErrorNotice error={askedOut.error} />}
      {!list && !outbox.error && <SkeletonRows count={4} label="The outbox is being read" />}
      {(attention.length > 0 || reports.length > 0) && (
        <Panel
          title="Needs attention"
          tone="main"
          flush
          aside={
            <div className={css.actions}>
              {failed.length > 1 && (
                <Button
                  icon={<Send />}
                  busy={retryFailed.busy}
                  onClick={() => void sendEachAgain(failed, (rowId) => retryFailed.run({ rowId }))}
                >
                  Send {failed.length} failed changes again
                </Button>
              )}
              {forbidden.length > 1 && (
                <Button
                  icon={<Send />}
                  busy={retryForbidden.busy}
                  onClick={() => void sendEachAgain(forbidden, (rowId) => retryForbidden.run({ rowId }))}
                >
                  Send {forbidden.length} forbidden changes again
                </Button>
              )}
            </div>
          }
        >
          {retryError && <ErrorNotice error={retryError} />}
          <ul>
            {reports.map((report) => (
              <ReportOutLine key={report.registrationId} report={report} timeZone={timeZone} />
            ))}
            {attention.map((row) => (
              <OutboxLine key={row.id} row={row} timeZone={timeZone} />
            ))}
          </ul>
        </Panel>
      )}
      {list && items.length === 0 && (
        <Panel title="Waiting" flush>
          <EmptyState icon={<CloudUpload size={26} />} title="Nothing is waiting">
            {reachedWords(list, session?.notices)}
          </EmptyState>
        </Panel>
      )}
      {rest.length > 0 && (
        <Panel title={shown === 'all' ? 'All changes' : `Waiting: ${list?.others ?? 0}`} flush>
          <ul>
            {rows.map((row) => (
              <OutboxLine key={row.id} row={row} timeZone={timeZone} />
            ))}
          </ul>
          <ShowMore
            order={shown === 'all' ? 'latest' : 'first'}
            shown={rest.length}
            total={list?.others ?? null}
            busy={outbox.loading}
            onMore={() => setMost(most + ROWS_AT_ONCE)}
          />
        </Panel>
      )}
    </>
  );
}

Outbox.asksFirst = () => [
  questionOf('outbox.list', { show: 'open', limit: ROWS_AT_ONCE }),
  questionOf('results.out', {}),
];
