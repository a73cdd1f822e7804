// The list of who did what, when, on which visit. Entries are only added, never changed.
import { History } from 'lucide-react';
import { useState } from 'react';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, wallClockAt } from '../../../domain/site-time.ts';
import { questionOf } from '../../host/query-cache.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { activityWords } from '../../shared/words/activity-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useRowsInSight } from '../../ui/rows-in-sight.ts';
import { ROWS_AT_ONCE, ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLast } from '../../ui/use-last.ts';
import { hrefOf, links } from '../../shared/links.ts';
import css from './activity.module.css';

export function Activity() {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const activity = useQuery('activity.list', { limit: most });
  const shown = useLast(activity.value);
  const timeZone = useTimeZone();
  const items = shown?.items ?? [];
  const rows = useRowsInSight(items, { about: 'activity', leastRowPx: 36 });
  return (
    <Screen title="Activity">
      {activity.error && !shown && <ErrorNotice error={activity.error} />}
      {!shown && !activity.error && <SkeletonRows count={6} label="The activity is being read" />}
      {shown && items.length === 0 && (
        <EmptyState icon={<History size={26} />} title="Nothing has happened yet">
          Every check-in, label and collection is recorded here, with who did it.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Panel title="Latest first" flush>
          <div className={css.scroll}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">Person</th>
                  <th scope="col">What</th>
                  <th scope="col">Details</th>
                  <th scope="col">Visit</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((entry) => {
                  const clock = wallClockAt(entry.atMs, timeZone);
                  const words = activityWords(entry, timeZone);
                  return (
                    <tr key={entry.number}>
                      <td className={css.when}>
                        <time>{clock.time}</time> <span className={css.quiet}>{formatDate(clock.date)}</span>
                      </td>
                      <td>
                        <strong>{entry.actor}</strong>
                      </td>
                      <td className={css.person}>
                        {entry.person && formatName(entry.person)}
                        {entry.person?.dateOfBirth && (
                          <span className={css.birth}>{formatDate(entry.person.dateOfBirth)}</span>
                        )}
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
          </div>
          {(activity.loading || items.length === most) && (
            <ShowMore
              order="latest"
              shown={items.length}
              total={null}
              busy={activity.loading}
              onMore={() => setMost(most + ROWS_AT_ONCE)}
            />
          )}
        </Panel>
      )}
    </Screen>
  );
}

Activity.asksFirst = () => [questionOf('activity.list', { limit: ROWS_AT_ONCE })];
