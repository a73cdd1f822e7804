// The phlebotomist's list: who is waiting, longest first, and who is with somebody now.
import {
  Armchair,
  ArrowRight,
  CalendarClock,
  OctagonAlert,
  Printer,
  RotateCcw,
  TestTube,
} from 'lucide-react';
import { useLocation } from 'wouter';
import type { VisitRow } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useQuery } from '../../host/use-query.ts';
import { useAction } from '../../ui/actions.ts';
import { dayWords, ofDayWords } from '../../shared/dates/day-words.ts';
import { useWait } from '../../shared/dates/use-wait.ts';
import { WaitMark } from '../../shared/visit/wait-mark.tsx';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { birthWords } from '../../shared/people/person-line.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import { openCollection } from '../../shared/visit/open-collection.ts';
import { relabelStepWords, toRelabelWords } from '../../shared/visit/relabel-words.ts';
import { useStep } from '../../shared/visit/use-step.ts';
import { cameInstead, visitName, waitingName } from '../../shared/visit/visit-words.ts';
import { canBeCalledIn, firstOf, waitingFirst } from './waiting-order.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './worklist.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';

/** More than there are phlebotomists at any site. */
const MOST_TRIED = 20;

export function Worklist() {
  const desk = useDesk();
  const [, navigate] = useLocation();
  const isStillHere = useStillHere();
  const board = useQuery('board.get', {});
  const move = useCommand('visits.move');
  // The screen of the visit is shown by then, and says nothing of a step that was refused here.
  const { takeBack } = useStep();
  const waiting = waitingFirst(board.value?.rows ?? []);
  const collecting = (board.value?.rows ?? []).filter((row) => row.deskState === 'collecting');
  // One who cannot be called in yet keeps nobody else waiting.
  const next = waiting.find(canBeCalledIn);
  const isRead = board.value?.isRead ?? false;
  const whyNobody = next
    ? null
    : waiting.length > 0
      ? 'Nobody who is waiting can be called in: see what comes first beside their names.'
      : isRead
        ? 'Nobody is waiting.'
        : 'Who is waiting is not known yet.';

  /**
   * Two who press at the same moment mean two people: the desk refuses the second of them whoever was called in already, and
   * they get the one after. The visit of whoever is called in; null when nobody was.
   */
  async function callIn(first: VisitRow): Promise<string | null> {
    const tried = new Map<string, number>();
    let row: VisitRow | undefined = first;
    const isStillTheirs = whoeverIsHere();
    while (row && isStillTheirs() && tried.size < MOST_TRIED) {
      const { id, version, person } = row;
      const answer = await move.run({ visitId: id, seenVersion: version, to: 'collecting' });
      if (answer.ok) {
        const called = answer.value;
        notify(
          `${person ? formatName(person) : 'The next person'} is called in`,
          isStillTheirs() ? () => takeBack(called, 'arrived') : null,
          id,
        );
        if (isStillHere()) navigate(links.visit(id));
        return id;
      }
      if (answer.error.kind !== 'conflict') return null;
      tried.set(id, version);
      const now = await desk.ask('board.get', {});
      row = waitingFirst(now.ok ? now.value.rows : []).find(
        (one) => canBeCalledIn(one) && tried.get(one.id) !== one.version,
      );
    }
    if (isStillTheirs()) notify('Nobody was called in: another window was quicker with whoever was waiting.');
    return null;
  }
  const callNext = (): void => {
    // Whoever presses again before the answer means nobody else: the list may know by then that the first one is called in.
    if (next && !move.busy) openCollection.starting(callIn(next));
  };
  useAction({
    id: 'next-person',
    words: 'Next person',
    key: 'N',
    blocked: whyNobody,
    run: callNext,
  });

  return (
    <Screen
      title="Worklist"
      page
      aside={
        <>
          {board.value && <AsOf asOfMs={board.value.asOfMs} timeZone={board.value.timeZone} />}
          <a className={css.several} href={hrefOf(links.labelBatch)}>
            <Printer aria-hidden="true" size={18} /> Labels for several
          </a>
          <Button
            look="main"
            size="large"
            icon={<ArrowRight />}
            hint="N"
            busy={move.busy}
            blocked={whyNobody}
            onClick={callNext}
          >
            Next person
          </Button>
        </>
      }
    >
      {board.error && !board.value && <ErrorNotice error={board.error} />}
      {/* Of a conflict a note says that others were quicker: there is nothing to look at again. */}
      {move.error && move.error.kind !== 'conflict' && <ErrorNotice error={move.error} />}
      {!board.value && !board.error && <SkeletonRows count={4} label="The worklist is being read" />}
      {board.value && (
        <>
          <Panel title={waiting.length === 0 ? 'Waiting' : `Waiting: ${waiting.length}`} flush>
            {waiting.length === 0 ? (
              <EmptyState
                icon={<Armchair size={26} />}
                title={
                  isRead
                    ? 'The waiting room is empty'
                    : 'Today’s bookings have not been read from the service yet'
                }
              >
                People appear here as soon as reception has checked them in.
              </EmptyState>
            ) : (
              <ol className={css.list} aria-label="People waiting, longest first">
                {waiting.map((row, index) => (
                  <WaitingLine
                    key={row.id}
                    row={row}
                    place={index + 1}
                    today={board.value?.today ?? ''}
                    alertMinutes={board.value?.waitAlertMinutes ?? 0}
                  />
                ))}
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
                        <span className={css.name}>{visitName(row)}</span>
                        <span className={css.facts}>
                          {row.person && (
                            <Unbroken text={birthWords(row.person.dateOfBirth, board.value?.today ?? '')} />
                          )}{' '}
                          · {row.products.join(', ')}
                        </span>
                        <OfOtherDay row={row} today={board.value?.today ?? ''} />
                      </span>
                      <span className={css.facts}>
                        {row.labels.verified} of {row.labels.needed} scanned
                        {row.arrivedAtMs !== null &&
                          `, here since ${shownClockAt(row.arrivedAtMs, board.value?.timeZone ?? 'Europe/London').time}`}
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {board.value.toRelabel.length > 0 && (
            <Panel title={toRelabelWords(board.value.toRelabel.length)} flush>
              <ul className={css.list}>
                {board.value.toRelabel.map((row) => (
                  <li key={row.id}>
                    <a className={css.line} href={hrefOf(links.visitOnDay(row.date, row.id))}>
                      <span className={css.place}>
                        <RotateCcw aria-hidden="true" size={20} />
                      </span>
                      <span className={css.person}>
                        <span className={css.name}>{visitName(row)}</span>
                        <span className={css.facts}>{dayWords(row.date)}</span>
                      </span>
                      <span className={css.facts}>{relabelStepWords(row)}</span>
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

/** Somebody who came near midnight is here for a visit of the day before, or of the one after. */
function OfOtherDay({ row, today }: { row: VisitRow; today: string }) {
  if (row.date === today) return null;
  return (
    <span className={css.facts}>
      <CalendarClock aria-hidden="true" size={15} /> {ofDayWords(row.date, today)}
    </span>
  );
}

function WaitingLine(props: { row: VisitRow; place: number; today: string; alertMinutes: number }) {
  const { row, place, today } = props;
  const wait = useWait(row.waitingSinceMs, props.alertMinutes);
  const instead = cameInstead(row);
  const first = firstOf(row);
  return (
    <li>
      <a className={css.line} href={hrefOf(links.visit(row.id))}>
        <span className={css.place}>{place}</span>
        <span className={css.person}>
          <span className={css.name}>{waitingName(row)}</span>
          <span className={css.facts}>
            {instead ? (
              <Unbroken
                text={`${birthWords(instead.dateOfBirth, today)} · the visit belongs to ${visitName(row)} now`}
              />
            ) : (
              row.person && <Unbroken text={birthWords(row.person.dateOfBirth, today)} />
            )}
            {row.products.length > 0 && ` · ${row.products.join(', ')}`}
          </span>
          <OfOtherDay row={row} today={today} />
          {first !== null && (
            <span className={css.facts}>
              <OctagonAlert aria-hidden="true" size={15} /> {first}
            </span>
          )}
        </span>
        {wait?.level === 'too-long' && <WaitMark />}
        {wait && <span className={classNames(css.wait, css[wait.level])}>{wait.words}</span>}
      </a>
    </li>
  );
}
