// Notices for people about the service's data and what the desk does by itself: clocks that differ, records that cannot be read or are not
// listed any more, and backups that fail.
import { readSetting } from './store/desk/settings.ts';
import { countOddRecords, listOddRecords } from './store/mirror/odd-records.ts';
import type { StoredOddRecord } from './store/mirror/odd-records.ts';
import type { Db } from './store/open.ts';
import type { Upkeep } from './upkeep.ts';

export interface SyncNotice {
  /** A notice that a person has dismissed is shown again when its id changes, so the id changes with what it says. */
  readonly id: string;
  readonly kind:
    | 'clock-differs'
    | 'clock-doubted'
    | 'clock-unconfirmed'
    | 'records-unreadable'
    | 'registrations-vanished'
    | 'not-backed-up';
  /** In words for a person. It names records by their ids and no person by name. */
  readonly detail: string;
}

/** So many are named; the others are only counted. */
const ODD_RECORDS_NAMED = 5;

type Troubles = Pick<Upkeep, 'clockTrouble' | 'backupTrouble'>;

/** The notices of now; empty while nothing is wrong. */
export function syncNotices(db: Db, upkeep: Troubles): SyncNotice[] {
  return [...clockNotice(upkeep), ...vanishedNotice(db), ...oddRecordsNotice(db), ...backupNotice(upkeep)];
}

function clockNotice(upkeep: Troubles): SyncNotice[] {
  const trouble = upkeep.clockTrouble();
  return trouble === null ? [] : [{ id: trouble.kind, ...trouble }];
}

function backupNotice(upkeep: Troubles): SyncNotice[] {
  const trouble = upkeep.backupTrouble();
  return trouble === null ? [] : [trouble];
}

function vanishedNotice(db: Db): SyncNotice[] {
  const vanished = readSetting(db, 'registrationsVanished');
  if (vanished === null) return [];
  const { sinceMs, known, missing } = vanished;
  return [
    {
      id: `registrations-vanished-${sinceMs}`,
      kind: 'registrations-vanished',
      detail: `The service’s list lacks ${missing} of the ${known} registrations that it had before.`,
    },
  ];
}

function oddRecordsNotice(db: Db): SyncNotice[] {
  const { setAside, inPart } = countOddRecords(db);
  if (setAside + inPart === 0) return [];
  const shown = listOddRecords(db, ODD_RECORDS_NAMED);
  const more = setAside + inPart - shown.reduce((sum, { records }) => sum + records, 0);
  const which = shown.map(({ kind, id, field }) => `${kind}.${id}.${field}`).join('-');
  return [
    {
      id: `records-unreadable-${setAside}-${inPart}-${which}`,
      kind: 'records-unreadable',
      detail: [...shown.map(oddRecordWords), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
    },
  ];
}

/** Names the record and its field; says nothing of the person. */
function oddRecordWords({ kind, id, field, reason, used, records }: StoredOddRecord): string {
  const which = `${kind} ${id ?? (records === 1 ? 'without an id' : `without an id, ${records} times`)}`;
  return used ? `${which}: shown without ${field} (${reason})` : `${which}: not shown, ${field} (${reason})`;
}
