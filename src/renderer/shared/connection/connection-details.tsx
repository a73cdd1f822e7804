// What stands behind the badge and beside the board's "as of": how the connection is, how old each thing shown is, what
// waits, and the way to ask the service now.
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useAskedAgain } from '../../host/use-asked-again.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { AsOf } from '../dates/as-of.tsx';
import { hrefOf, links } from '../links.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import css from './connection-details.module.css';
import { connectionTitle, measureWords, troubleWords, type Connection } from './connection-words.ts';

/** A button that opens the details; `children` is what stands in it. */
export function ConnectionPopover(props: {
  connection: Connection;
  buttonClass?: string | undefined;
  buttonDescription?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Popover
      title={connectionTitle(props.connection)}
      button={props.children}
      buttonClass={props.buttonClass}
      buttonDescription={props.buttonDescription}
    >
      {(close) => <Details connection={props.connection} close={close} />}
    </Popover>
  );
}

function Details({ connection, close }: { connection: Connection; close: () => void }) {
  const board = useQuery('board.get', {}).value;
  const timeZone = useTimeZone();
  const syncNow = useCommand('sync.now');
  // The measure changes with each request, and an event is told only where the state does: it is asked for while it is looked at.
  const { refresh } = useQuery('connection.get', {});
  useEffect(refresh, [refresh]);
  useAskedAgain(refresh);
  const failure = troubleWords(connection, timeZone);
  const measure = measureWords(connection);
  const { waiting, sending, attention, printProblems, printersInTrouble, reportsOut } = connection;
  const unsent = waiting + sending;
  return (
    <div className={css.details}>
      {failure && (
        <p>
          {failure.title}. {failure.advice}
        </p>
      )}
      {measure !== null && <p>{measure}</p>}
      <dl className={css.facts}>
        {board && (
          <>
            <div>
              <dt>Today’s board</dt>
              <dd>
                <AsOf asOfMs={board.asOfMs} timeZone={timeZone} />
              </dd>
            </div>
            <div>
              <dt>
                Bookings of other days
                <span className={css.quiet}>
                  {board.everythingAsOfMs === null
                    ? 'one that is moved to today may not be on the board yet'
                    : 'one moved to today since then may not be on the board yet'}
                </span>
              </dt>
              <dd>
                {board.everythingAsOfMs === null ? (
                  'not read yet'
                ) : (
                  <AsOf asOfMs={board.everythingAsOfMs} timeZone={timeZone} />
                )}
              </dd>
            </div>
          </>
        )}
        {unsent > 0 && (
          <div>
            <dt>Waiting to be sent</dt>
            <dd>{unsent}</dd>
          </div>
        )}
        {attention > 0 && (
          <div>
            <dt>Changes that need attention</dt>
            <dd>{attention}</dd>
          </div>
        )}
        {reportsOut > 0 && (
          <div>
            <dt>Printed results that are out of date</dt>
            <dd>{reportsOut}</dd>
          </div>
        )}
        {printProblems > 0 && (
          <div>
            <dt>Print jobs that need attention</dt>
            <dd>{printProblems}</dd>
          </div>
        )}
        {printersInTrouble > 0 && (
          <div>
            <dt>Printers that need attention</dt>
            <dd>{printersInTrouble}</dd>
          </div>
        )}
      </dl>
      {syncNow.error && <ErrorNotice error={syncNow.error} />}
      <div className={css.actions}>
        <Button icon={<RefreshCw />} busy={syncNow.busy} onClick={() => void syncNow.run({})}>
          Sync now
        </Button>
        <a href={hrefOf(links.outbox)} onClick={close}>
          Open the outbox
        </a>
        {(printProblems > 0 || printersInTrouble > 0) && (
          <a href={hrefOf(links.printing)} onClick={close}>
            Open the print queue
          </a>
        )}
      </div>
    </div>
  );
}
