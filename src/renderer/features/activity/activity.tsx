// The list of who did what, when, at which desk, on which visit. Entries are only added, never changed.
import { Download, History, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { ActivityFilterView } from '../../../contract/activity.ts';
import type { Output } from '../../../contract/index.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { questionOf } from '../../host/query-cache.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { activityWords } from '../../shared/words/activity-words.ts';
import { useLastAnswer } from '../../shared/use-last-answer.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useRowsInSight } from '../../ui/rows-in-sight.ts';
import { Screen } from '../../ui/screen.tsx';
import { ROWS_AT_ONCE, ShowMore } from '../../ui/show-more.tsx';
import { ScrollSideways } from '../../ui/scroll-sideways.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EVERYTHING, filterAddress, filterOf } from './filter-address.ts';
import { FilterBar } from './filter-bar.tsx';
import { useSaveActivity } from './use-save-activity.ts';
import css from './activity.module.css';

type Entry = Output<'activity.list'>['items'][number];

/** More than anybody reads by scrolling; who needs more narrows the list, or saves it as a file. */
const MOST_ROWS = 1_000;

export function Activity() {
  const [, navigate] = useLocation();
  const { filter: address = '' } = useParams<{ filter?: string }>();
  const filter = useMemo(() => filterOf(address), [address]);
  const narrow = (next: ActivityFilterView): void => {
    const said = filterAddress(next);
    navigate(said === '' ? links.activity : links.activityBy(said));
  };
  const isNarrowed = address !== '';
  // Another filter begins with its newest entries again.
  const [wanted, setWanted] = useState({ address, rows: ROWS_AT_ONCE });
  const most = wanted.address === address ? wanted.rows : ROWS_AT_ONCE;
  const activity = useQuery('activity.list', { filter, limit: most });
  const choices = useQuery('activity.choices', {}).value;
  const shown = useLastAnswer(activity);
  const timeZone = useTimeZone();
  const items = shown?.items ?? [];
  const saving = useSaveActivity();
  const mayNotSave = useMayNot('activity.export');
  const about =
    filter.patientId === null ? null : items.find(({ person }) => person?.id === filter.patientId);
  const clear = isNarrowed ? () => narrow(EVERYTHING) : null;
  const mayBeMore = items.length >= most;
  return (
    <Screen
      title="Activity"
      aside={
        <>
          {saving.progress && (
            <Progress
              label="Entries read"
              words={
                saving.progress.of === null
                  ? 'The entries are being read'
                  : `${groupedDigits(saving.progress.read)} of ${groupedDigits(saving.progress.of)} entries are read`
              }
              done={saving.progress.read}
              of={saving.progress.of}
              onCancel={saving.cancel}
            />
          )}
          <Button
            icon={<Download />}
            blocked={mayNotSave}
            busy={saving.progress !== null}
            onClick={() => void saving.save(filter, timeZone)}
          >
            Save as a file
          </Button>
        </>
      }
      below={
        <FilterBar
          filter={filter}
          choices={choices}
          patientName={about?.person ? formatName(about.person) : null}
          onFilter={narrow}
          onClear={clear}
        />
      }
    >
      {saving.error && <ErrorNotice error={saving.error} />}
      {activity.error && !shown && <ErrorNotice error={activity.error} />}
      {!shown && !activity.error && <SkeletonRows count={6} label="The activity is being read" />}
      {choices?.everybody === false && (
        <p className={css.note}>These are the entries of your own work. A lead sees those of everybody.</p>
      )}
      {shown && items.length === 0 && !isNarrowed && (
        <EmptyState icon={<History size={26} />} title="Nothing has happened yet">
          Every check-in, label and collection is recorded here, with who did it.
        </EmptyState>
      )}
      {shown && items.length === 0 && isNarrowed && (
        <EmptyState icon={<SearchX size={26} />} title="No entry is like this">
          <Oldest choices={choices} timeZone={timeZone} />
        </EmptyState>
      )}
      {items.length > 0 && (
        <Panel title="Latest first" flush>
          <Entries items={items} filter={filter} timeZone={timeZone} onFilter={narrow} />
          {(activity.loading || mayBeMore) && most < MOST_ROWS && (
            <ShowMore
              order="latest"
              shown={items.length}
              total={null}
              busy={activity.loading}
              onMore={() => setWanted({ address, rows: most + ROWS_AT_ONCE })}
            />
          )}
          {mayBeMore && most >= MOST_ROWS && (
            <p className={css.end}>
              The latest {groupedDigits(most)} are shown. Choose days to see older ones.
            </p>
          )}
          {!activity.loading && !mayBeMore && (
            <p className={css.end}>
              <Oldest choices={choices} timeZone={timeZone} />
            </p>
          )}
        </Panel>
      )}
    </Screen>
  );
}

/** How far the activity goes back, so that nobody takes what was removed for what never happened. */
function Oldest({ choices, timeZone }: { choices: Output<'activity.choices'> | null; timeZone: string }) {
  if (choices === null || choices.oldestMs === null) return null;
  const day = (atMs: number): string => formatDate(shownClockAt(atMs, timeZone).date);
  return (
    <>
      There is nothing older than {day(choices.oldestMs)}
      {choices.removedMs === null ? '.' : `: entries up to ${day(choices.removedMs)} were removed.`}
    </>
  );
}

function Entries(props: {
  items: readonly Entry[];
  filter: ActivityFilterView;
  timeZone: string;
  onFilter: (filter: ActivityFilterView) => void;
}) {
  const { items, filter, timeZone, onFilter } = props;
  const rows = useRowsInSight(items, { about: 'activity', abovePx: 290, leastRowPx: 38 });
  return (
    <ScrollSideways label="What was done">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Patient</th>
            <th scope="col">What</th>
            <th scope="col">Details</th>
            <th scope="col">Visit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => {
            const clock = shownClockAt(entry.atMs, timeZone);
            const words = activityWords(entry, timeZone);
            const { person } = entry;
            return (
              <tr key={entry.number}>
                <td className={css.when}>
                  <time>{clock.time}</time> <span className={css.quiet}>{formatDate(clock.date)}</span>
                </td>
                <td className={css.who}>
                  <strong>{entry.actor}</strong>
                  {entry.actorName !== null && <span className={css.under}>{entry.actorName}</span>}
                  {entry.desk !== null && <span className={css.under}>{entry.desk}</span>}
                </td>
                <td className={css.person}>
                  {person && (
                    <button
                      type="button"
                      className={css.name}
                      aria-label={`Only what is about ${formatName(person)}, entry ${entry.number}`}
                      aria-pressed={filter.patientId === person.id}
                      onClick={() => onFilter({ ...filter, patientId: person.id })}
                    >
                      {formatName(person)}
                    </button>
                  )}
                  {person?.dateOfBirth && <span className={css.under}>{formatDate(person.dateOfBirth)}</span>}
                </td>
                <td>{words.title}</td>
                <td className={css.quiet}>{words.facts}</td>
                <td>
                  {entry.visitId !== null && (
                    <a
                      href={hrefOf(links.visit(entry.visitId))}
                      aria-label={`Open the visit of entry ${entry.number}`}
                    >
                      Open
                    </a>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollSideways>
  );
}

Activity.asksFirst = () => [
  questionOf('activity.list', { filter: EVERYTHING, limit: ROWS_AT_ONCE }),
  questionOf('activity.choices', {}),
];
