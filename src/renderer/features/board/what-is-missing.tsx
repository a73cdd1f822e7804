// Why a board is empty, which records of the service are not on it, and what days that are over have left.
import { CalendarDays, MapPinOff, RotateCcw, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { useQuery } from '../../host/use-query.ts';
import type { Session } from '../../host/use-session.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { unreadBoardWords } from '../../shared/dates/unread-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { relabelStepWords, toRelabelWords } from '../../shared/visit/relabel-words.ts';
import { visitName } from '../../shared/visit/visit-words.ts';
import { NO_PLACE_WORDS, noPlaceOf, noPlaceRemedy, placesWords } from '../../shared/words/no-place-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { oddRecordWords } from './board-rows.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './board.module.css';

type Value = Output<'board.get'>;

/** An empty board says why it is empty: nobody booked is one reason among several. `name`: what the board is narrowed to. */
export function NoRows(props: { value: Value; session: Session | null; name: string }) {
  const { value, session, name } = props;
  const icon = <CalendarDays size={26} />;
  if (value.rows.length > 0 && name.trim() !== '') {
    return (
      <EmptyState icon={icon} title={`Nobody on this board by “${name.trim()}”`}>
        Press Escape in the field to see everybody, or look for the name on all days under “Scan or search”.
      </EmptyState>
    );
  }
  if (value.rows.length > 0) {
    return (
      <EmptyState icon={icon} title="Nobody in this part of the board">
        Choose “Everybody” to see all.
      </EmptyState>
    );
  }
  const noPlace = session === null ? null : noPlaceOf(session);
  if (session !== null && noPlace !== null && noPlace !== 'not-read') {
    return (
      <EmptyState icon={<MapPinOff size={26} />} title={NO_PLACE_WORDS[noPlace].title}>
        So no bookings can be shown. The service has: {placesWords(session)}.{' '}
        {noPlaceRemedy(noPlace, session)}
      </EmptyState>
    );
  }
  if (value.date !== value.today) return <NobodyOnOtherDay value={value} />;
  if (!value.isRead) {
    return (
      <EmptyState icon={icon} title="Today’s bookings have not been read from the service yet">
        They show here as soon as the service can be read. Somebody at the desk? Press W for a walk-in.
      </EmptyState>
    );
  }
  const missing = value.oddRecords.setAside > 0;
  return (
    <EmptyState
      icon={icon}
      title={missing ? 'Nobody among the records that could be read' : 'Nobody is booked for today'}
    >
      Somebody at the desk? Press W for a walk-in.
    </EmptyState>
  );
}

function NobodyOnOtherDay({ value }: { value: Value }) {
  const isOnline = useQuery('connection.get', {}).value?.state === 'online';
  const icon = <CalendarDays size={26} />;
  if (value.unread !== null) {
    const { title, advice } = unreadBoardWords(value.unread, { date: value.date, isOnline });
    return (
      <EmptyState icon={icon} title={title}>
        {advice}
      </EmptyState>
    );
  }
  return <EmptyState icon={icon} title={`Nobody is known for ${dayWords(value.date)}`} />;
}

export function OddRecords({ odd }: { odd: Value['oddRecords'] }) {
  const count = odd.setAside + odd.inPart;
  if (count === 0) return null;
  const more = count - odd.named.reduce((sum, { records }) => sum + records, 0);
  return (
    <details className={classNames(css.told, css.oddRecords)}>
      <summary>
        <TriangleAlert aria-hidden="true" size={18} />
        {oddRecordWords(odd)}
      </summary>
      <ul>
        {odd.named.map(({ kind, id, field, reason, used, records }) => (
          <li key={`${kind} ${id}`}>
            {kind} {id ?? (records === 1 ? 'without an id' : `without an id, ${records} times`)}:{' '}
            {used ? 'shown without' : 'not shown because of'}{' '}
            {field === '' ? 'the whole entry' : `“${field}”`} ({reason})
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </details>
  );
}

/** The tubes of earlier days that the laboratory does not know yet: no board of today has their visits. */
export function ToRelabel({ rows }: { rows: Value['toRelabel'] }) {
  if (rows.length === 0) return null;
  return (
    <details className={css.told}>
      <summary>
        <RotateCcw aria-hidden="true" size={18} />
        {toRelabelWords(rows.length)}
      </summary>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <a href={hrefOf(links.visitOnDay(row.date, row.id))}>{visitName(row)}</a> · {dayWords(row.date)} ·{' '}
            {relabelStepWords(row)}
          </li>
        ))}
      </ul>
    </details>
  );
}
