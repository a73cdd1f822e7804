// All sites of the copy's database, for the site manager: counts as each site has last written them, and none about a patient.
import { Building2, CircleCheck, CloudOff, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { waitingWords } from '../../../domain/span-words.ts';
import { useAskedAgain } from '../../host/use-asked-again.ts';
import { useQuery } from '../../host/use-query.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable, RowState } from '../../ui/record-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './fleet.module.css';

type Site = Output<'fleet.get'>['sites'][number];

const EVERY_MS = 15_000;
/** A site gives a sign of life every ten seconds. */
const SILENT_MS = 60_000;

const COLUMNS = [
  'Site',
  'Last sign of life',
  'Open visits',
  'Waiting',
  'Expected',
  'Waiting to be sent',
  'Needs attention',
  'Printers in trouble',
  'Not copied',
];

const shown = (count: number | null): string => (count === null ? 'not known' : String(count));

function notCopiedWords({ isWhole, lastSignMs, notCopied }: Site): string {
  if (isWhole) return shown(notCopied);
  return lastSignMs === null ? 'everything' : 'first copy under way';
}

export function Fleet() {
  const fleet = useQuery('fleet.get', {});
  const { refresh } = fleet;
  useAskedAgain(refresh, EVERY_MS);
  const { value } = fleet;
  return (
    <Screen title="Fleet">
      {fleet.error && (
        <ErrorNotice error={fleet.error}>
          <Button onClick={refresh}>Ask again</Button>
        </ErrorNotice>
      )}
      {!value && !fleet.error && <SkeletonRows count={4} label="The sites are being read" />}
      {value && value.problem !== null && (
        <EmptyState icon={<CloudOff size={26} />} title="The database of the copies tells nothing now">
          How the sites stand is not known here until it does: {value.problem}. No site waits for it. Tell
          whoever looks after the database if it stays so.
        </EmptyState>
      )}
      {value && value.problem === null && value.sites.length === 0 && (
        <EmptyState icon={<Building2 size={26} />} title="No sites are known here">
          {value.isConfigured
            ? 'No site was added to this database yet, or none has copied anything.'
            : 'This desk has no login for the counts of all sites: site.copy.fleet of the managed settings names it.'}
        </EmptyState>
      )}
      {value && value.sites.length > 0 && <Sites sites={value.sites} nowMs={value.nowMs ?? 0} />}
    </Screen>
  );
}

function Sites({ sites, nowMs }: { sites: readonly Site[]; nowMs: number }) {
  return (
    <Panel title="All sites" flush>
      <RecordTable label="Sites" columns={COLUMNS} isDense>
        {sites.map((site) => (
          <tr key={site.site}>
            <th scope="row">
              {site.location ?? site.site}
              <span className={css.quiet}>
                {site.lastSignMs === null ? 'no desk has ever copied it' : `${site.site}, ${site.machine}`}
              </span>
            </th>
            <td>
              <LastSign site={site} nowMs={nowMs} />
            </td>
            <td>{shown(site.open)}</td>
            <td>
              {shown(site.waiting)}
              {site.waitingSinceMs !== null && (
                <span className={css.quiet}>
                  longest {waitingWords(site.countedAtMs - site.waitingSinceMs)}
                </span>
              )}
            </td>
            <td>{shown(site.expected)}</td>
            <td>{shown(site.toSend)}</td>
            <td>{shown(site.attention)}</td>
            <td>{shown(site.printersInTrouble)}</td>
            <td>{notCopiedWords(site)}</td>
          </tr>
        ))}
      </RecordTable>
    </Panel>
  );
}

function LastSign({ site, nowMs }: { site: Site; nowMs: number }) {
  if (site.lastSignMs === null) {
    return (
      <RowState icon={TriangleAlert} className={css.silent}>
        never: its copy is to be set up
      </RowState>
    );
  }
  const ageMs = nowMs - site.lastSignMs;
  const isSilent = ageMs > SILENT_MS;
  return (
    <RowState icon={isSilent ? TriangleAlert : CircleCheck} className={isSilent ? css.silent : css.works}>
      {isSilent ? `silent for ${waitingWords(ageMs)}` : 'works'}
    </RowState>
  );
}
