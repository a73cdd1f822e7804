// Keeps this desk and the service in step: sends the changes of the outbox, reads what is new, and watches the
// connection. This file connects the parts; each part has a file of its own.
import type { Topic } from '../contract/events.ts';
import type { ActivityAbout, ActivityKind } from '../domain/activity.ts';
import type { Clock, Log, Random } from './ports/machine.ts';
import type { DocumentReader } from './ports/pictures.ts';
import type { Call, Refusals } from './service/client.ts';
import { isDiskFailure } from './store/db/connect.ts';
import { registrationsOfOrder } from './store/mirror/orders.ts';
import type { Store } from './store/open.ts';
import { serverIdOf } from './store/outbox/id-map.ts';
import { readSetting, writeSetting } from './store/desk/settings.ts';
import { countRows } from './store/outbox/outbox.ts';
import { recordActivity } from './activity.ts';
import { steadyClock } from './steady-clock.ts';
import { createConnection } from './line/connection.ts';
import {
  bookOverRow,
  discardRow,
  editPatientRow,
  linkExistingRow,
  repeatRow,
  retryRow,
  settleRow,
} from './outbox/decisions.ts';
import { createGateway } from './line/gateway.ts';
import { createDayWatch } from './line/day-watch.ts';
import { createTurns } from './line/turns.ts';
import { testRequest } from './line/test-request.ts';
import { createServiceClock } from './line/service-clock.ts';
import type { BelievedTime, ServiceClock } from './line/service-clock.ts';
import { createPuller } from './pull/puller.ts';
import { createReading } from './reading.ts';
import type { Sync } from './sync-interface.ts';
import { syncNotices } from './sync-notices.ts';
import { createUpkeep } from './upkeep.ts';
import type { Kept } from './retentions.ts';
import { createSender } from './outbox/sender.ts';
import { sendCancellationAgain } from './outbox/undone-cancellations.ts';
import { topicsOfChange } from './topics.ts';
import { SENDING_RULES } from './outbox/sending-rules.ts';
import type { SendingRules } from './outbox/sending-rules.ts';
import { PRINT_JOB_BYTES_KEPT_MS } from './store/desk/print-jobs.ts';

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
    /**
     * From the start of one reading of new records and of the visits that matter to the start of the next;
     * milliseconds.
     */
    readonly pullMs: number;
    /** Within this time everything is read again; milliseconds. */
    readonly fullPullMs: number;
    /**
     * So often at most a page of registrations is read for that, so that a very long list takes longer; milliseconds, ten
     * seconds when not given.
     */
    readonly pageEveryMs?: number;
    /** For so long the bytes of print jobs are kept, which hold names; milliseconds, three days when not given. */
    readonly printJobBytesKeptMs?: number;
    /** For how long other things are kept; as usual when not given. */
    readonly kept?: Partial<Kept>;
    /** The most requests in any minute that the desk makes without a person waiting; 240 when not given. */
    readonly requestsPerMinute?: number;
    /**
     * For so long after it was sent this service may still carry out a request whose answer was lost; milliseconds, two
     * minutes when not given. A creation in doubt is not repeated before.
     */
    readonly lateWriteMs?: number;
    /**
     * How long a desk that has read the service before waits at a start until it reads it again, so that its first window
     * is drawn first, from what is kept; milliseconds, none when not given.
     */
    readonly firstReadAfterMs?: number;
    /** Whether the service's events are taken as hints at what to read; not when not given. */
    readonly takesHints?: boolean;
    /** Training, where people move the service's time by days: whatever it tells is believed. */
    readonly believesAnyTime?: boolean;
  };
  /**
   * Whether it is uncertain whose the results of a registration (service's id) are; see operations/results-owner.ts. What is
   * in doubt is not read ahead.
   */
  readonly isResultInDoubt: (registrationId: string) => boolean;
  /** Whether this desk may send changes; false until it is certain that no other machine has taken its place. */
  readonly maySend?: () => boolean;
  readonly onChange: (topics: Topic[]) => void;
}

const REQUESTS_PER_MINUTE = 240;
const PAGE_EVERY_MS = 10_000;
/** When a start could not write to the disk, it is tried again after this. */
const DISK_AGAIN_MS = 5_000;
/** A service is changed by a new release, which is rare. */
const LEARN_REFUSALS_MS = 6 * 60 * 60_000;
const SENT_BY = 'Desk';

/** Begins nothing before {@link Sync.start}. `rules` are replaced by the simulation only. */
export function createSync(options: SyncOptions, rules: SendingRules = SENDING_RULES): Sync {
  const { store, service, random, log, config } = options;
  const clock = steadyClock(options.clock, log);
  const { db } = store;
  let closed = false;
  const closing = new AbortController();
  let refusalsLearnedAt = -Infinity;
  service.refusals?.know(readSetting(db, 'refusalShapes') ?? []);

  const keepOfTime = (what: 'believedTimeMs' | 'machineClockAheadMs', valueMs: number): void => {
    try {
      writeSetting(db, what, valueMs);
    } catch (thrown) {
      // The next start judges by what was kept before.
      sender.diskFailed(thrown);
    }
  };
  const believedTime: BelievedTime = {
    last: () => readSetting(db, 'believedTimeMs'),
    keep: (nowMs) => keepOfTime('believedTimeMs', nowMs),
    lastAheadMs: () => readSetting(db, 'machineClockAheadMs'),
    keepAheadMs: (aheadMs) => keepOfTime('machineClockAheadMs', aheadMs),
  };
  const ownClock = createServiceClock(clock, config.believesAnyTime === true ? null : believedTime);
  const serverNowMs = (): number => ownClock.nowMs();
  const dayWatch = createDayWatch({
    clock,
    nowMs: serverNowMs,
    timeZone: config.timeZone,
    onTurn() {
      options.onChange(['session', 'board', 'slots']);
      // The new day has people of its own.
      reading.readSoon();
    },
  });
  const serviceClock: ServiceClock = {
    ...ownClock,
    heard(serverDateMs, tookMs) {
      ownClock.heard(serverDateMs, tookMs);
      dayWatch.look();
    },
  };
  const gateway = createGateway({ service, clock, serviceClock, connection: () => connection });
  const connection = createConnection({
    clock,
    random,
    log,
    probe: () => testRequest(gateway),
    onChange: () => {
      options.onChange(['connection']);
      if (connection.pauseRestMs() > 0) reading.pauseBegan();
    },
    onBack: (wasDown) => {
      if (closed) return;
      sender.connectionIsBack();
      // After a start the first answer is that of the first reading, which is already under way.
      if (!wasDown) return;
      reading.connectionIsBack();
      // Slots that were asked for meanwhile came from the store, and say that the service cannot be asked.
      options.onChange(['slots']);
    },
    onPauseOver: () => {
      if (closed) return;
      turns.begin(reading.pauseIsOver(), gateway.answeredWellAtMs());
      sender.connectionIsBack();
      options.onChange(['slots']);
    },
  });
  const turns = createTurns({ clock, onOver: () => sender.wake() });
  const upkeep = createUpkeep({
    store,
    clock,
    serviceClock,
    timeZone: config.timeZone,
    printJobBytesKeptMs: config.printJobBytesKeptMs ?? PRINT_JOB_BYTES_KEPT_MS,
    kept: config.kept,
    log,
    onChange: options.onChange,
    onStoreTrouble: (thrown) => sender.diskFailed(thrown),
    isDiskStuck: () => sender.isDiskStuck(),
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
    pageEveryMs: config.pageEveryMs ?? PAGE_EVERY_MS,
    requestsPerMinute: config.requestsPerMinute ?? REQUESTS_PER_MINUTE,
    mayAsk: () => !closed && connection.usable(),
    pauseRestMs: () => connection.pauseRestMs(),
    turnRestMs: () => (sender.isSending() ? turns.restMs('reading') : 0),
    serverNowMs,
    takesHints: config.takesHints ?? false,
    onHintFailure: (thrown) => sender.diskFailed(thrown),
    isResultInDoubt: options.isResultInDoubt,
    onChange: options.onChange,
    onBoardRead: () => {
      if (closed) return;
      reading.boardWasRead();
      if (clock.monotonicMs() - refusalsLearnedAt >= LEARN_REFUSALS_MS) void learnRefusals();
    },
    lostNews: {
      visitOff: (visitId) => record(SENT_BY, 'visit-off', { visitId, reason: 'registration-gone' }),
      registrationLost: (about) => record(SENT_BY, 'registration-lost', about),
    },
    onAppointment: (appointment) => {
      const nowMs = serverNowMs();
      const startsAtMs = Date.parse(appointment.starts_at);
      const again = sendCancellationAgain(db, appointment, {
        nowMs,
        tell: ({ visitId }) => record(SENT_BY, 'appointment-cancelled-again', { visitId, startsAtMs }),
      });
      if (!again) return;
      options.onChange(topicsOfChange(again.kind));
      sender.wake();
    },
    attachedNews: {
      appointmentReplaced: (about) => record(SENT_BY, 'appointment-replaced', about),
      registrationMoved: (about) => record(SENT_BY, 'registration-moved', about),
      awaitedAgain: (about) => record(SENT_BY, 'moved', about),
      appointmentBack: (about) => record(SENT_BY, 'appointment-back', about),
    },
  });
  const reading = createReading({
    puller,
    connection,
    clock,
    log,
    pullMs: config.pullMs,
    // A desk that knows no location has nothing to show before it has read.
    firstAfterMs: () => (config.locationId() === null ? 0 : (config.firstReadAfterMs ?? 0)),
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
    maySend: () => connection.usable() && turns.restMs('changes') === 0 && (options.maySend?.() ?? true),
    serverNowMs,
    toldNowMs: () => (serviceClock.isKnown() ? serverNowMs() : null),
    timeZone: config.timeZone,
    onDiskStuck: () => options.onChange(['session', 'connection']),
    onMoved: (row) => {
      options.onChange(topicsOfChange(row.kind));
      upkeep.watchHolds();
      // A new registration has a form and a label, which should be here before the connection is lost.
      if (row.state === 'confirmed' && row.kind.startsWith('registration.')) {
        labelsNeeded([row.subjectId]);
        puller.fetchDocuments();
      }
      if (row.state === 'confirmed' && row.kind === 'order.cancel') orderCancelled(row.subjectId);
    },
    onEntry: (row, { kind, about }) => record(row.actor, kind, { visitId: row.visitId, ...about }),
  });

  /** Its registrations ended with it: nobody should find them here, or print a label for one, until the whole list was read twice. */
  function orderCancelled(orderId: string): void {
    const serverId = serverIdOf(db, 'order', orderId);
    if (serverId === null) return;
    puller.wereCancelled(registrationsOfOrder(db, serverId));
    reading.readSoon();
  }

  function labelsNeeded(registrationIds: readonly string[]): void {
    for (const id of registrationIds) {
      const serverId = serverIdOf(db, 'registration', id);
      if (serverId !== null) puller.fetchLabelNow(serverId);
    }
  }

  function record<Kind extends ActivityKind>(actor: string, kind: Kind, about: ActivityAbout<Kind>): void {
    options.onChange(recordActivity(db, { actor, atMs: serverNowMs() }, kind, about));
  }

  /**
   * Rows that were being sent when the last run stopped are now in doubt. If the disk cannot be written, the desk
   * starts all the same, so that the board can be read. It tries again until it succeeds, and sends nothing before.
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

  /**
   * Call it after a good reading: then an answer about a record that does not exist certainly comes from the service.
   */
  async function learnRefusals(): Promise<void> {
    refusalsLearnedAt = clock.monotonicMs();
    const shapes = await service.refusals?.learn([random.uuid(), random.uuid()], closing.signal);
    if (closed || !shapes || shapes.length === 0) return;
    try {
      writeSetting(db, 'refusalShapes', shapes);
    } catch (thrown) {
      // In this run they are known; only the next start has to learn them again.
      sender.diskFailed(thrown);
    }
  }

  return {
    start() {
      recover();
      upkeep.start();
      dayWatch.start();
      reading.start();
    },
    wake: () => sender.wake(),
    pullNow: () => reading.readEverything(),
    networkSwitched() {
      gateway.networkSwitched();
      connection.networkSwitched();
    },
    hearTime: () => connection.lookNow(),
    connection: () => connection.status(),
    hints: puller.hints,
    labelsNeeded,
    lookedAt(day) {
      if (puller.lookedAt(day)) reading.readSoon();
    },
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
    clockAheadMs: () => (serviceClock.isKnown() ? serviceClock.aheadMs() : null),
    clockDoubtedAheadMs() {
      const doubtedMs = serviceClock.doubtedMs();
      return doubtedMs === null ? null : Math.round(doubtedMs - clock.nowMs());
    },
    notices: () => syncNotices(db, upkeep),
    retry: (rowId) => retryRow(db, rowId),
    bookOver: (rowId) => bookOverRow(db, rowId),
    discard: (rowId, reason) => discardRow(db, rowId, { reason, nowMs: serverNowMs() }),
    asking() {
      const askedAtMs = gateway.nowMs();
      return (kind, records) => gateway.stillCurrent(kind, records, askedAtMs);
    },
    editPatient: (rowId, entered) => editPatientRow(db, rowId, entered),
    linkExisting: (rowId) => linkExistingRow(db, rowId, serverNowMs()),
    repeat: (rowId) => repeatRow(db, rowId),
    settle: (rowId, madeId) => settleRow(db, rowId, { madeId, nowMs: serverNowMs() }),
    async close() {
      closed = true;
      closing.abort();
      const read = reading.close();
      const keptUp = upkeep.close();
      dayWatch.close();
      connection.close();
      turns.close();
      const sent = sender.close();
      gateway.close();
      await sent;
      await read;
      await puller.close();
      await keptUp;
    },
  };
}
