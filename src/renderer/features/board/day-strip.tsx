// Seven days at a glance: how many visits each has, what was left unfinished, and the way there.
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { addDays } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { dayWords, distanceWords, STRIP_DAYS, stripFrom, weekdayOf } from '../../shared/dates/day-words.ts';
import { UNREAD_SHORT } from '../../shared/dates/unread-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { visitsWords } from '../../shared/visit/visit-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import css from './day-strip.module.css';

export function DayStrip(props: {
  date: string;
  today: string;
  /** While the first reading is under way its counts come at any moment, so it is not said that they are missing. */
  isReading: boolean;
  onGo: (path: string) => void;
}) {
  const { date, today, isReading, onGo } = props;
  const from = stripFrom(date, today);
  const days = useQuery('board.days', { from, count: STRIP_DAYS }).value;
  const pathOf = (day: string): string => (day === today ? links.board : links.day(day));
  const before = addDays(date, -1);
  const after = addDays(date, 1);
  useAction({ id: 'day-before', words: 'Day before', key: ',', run: () => onGo(pathOf(before)) });
  useAction({ id: 'day-after', words: 'Day after', key: '.', run: () => onGo(pathOf(after)) });
  return (
    <nav className={css.strip} aria-label="Days">
      <Button aria-label="Day before" hint="," look="quiet" onClick={() => onGo(pathOf(before))}>
        <ChevronLeft aria-hidden="true" size={20} />
      </Button>
      <ul className={css.days}>
        {Array.from({ length: STRIP_DAYS }, (_, index) => addDays(from, index)).map((day) => {
          const of = isReading ? undefined : days?.days.find((one) => one.date === day);
          return (
            <li key={day}>
              <a
                href={hrefOf(pathOf(day))}
                className={classNames(css.day, day === date && css.shown, day === today && css.today)}
                aria-current={day === date ? 'date' : undefined}
              >
                <span className="visually-hidden">{wordsOf(day, today, of)}</span>
                <span className={css.name} aria-hidden="true">
                  {day === today ? 'Today' : weekdayOf(day).slice(0, 3)}
                  <span className={css.number}> {Number(day.slice(8))}</span>
                </span>
                <span className={css.count} aria-hidden="true">
                  {of?.unread ? (
                    <NotRead words={UNREAD_SHORT[of.unread]} />
                  ) : typeof of?.visits === 'number' ? (
                    groupedDigits(of.visits)
                  ) : (
                    '…'
                  )}
                  {of !== undefined && of.unfinished > 0 && (
                    <span className={css.unfinished}>
                      <TriangleAlert size={13} />
                      {of.unfinished}
                      <span className={css.wide}> open</span>
                    </span>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      <Button aria-label="Day after" hint="." look="quiet" onClick={() => onGo(pathOf(after))}>
        <ChevronRight aria-hidden="true" size={20} />
      </Button>
    </nav>
  );
}

type DayCount = Output<'board.days'>['days'][number];

/** In place of a count. */
function NotRead({ words }: { words: string }) {
  return (
    <span className={css.notRead}>
      <span className={css.narrow}>?</span>
      <span className={css.wide}>{words}</span>
    </span>
  );
}

function countWords({ visits, unread }: DayCount): string {
  if (unread !== null) return UNREAD_SHORT[unread];
  return visitsWords(visits ?? 0);
}

function wordsOf(day: string, today: string, of: DayCount | undefined): string {
  const parts = [dayWords(day), distanceWords(day, today)];
  if (of) parts.push(countWords(of));
  if (of && of.unfinished > 0) parts.push(`${of.unfinished} open`);
  return parts.join(', ');
}
