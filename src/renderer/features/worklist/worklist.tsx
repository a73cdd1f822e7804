// The phlebotomist's list: who is waiting, longest first, and who is with somebody now.
import { Armchair, ArrowRight, TestTube } from 'lucide-react';
import { useLocation } from 'wouter';
import type { VisitRow } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useAction } from '../../ui/actions.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { waitingLevel, waitingWords } from '../../ui/durations.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { birthWords } from '../../shared/people/person-line.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toasts.tsx';
import { waitingFirst } from './waiting-order.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './worklist.module.css';

export function Worklist() {
  const [, navigate] = useLocation();
  const board = useQuery('board.get', {});
  const nowMs = useNowMs();
  const move = useCommand('visits.move');
  const undo = useCommand('visits.move');
  const waiting = waitingFirst(board.value?.rows ?? []);
  const collecting = (board.value?.rows ?? []).filter((row) => row.deskState === 'collecting');
  const next = waiting[0];

  async function callIn(row: VisitRow): Promise<void> {
    const answer = await move.run({ visitId: row.id, seenVersion: row.version, to: 'collecting' });
    if (!answer.ok) return;
    const seenVersion = answer.value.version;
    notify(
      `${row.person ? formatName(row.person) : 'The next person'} is called in`,
      () => void undo.run({ visitId: row.id, seenVersion, to: 'arrived' }),
    );
    navigate(links.visit(row.id));
  }
  const callNext = (): void => {
    if (next) void callIn(next);
  };
  useAction({
    id: 'next-person',
    words: 'Next person',
    key: 'N',
    enabled: next !== undefined,
    run: callNext,
  });

  return (
    <Screen
      title="Worklist"
      aside={
        <>
          {board.value && <AsOf asOfMs={board.value.asOfMs} nowMs={nowMs} timeZone={board.value.timeZone} />}
          <Button
            look="main"
            size="large"
            icon={<ArrowRight />}
            hint="N"
            busy={move.busy}
            disabled={!next}
            onClick={callNext}
          >
            Next person
          </Button>
        </>
      }
    >
      {board.error && !board.value && <ErrorNotice error={board.error} />}
      {move.error && <ErrorNotice error={move.error} />}
      {!board.value && !board.error && <SkeletonRows count={4} label="The worklist is being read" />}
      {board.value && (
        <>
          <Panel title={waiting.length === 0 ? 'Waiting' : `Waiting: ${waiting.length}`} flush>
            {waiting.length === 0 ? (
              <EmptyState icon={<Armchair size={26} />} title="The waiting room is empty">
                People appear here as soon as reception has checked them in.
              </EmptyState>
            ) : (
              <ol className={css.list} aria-label="People waiting, longest first">
                {waiting.map((row, index) => {
                  const waitedMs = nowMs - (row.waitingSinceMs ?? nowMs);
                  return (
                    <li key={row.id}>
                      <a className={css.line} href={hrefOf(links.visit(row.id))}>
                        <span className={css.place}>{index + 1}</span>
                        <span className={css.person}>
                          <span className={css.name}>
                            {row.person ? formatName(row.person) : 'No patient yet'}
                          </span>
                          <span className={css.facts}>
                            {row.person && birthWords(row.person.dateOfBirth, board.value?.today ?? '')} ·{' '}
                            {row.products.join(', ')}
                          </span>
                        </span>
                        <span className={classNames(css.wait, css[waitingLevel(waitedMs)])}>
                          {waitingWords(waitedMs)}
                        </span>
                      </a>
                    </li>
                  );
                })}
              </ol>
            )}
          </Panel>
          {collecting.length > 0 && (
            <Panel title={`With somebody now: ${collecting.length}`} flush>
              <ul className={css.list}>
                {collecting.map((row) => (
                  <li key={row.id}>
                    <a className={css.line} href={hrefOf(links.visit(row.id))}>
                      <span className={css.place}>
                        <TestTube aria-hidden="true" size={20} />
                      </span>
                      <span className={css.person}>
                        <span className={css.name}>
                          {row.person ? formatName(row.person) : 'No patient yet'}
                        </span>
                        <span className={css.facts}>
                          {row.person && birthWords(row.person.dateOfBirth, board.value?.today ?? '')} ·{' '}
                          {row.products.join(', ')}
                        </span>
                      </span>
                      <span className={css.facts}>
                        {row.labels.verified} of {row.labels.needed} scanned
                        {row.arrivedAtMs !== null &&
                          `, here since ${wallClockAt(row.arrivedAtMs, board.value?.timeZone ?? 'Europe/London').time}`}
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </>
      )}
    </Screen>
  );
}
