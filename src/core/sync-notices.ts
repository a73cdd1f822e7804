// What a person at this desk should know of the service's data: that clocks differ, that records cannot be read.
import { countOddRecords, listOddRecords } from './store/mirror/odd-records.ts';
import type { StoredOddRecord } from './store/mirror/odd-records.ts';
import type { Db } from './store/open.ts';
import type { Upkeep } from './upkeep.ts';

export interface SyncNotice {
  /** Another id is another notice: one that was read once is shown again when it says something new. */
  readonly id: string;
  readonly kind: 'clock-differs' | 'records-unreadable';
  /** In words for a person; names records by their ids and nobody by name. */
  readonly detail: string;
}

/** More than these are counted and not named. */
const ODD_RECORDS_NAMED = 5;

/** Empty while all is well. */
export function syncNotices(db: Db, upkeep: Pick<Upkeep, 'clockDifference'>): SyncNotice[] {
  return [...clockNotice(upkeep), ...oddRecordsNotice(db)];
}

function clockNotice(upkeep: Pick<Upkeep, 'clockDifference'>): SyncNotice[] {
  const detail = upkeep.clockDifference();
  return detail === null ? [] : [{ id: 'clock-differs', kind: 'clock-differs', detail }];
}

function oddRecordsNotice(db: Db): SyncNotice[] {
  const { setAside, inPart } = countOddRecords(db);
  if (setAside + inPart === 0) return [];
  const shown = listOddRecords(db, ODD_RECORDS_NAMED);
  const more = setAside + inPart - shown.length;
  const which = shown.map(({ kind, id, field }) => `${kind}.${id}.${field}`).join('-');
  return [
    {
      id: `records-unreadable-${setAside}-${inPart}-${which}`,
      kind: 'records-unreadable',
      detail: [...shown.map(oddRecordWords), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
    },
  ];
}

/** Names the record and the field, and nothing of the person. */
function oddRecordWords({ kind, id, field, reason, used }: StoredOddRecord): string {
  const which = `${kind} ${id ?? 'without an id'}`;
  return used ? `${which}: shown without ${field} (${reason})` : `${which}: not shown, ${field} (${reason})`;
}
