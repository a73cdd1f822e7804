// The boards of several locations beside each other, for a day: for a site whose desks look after more than one.
import { ArrowRightLeft, Columns3 } from 'lucide-react';
import { useParams } from 'wouter';
import { create } from 'zustand';
import type { Output } from '../../../contract/index.ts';
import { isCalendarDate, shownClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { UNREAD_SENTENCES } from '../../shared/dates/unread-words.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { dayWords, distanceWords } from '../../shared/dates/day-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { StateBadge } from '../../shared/visit/state-badge.tsx';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { movedFromWords, visitName } from '../../shared/visit/visit-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { CheckBox } from '../../ui/checks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './side-by-side.module.css';

/** More columns cannot be read beside each other. */
const MOST_COLUMNS = 4;

/** Which locations this window shows; null before somebody has chosen: the first ones. */
const useChosen = create<{
  ids: readonly string[] | null;
  choose: (ids: readonly string[]) => void;
}>((set) => ({ ids: null, choose: (ids) => set({ ids }) }));

export function SideBySide() {
  const session = useSession();
  const { date: asked } = useParams<{ date?: string }>();
  const { ids, choose } = useChosen();
  if (!session) return <SkeletonRows count={6} label="The boards are being read" />;
  const { today, timeZone, locations } = session;
  const own = session.location?.id ?? null;
  const date = asked !== undefined && isCalendarDate(asked) ? asked : today;
  const sorted = [...locations].sort((a, b) => Number(b.id === own) - Number(a.id === own));
  const chosen = ids ?? sorted.slice(0, MOST_COLUMNS).map(({ id }) => id);
  const shown = sorted.filter(({ id }) => chosen.includes(id)).slice(0, MOST_COLUMNS);
  return (
    <Screen
      title={`Locations side by side, ${dayWords(date)} (${distanceWords(date, today)})`}
      aside={<a href={hrefOf(date === today ? links.board : links.day(date))}>Board of this desk</a>}
      below={
        locations.length > 1 && (
          <fieldset className={css.choice}>
            <legend className="visually-hidden">Locations shown</legend>
            {sorted.map(({ id, name }) => (
              <CheckBox
                key={id}
                label={name}
                detail={id === own ? 'this desk' : undefined}
                checked={shown.some((one) => one.id === id)}
                disabled={shown.length >= MOST_COLUMNS && !chosen.includes(id)}
                onChange={(on) =>
                  choose(
                    on
                      ? [...shown.map((one) => one.id), id]
                      : shown.map((one) => one.id).filter((one) => one !== id),
                  )
                }
              />
            ))}
          </fieldset>
        )
      }
    >
      {shown.length === 0 && (
        <EmptyState icon={<Columns3 size={26} />} title="No location is chosen">
          Tick the locations that are to stand beside each other.
        </EmptyState>
      )}
      <div className={css.columns}>
        {shown.map(({ id, name }) => (
          <Column key={id} locationId={id} name={name} isOwn={id === own} date={date} timeZone={timeZone} />
        ))}
      </div>
    </Screen>
  );
}

function Column(props: { locationId: string; name: string; isOwn: boolean; date: string; timeZone: string }) {
  const { locationId, date, timeZone, isOwn } = props;
  const board = useQuery('board.get', { date, locationId });
  const { value } = board;
  const rows = value?.rows ?? [];
  const people = rows.filter(({ merelyHeld, deskState }) => !merelyHeld && deskState !== 'cancelled').length;
  return (
    <Panel
      title={value?.isRead === true ? `${props.name}: ${people}` : props.name}
      flush
      aside={value && <AsOf asOfMs={isOwn ? value.asOfMs : value.everythingAsOfMs} timeZone={timeZone} />}
    >
      {board.error && !value && <ErrorNotice error={board.error} />}
      {!value && !board.error && <SkeletonRows count={5} label="The board is being read" />}
      {value && rows.length === 0 && (
        <p className={css.nobody}>
          {value.unread === null ? 'Nobody is known for this day here.' : UNREAD_SENTENCES[value.unread]}
        </p>
      )}
      {rows.length > 0 && (
        <ul className={css.lines} aria-label={`Visits at ${props.name}`}>
          {rows.map((row) => (
            <Line key={row.id} row={row} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Line({ row, timeZone }: { row: Output<'board.get'>['rows'][number]; timeZone: string }) {
  const { appointment } = row;
  return (
    <li className={css.line} data-state={row.deskState}>
      <time className={css.time}>
        {appointment ? shownClockAt(appointment.startsAtMs, timeZone).time : '—'}
      </time>
      <span className={css.who}>
        <a href={hrefOf(links.visitOnDay(row.date, row.id))}>{visitName(row)}</a>
        <span className={css.what}>{row.products.join(', ')}</span>
        {appointment?.movedFrom && (
          <span className={css.what}>
            <ArrowRightLeft aria-hidden="true" size={13} /> {movedFromWords(appointment.movedFrom, timeZone)}
          </span>
        )}
        <SyncTag tag={row.sync} />
      </span>
      <StateBadge visit={row} />
    </li>
  );
}
