// Keeps this desk and the service at one: sends what waits, reads what is new, and knows how the line stands.
import type { Topic } from '../contract/events.ts';
import type { ActivityAbout, ActivityKind } from '../domain/activity.ts';
import { AppException, toAppError } from '../domain/app-error.ts';
import { wallClockAt } from '../domain/site-time.ts';
import type { Clock, LabelCodeReader, Log, Random } from './ports.ts';
import type { Call } from './service/client.ts';
import { forgetOldDocuments } from './store/mirror/documents.ts';
import { countOddRecords, listOddRecords } from './store/mirror/odd-records.ts';
import type { StoredOddRecord } from './store/mirror/odd-records.ts';
import { lapseHolds } from './store/mirror/holds.ts';
import type { Store } from './store/open.ts';
import { forgetConfirmedRows } from './store/outbox/outbox-recovery.ts';
import { countRows } from './store/outbox/outbox.ts';
import type { OutboxCounts } from './store/outbox/outbox.ts';
import { readSetting, writeSetting } from './store/desk/settings.ts';
import { recordActivity } from './activity.ts';
import { steadyClock } from './steady-clock.ts';
import { createConnection } from './line/connection.ts';
import type { ConnectionStatus } from './line/connection.ts';
import { discardRow, editPatientRow, linkExistingRow, retryRow } from './outbox/decisions.ts';
import { createGateway } from './line/gateway.ts';
import { createServiceClock } from './line/service-clock.ts';
import type { PayloadOf } from '../domain/change.ts';
import { createPuller } from './pull/puller.ts';
import { createSender } from './outbox/sender.ts';
import { topicsOfChange } from './topics.ts';
import { SENDING_RULES } from './outbox/sending-rules.ts';
import type { SendingRules } from './outbox/sending-rules.ts';

export interface SyncOptions {
  readonly store: Store;
  readonly service: { readonly call: Call };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly labelCodeReader: LabelCodeReader;
  readonly config: {
    readonly timeZone: string;
    readonly locationId: () => string | null;
    /** Between two looks at the visits of today and tomorrow. */
    readonly pullMs: number;
    /** Between two readings of everything. */
    readonly fullPullMs: number;
    /**
     * How long after its sending a request may still be carried out by this service; two minutes when not given. Creations in
     * doubt wait for this before they are repeated.
     */
    readonly lateWriteMs?: number;
  };
  readonly onChange: (topics: Topic[]) => void;
}

export interface SyncNotice {
  /** Another id is another notice: one that was read once is shown again when it says something new. */
  readonly id: string;
  readonly kind: 'clock-differs' | 'records-unreadable';
  readonly detail: string;
}

export interface Sync {
  start(): void;
  /** Something was enqueued. */
  wake(): void;
  /** Reads everything now, as far as the line allows. */
  pullNow(): void;
  /** The line was switched or mended: looks at once instead of at the next probe. */
  lineChanged(): void;
  connection(): ConnectionStatus;
  /** When the board was last read from the service (its clock), and whether this run's first reading has ended. */
  freshness(): { readonly asOfMs: number | null; readonly firstPullDone: boolean };
  /**
   * True while something is being read from the service, or is about to be: what is not here yet may come any moment.
   * False with the line down.
   */
  isReading(): boolean;
  counts(): OutboxCounts;
  /** True while the disk takes nothing that is written, so that nothing is sent either. */
  isDiskStuck(): boolean;
  /** This machine's time corrected by the service's Date header. */
  serverNowMs(): number;
  notices(): readonly SyncNotice[];
  /** The four below run inside the caller's transaction and throw AppException where the row's state forbids them. */
  retry(rowId: string): void;
  discard(rowId: string, reason: string): void;
  editPatient(rowId: string, draft: Omit<PayloadOf<'patient.create'>, 'patientId' | 'foreignId'>): void;
  linkExisting(rowId: string): void;
  /** Ends when nothing is under way any more; the store can be closed then. */
  close(): Promise<void>;
}

const CLOCK_WATCH_MS = 15_000;
const ODD_RECORDS_NAMED = 5;
const CLOCK_WARNING_MS = 2 * 60_000;
/** Forms and labels of people long gone make every backup and every start slower. */
const DOCUMENTS_KEPT_MS = 14 * 86_400_000;
const HOLD_END_GRACE_MS = 250;
const HOLD_WATCH_MS = 60_000;
/** A reading that begins within this time is as good as begun to somebody who waits for it. */
const SOON_MS = 1_000;
const BACKUP_MS = 60 * 60_000;
/** Long enough to answer for what was sent, short enough not to keep what the service keeps anyway. */
const CONFIRMED_ROWS_KEPT_MS = 30 * 86_400_000;
/** A line that comes and goes is no reason to read everything each time. */
const FULL_AGAIN_MS = 10 * 60_000;
/** A pull that failed for no reason of the line's is tried again after this. */
const FAILED_PULL_MS = 15_000;
const SENT_BY = 'Desk';

/** Names the record and the field, and nothing of the person. */
function oddRecordWords({ kind, id, field, reason, used }: StoredOddRecord): string {
  const which = `${kind} ${id ?? 'without an id'}`;
  return used ? `${which}: shown without ${field} (${reason})` : `${which}: not shown, ${field} (${reason})`;
}

export function createSync(options: SyncOptions, rules: SendingRules = SENDING_RULES): Sync {
  const { store, service, random, log, config } = options;
  const clock = steadyClock(options.clock, log);
  const { db } = store;
  let closed = false;
  let pulling: Promise<void> | null = null;
  let readsSoon = false;
  let belongingsWanted = false;
  let fullWanted = true;
  let firstPullDone = false;
  let asOfMs = readSetting(db, 'fullPullAtMs');
  let lastFullAt = -Infinity;
  let cancelPull: () => void = () => {};
  let cancelBackup: () => void = () => {};
  let cancelLapse: () => void = () => {};
  let cancelClockWatch: () => void = () => {};

  const serviceClock = createServiceClock(clock);
  const serverNowMs = (): number => serviceClock.nowMs();
  const gateway = createGateway({ service, clock, serviceClock, connection: () => connection });
  const connection = createConnection({
    clock,
    random,
    log,
    probe: () => gateway.call('locations.list', { query: { results_per_page: 1 } }),
    onChange: () => options.onChange(['connection']),
    onBack: (wasDown) => {
      if (closed) return;
      sender.lineIsBack();
      // The first answer after a start comes to the first reading itself, which is under way.
      if (!wasDown) return;
      fullWanted ||= clock.monotonicMs() - lastFullAt >= FULL_AGAIN_MS;
      pullSoon(0);
    },
  });
  const puller = createPuller({
    db,
    gateway,
    log,
    labelCodeReader: options.labelCodeReader,
    timeZone: config.timeZone,
    locationId: config.locationId,
    serverNowMs,
    onChange: options.onChange,
    onBoardRead: () => {
      if (closed) return;
      asOfMs = serverNowMs();
      firstPullDone = true;
      writeSetting(db, 'fullPullAtMs', asOfMs);
      options.onChange(['board', 'connection']);
    },
    onVisitOff: (visitId) => record(SENT_BY, 'visit-off', { visitId, reason: 'registration-gone' }),
  });
  const sender = createSender({
    db,
    gateway,
    clock,
    random,
    log,
    rules: { ...rules, lateWriteMs: config.lateWriteMs ?? rules.lateWriteMs },
    maySend: () => connection.usable(),
    serverNowMs,
    timeZone: config.timeZone,
    onDiskStuck: () => options.onChange(['session', 'connection']),
    onMoved: (row) => {
      options.onChange(topicsOfChange(row.kind));
      watchHolds();
      // The registration that has just been made has a form and a label worth having when the line goes down.
      if (row.state === 'confirmed' && row.kind.startsWith('registration.')) fetchBelongings();
    },
    onEntry: (row, { kind, about }) => record(row.actor, kind, { visitId: row.visitId, ...about }),
  });

  function record<Kind extends ActivityKind>(actor: string, kind: Kind, about: ActivityAbout<Kind>): void {
    options.onChange(recordActivity(db, { actor, atMs: serverNowMs() }, kind, about));
  }

  function pullSoon(delayMs: number): void {
    if (closed) return;
    cancelPull();
    readsSoon = delayMs <= SOON_MS;
    cancelPull = clock.after(delayMs, pull);
  }

  function pull(): void {
    if (closed) return;
    readsSoon = false;
    if (pulling) {
      // What is asked for now may not be in the answers under way.
      pullSoon(1_000);
      return;
    }
    if (!connection.usable()) {
      // The connection calls when the line is back; this is for the first start with a dead one.
      firstPullDone ||= connection.status().state !== 'connecting';
      return;
    }
    const full = fullWanted || clock.monotonicMs() - lastFullAt >= config.fullPullMs;
    fullWanted = false;
    pulling = (full ? puller.full() : puller.recent())
      .then(() => {
        if (closed) return;
        if (full) lastFullAt = clock.monotonicMs();
        // The line came back, or somebody asked, while this was being read: what it says may be older than that.
        return fullWanted ? 0 : config.pullMs;
      })
      .catch((thrown: unknown) => {
        if (closed) return;
        fullWanted ||= full;
        const error = toAppError(thrown, 'pull');
        log.warn('pull did not end', { kind: error.kind, detail: error.detail });
        if (!(thrown instanceof AppException)) log.error('pull failed', { error: String(thrown) });
        return FAILED_PULL_MS;
      })
      .then((nextMs) => {
        readingEnded();
        if (closed || nextMs === undefined) return;
        firstPullDone = true;
        options.onChange(['board', 'connection']);
        pullSoon(nextMs);
      });
  }

  function fetchBelongings(): void {
    // A reading under way may have passed this point already, so its end is waited for.
    belongingsWanted = pulling !== null;
    if (closed || belongingsWanted || !connection.usable()) return;
    pulling = puller
      .belongings()
      .catch((thrown: unknown) => {
        // The next reading asks for them again.
        if (!closed) log.debug('belongings not fetched', { kind: toAppError(thrown, 'pull').kind });
      })
      .finally(readingEnded);
  }

  function readingEnded(): void {
    pulling = null;
    if (belongingsWanted) fetchBelongings();
  }

  /** Holds end by themselves at the service; here they are marked when their time comes. */
  function watchHolds(): void {
    if (closed) return;
    cancelLapse();
    const { changed, nextEndMs } = lapseHolds(db, serverNowMs());
    if (changed) options.onChange(['board', 'slots']);
    if (nextEndMs === null) return;
    // What is known of the service's time may change meanwhile, so no hold is left unwatched for long.
    const restMs = Math.max(0, nextEndMs - serverNowMs()) + HOLD_END_GRACE_MS;
    cancelLapse = clock.after(Math.min(restMs, HOLD_WATCH_MS), watchHolds);
  }

  function lookAfterStoreEachHour(): void {
    cancelBackup = clock.after(BACKUP_MS, () => {
      const changes = forgetConfirmedRows(db, clock.nowMs() - CONFIRMED_ROWS_KEPT_MS);
      const documents = forgetOldDocuments(db, serverNowMs() - DOCUMENTS_KEPT_MS);
      if (changes + documents > 0) log.info('kept long enough', { changes, documents });
      store
        .backUp()
        .then(() => log.debug('backup made'))
        .catch((thrown: unknown) => log.error('backup failed', { error: String(thrown) }))
        .finally(() => {
          if (!closed) lookAfterStoreEachHour();
        });
    });
  }

  const clocksDiffer = (): boolean => Math.abs(serviceClock.aheadMs()) >= CLOCK_WARNING_MS;

  function clockNotice(): SyncNotice[] {
    if (!clocksDiffer()) return [];
    const shown = wallClockAt(serverNowMs(), config.timeZone);
    const minutes = Math.round(Math.abs(serviceClock.aheadMs()) / 60_000);
    return [
      {
        id: 'clock-differs',
        kind: 'clock-differs',
        detail: `The service's clock shows ${shown.time}; this machine's differs by ${minutes} min.`,
      },
    ];
  }

  /** A machine's clock can be set at any moment, and nothing tells but looking. */
  function watchMachineClock(): void {
    const differed = clocksDiffer();
    cancelClockWatch = clock.after(CLOCK_WATCH_MS, () => {
      if (clocksDiffer() !== differed) options.onChange(['session']);
      watchHolds();
      watchMachineClock();
    });
  }

  function oddRecordsNotice(): SyncNotice[] {
    const { setAside, inPart } = countOddRecords(db);
    if (setAside + inPart === 0) return [];
    const shown = listOddRecords(db, ODD_RECORDS_NAMED);
    const more = setAside + inPart - shown.length;
    return [
      {
        id: `records-unreadable-${setAside}-${inPart}-${shown.map(({ kind, id, field }) => `${kind}.${id}.${field}`).join('-')}`,
        kind: 'records-unreadable',
        detail: [...shown.map(oddRecordWords), ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
      },
    ];
  }

  return {
    start() {
      rules.recover(db);
      watchMachineClock();
      watchHolds();
      lookAfterStoreEachHour();
      sender.wake();
      pullSoon(0);
    },
    wake: () => sender.wake(),
    pullNow() {
      fullWanted = true;
      if (!connection.usable()) connection.lookNow();
      pullSoon(0);
    },
    lineChanged() {
      gateway.lineChanged();
      connection.lineChanged();
    },
    connection: () => connection.status(),
    freshness: () => ({ asOfMs, firstPullDone }),
    isReading: () => connection.usable() && (pulling !== null || readsSoon),
    counts: () => countRows(db),
    isDiskStuck: () => sender.isDiskStuck(),
    serverNowMs,
    notices: () => [...clockNotice(), ...oddRecordsNotice()],
    retry: (rowId) => retryRow(db, rowId),
    discard: (rowId, reason) => discardRow(db, rowId, { reason, nowMs: clock.nowMs() }),
    editPatient: (rowId, draft) => editPatientRow(db, rowId, draft),
    linkExisting: (rowId) => linkExistingRow(db, rowId, serverNowMs()),
    async close() {
      closed = true;
      cancelPull();
      cancelBackup();
      cancelLapse();
      cancelClockWatch();
      connection.close();
      const sent = sender.close();
      gateway.close();
      await sent;
      await pulling?.catch(() => {});
    },
  };
}
