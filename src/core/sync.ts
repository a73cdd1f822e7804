// Keeps this desk and the service at one: sends what waits, reads what is new, and knows how the line stands.
import type { Topic } from '../contract/events.ts';
import type { ActivityAbout, ActivityKind } from '../domain/activity.ts';
import type { Clock, DocumentReader, Log, Random } from './ports.ts';
import type { Call, Refusals } from './service/client.ts';
import { isDiskFailure } from './store/db/connect.ts';
import type { Store } from './store/open.ts';
import { serverIdOf } from './store/outbox/id-map.ts';
import { readSetting, writeSetting } from './store/desk/settings.ts';
import { countRows } from './store/outbox/outbox.ts';
import type { OutboxCounts } from './store/outbox/outbox.ts';
import { recordActivity } from './activity.ts';
import { steadyClock } from './steady-clock.ts';
import { createConnection } from './line/connection.ts';
import type { ConnectionStatus } from './line/connection.ts';
import { discardRow, editPatientRow, linkExistingRow, retryRow } from './outbox/decisions.ts';
import { createGateway } from './line/gateway.ts';
import { createServiceClock } from './line/service-clock.ts';
import type { EnteredPerson } from '../domain/change.ts';
import { createPuller } from './pull/puller.ts';
import { createReading } from './reading.ts';
import { syncNotices } from './sync-notices.ts';
import type { SyncNotice } from './sync-notices.ts';
import { createUpkeep } from './upkeep.ts';
import { createSender } from './outbox/sender.ts';
import { topicsOfChange } from './topics.ts';
import { SENDING_RULES } from './outbox/sending-rules.ts';
import type { SendingRules } from './outbox/sending-rules.ts';

export interface SyncOptions {
  readonly store: Store;
  readonly service: {
    readonly call: Call;
    /** Left out by tests whose service refuses in the sandbox's way. */
    readonly refusals?: Refusals;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly documentReader: DocumentReader;
  readonly config: {
    readonly timeZone: string;
    readonly locationId: () => string | null;
    /** Between two looks at what is new and at the visits that matter. */
    readonly pullMs: number;
    /** Within this time everything is seen again. */
    readonly fullPullMs: number;
    /** The most that is asked of the service by itself in any minute; 240 when not given. */
    readonly requestsPerMinute?: number;
    /**
     * How long after its sending a request may still be carried out by this service; two minutes when not given. Creations in
     * doubt wait for this before they are repeated.
     */
    readonly lateWriteMs?: number;
  };
  readonly onChange: (topics: Topic[]) => void;
}

/** Instants by the service's clock, milliseconds since the epoch; null before that was read at all. */
export interface BoardFreshness {
  /** Today's board is known to be complete up to here: the older one of the next two. */
  readonly asOfMs: number | null;
  /** Each of today's open visits was asked after since. */
  readonly visitsAsOfMs: number | null;
  /** Bookings made up to here are known. */
  readonly newBookingsAsOfMs: number | null;
  /** Everything was seen since, bookings of other days included, which can be moved to today. */
  readonly everythingAsOfMs: number | null;
  /** False while the first reading since the start may still bring the board. */
  readonly firstPullDone: boolean;
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
  /** How old what is shown is, and whether this run's first reading has ended. */
  freshness(): BoardFreshness;
  /**
   * True while something is being read from the service, or is about to be: what is not here yet may come any moment.
   * False with the line down.
   */
  isReading(): boolean;
  counts(): OutboxCounts;
  /** True while the disk takes nothing that is written, so that nothing is sent either. */
  isDiskStuck(): boolean;
  /**
   * Tells what a write outside the sync ended with. Where the disk was the reason, {@link isDiskStuck} is true until a write
   * succeeds, which is tried again by itself. Never throws.
   */
  diskFailed(thrown: unknown): void;
  /** This machine's time corrected by the service's Date header. */
  serverNowMs(): number;
  notices(): readonly SyncNotice[];
  /** The four below run inside the caller's transaction and throw AppException where the row's state forbids them. */
  retry(rowId: string): void;
  discard(rowId: string, reason: string): void;
  editPatient(rowId: string, entered: EnteredPerson): void;
  linkExisting(rowId: string): void;
  /** Ends when nothing is under way any more; the store can be closed then. */
  close(): Promise<void>;
}

const REQUESTS_PER_MINUTE = 240;
/** A start that could not write is made up for after this. */
const DISK_AGAIN_MS = 5_000;
/** A service is changed by a new release, which is rare. */
const LEARN_REFUSALS_MS = 6 * 60 * 60_000;
const SENT_BY = 'Desk';

export function createSync(options: SyncOptions, rules: SendingRules = SENDING_RULES): Sync {
  const { store, service, random, log, config } = options;
  const clock = steadyClock(options.clock, log);
  const { db } = store;
  let closed = false;
  const closing = new AbortController();
  let refusalsLearnedAt = -Infinity;
  service.refusals?.know(readSetting(db, 'refusalShapes') ?? []);

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
      if (wasDown) reading.lineIsBack();
    },
  });
  const upkeep = createUpkeep({
    store,
    clock,
    serviceClock,
    timeZone: config.timeZone,
    log,
    onChange: options.onChange,
    onStoreTrouble: (thrown) => sender.diskFailed(thrown),
  });
  const puller = createPuller({
    db,
    gateway,
    clock,
    random,
    log,
    documentReader: options.documentReader,
    timeZone: config.timeZone,
    locationId: config.locationId,
    pullMs: config.pullMs,
    everythingMs: config.fullPullMs,
    requestsPerMinute: config.requestsPerMinute ?? REQUESTS_PER_MINUTE,
    mayAsk: () => !closed && connection.usable(),
    serverNowMs,
    onChange: options.onChange,
    onBoardRead: () => {
      if (closed) return;
      reading.boardWasRead();
      if (clock.monotonicMs() - refusalsLearnedAt >= LEARN_REFUSALS_MS) void learnRefusals();
    },
    onVisitOff: (visitId) => record(SENT_BY, 'visit-off', { visitId, reason: 'registration-gone' }),
  });
  const reading = createReading({
    puller,
    connection,
    clock,
    log,
    pullMs: config.pullMs,
    onProgress: () => options.onChange(['board', 'connection']),
    onFailure: (thrown) => sender.diskFailed(thrown),
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
      upkeep.watchHolds();
      // The registration that has just been made, or given to a person, needs its label now and its form when the line
      // goes down.
      if (row.state === 'confirmed' && row.kind.startsWith('registration.')) {
        const registrationId = serverIdOf(db, 'registration', row.subjectId);
        if (registrationId !== null) puller.fetchLabelNow(registrationId);
        puller.fetchDocuments();
      }
    },
    onEntry: (row, { kind, about }) => record(row.actor, kind, { visitId: row.visitId, ...about }),
  });

  function record<Kind extends ActivityKind>(actor: string, kind: Kind, about: ActivityAbout<Kind>): void {
    options.onChange(recordActivity(db, { actor, atMs: serverNowMs() }, kind, about));
  }

  /**
   * What the last run left under way is in doubt. A disk that takes nothing keeps nobody from looking at the board: it is
   * tried again until it succeeds, and nothing is sent before.
   */
  function recover(): void {
    if (closed) return;
    try {
      rules.recover(db);
    } catch (thrown) {
      if (!isDiskFailure(thrown)) throw thrown;
      sender.diskFailed(thrown);
      clock.after(DISK_AGAIN_MS, recover);
      return;
    }
    sender.wake();
  }

  /** The service has just answered a whole reading well, so what it says of records that do not exist is its own word. */
  async function learnRefusals(): Promise<void> {
    refusalsLearnedAt = clock.monotonicMs();
    const shapes = await service.refusals?.learn([random.uuid(), random.uuid()], closing.signal);
    if (closed || !shapes || shapes.length === 0) return;
    try {
      writeSetting(db, 'refusalShapes', shapes);
    } catch (thrown) {
      // They are known in this run all the same.
      sender.diskFailed(thrown);
    }
  }

  return {
    start() {
      recover();
      upkeep.start();
      reading.start();
    },
    wake: () => sender.wake(),
    pullNow: () => reading.readEverything(),
    lineChanged() {
      gateway.lineChanged();
      connection.lineChanged();
    },
    connection: () => connection.status(),
    freshness() {
      const { visits, newBookings, everything } = puller.asOf();
      return {
        asOfMs: visits === null || newBookings === null ? null : Math.min(visits, newBookings),
        visitsAsOfMs: visits,
        newBookingsAsOfMs: newBookings,
        everythingAsOfMs: everything,
        firstPullDone: reading.isFirstOver(),
      };
    },
    isReading: () => reading.isUnderWay(),
    counts: () => countRows(db),
    isDiskStuck: () => sender.isDiskStuck(),
    diskFailed: (thrown) => sender.diskFailed(thrown),
    serverNowMs,
    notices: () => syncNotices(db, upkeep),
    retry: (rowId) => retryRow(db, rowId),
    discard: (rowId, reason) => discardRow(db, rowId, { reason, nowMs: clock.nowMs() }),
    editPatient: (rowId, entered) => editPatientRow(db, rowId, entered),
    linkExisting: (rowId) => linkExistingRow(db, rowId, serverNowMs()),
    async close() {
      closed = true;
      closing.abort();
      const read = reading.close();
      const keptUp = upkeep.close();
      connection.close();
      const sent = sender.close();
      gateway.close();
      await sent;
      await read;
      await puller.close();
      await keptUp;
    },
  };
}
