// Reads the service's records into the mirror: new registrations, changes of the visits that matter, and little by
// little everything.
import type { Topic } from '../../contract/events.ts';
import { AppException } from '../../domain/app-error.ts';
import { addDays, instantOf, wallClockAt } from '../../domain/site-time.ts';
import type { Appointment } from '../../wire/appointment.ts';
import type { Gateway } from '../line/gateway.ts';
import { READING_TRACES } from '../line/traces.ts';
import type { ReadingTrace } from '../line/traces.ts';
import type { Clock, Log, Random } from '../ports/machine.ts';
import type { DocumentReader } from '../ports/pictures.ts';
import { DAYS_LOOKED_BACK } from '../store/desk/days-read.ts';
import type { Db } from '../store/db/database.ts';
import { attachVisits } from '../store/desk/visits-of-appointments.ts';
import type { LostNews } from '../store/desk/visits-of-appointments.ts';
import type { AttachedNews } from '../store/desk/visits-of-appointments.ts';
import { listLocations } from '../store/mirror/locations.ts';
import { registrationsOfAppointment } from '../store/mirror/pull-needs.ts';
import type { Days } from '../store/mirror/pull-needs.ts';
import { saveTimesTold } from '../store/mirror/told-rows.ts';
import { createAppointmentsWanted } from './appointments-wanted.ts';
import { createAsker } from './asker.ts';
import { createDaysTold, FIRST_LOOKED_BACK } from './days-told.ts';
import { createDaysInSight } from './days-in-sight.ts';
import type { DayInSight } from './days-in-sight.ts';
import { createDocumentsAhead } from './documents-ahead.ts';
import { createFreshness } from './freshness.ts';
import { createGoneRegistrations } from './gone-registrations.ts';
import { createHints } from './hints.ts';
import type { Hints } from './hints.ts';
import type { AsOf } from './freshness.ts';
import { createCatalogueAhead } from './product-detail.ts';
import { createRecords } from './records.ts';
import { createRegistrationList } from './registration-list.ts';
import { createListJudge } from './registration-reading.ts';
import { createRemovalBrake } from './removal-brake.ts';
import { createRequestLimit } from './request-limit.ts';
import type { RequestLimit } from './request-limit.ts';
import { createResultsAhead } from './results-ahead.ts';
import { createShortLists } from './short-lists.ts';
import { createSingleRecords } from './single-records.ts';
import { readTimetable } from './timetable-ahead.ts';
import { createVisitRound, RELAXED } from './visit-round.ts';
import { createVisitsAhead } from './visits-ahead.ts';

/** How many records are read at once: enough to be quick, and few enough for requests that a person waits for. */
const READS_AT_ONCE = 4;
/** Few appointments are further than this from the day on which their test was registered. */
const RECENT_DAYS = 90;
/** The share of the desk's own requests that is kept for forms and labels, and for results once these are here. */
const DOCUMENTS_SHARE = 0.25;
/** The share of the time between two readings for reading visits one by one, so that the next reading is not late. */
const ROUND_SHARE = 0.8;
/** Visits get at least this share, however long the list took. */
const LEAST_ROUND_SHARE = 0.4;
/** For so many open visits one more page of the list is read, because one page shows up to 100 registrations. */
const VISITS_FOR_A_PAGE = 5;

export interface PullerOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly documentReader: DocumentReader;
  readonly timeZone: string;
  readonly locationId: () => string | null;
  /** The time between two readings, in milliseconds. */
  readonly pullMs: number;
  /** Within this time everything is read again, in milliseconds. */
  readonly everythingMs: number;
  /** So often at most a page of the list is read for that; milliseconds. A very long list takes longer, then. */
  readonly pageEveryMs: number;
  /** The most requests per minute that the desk sends by itself; requests that a person waits for do not count. */
  readonly requestsPerMinute: number;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  /** Milliseconds until a pause that the service asked for is over; 0: there is none. */
  readonly pauseRestMs: () => number;
  /** Milliseconds until it is the reading's turn after one; 0: it is. */
  readonly turnRestMs: () => number;
  /** The service's time, in milliseconds since the epoch. */
  readonly serverNowMs: () => number;
  /** Whether it is uncertain whose the results of a registration (service's id) are. */
  readonly isResultInDoubt: (registrationId: string) => boolean;
  readonly onChange: (topics: Topic[]) => void;
  /** The board shows what the service has; the rest is still being read. */
  readonly onBoardRead: () => void;
  /** Whether the service's events are taken as hints. */
  readonly takesHints: boolean;
  /** What stopped the asking for what events hinted at. */
  readonly onHintFailure: (thrown: unknown) => void;
  /** The service does not know a visit's registration any more. */
  readonly lostNews: LostNews;
  /** The service shows this appointment now, in an answer that is not older than a change of ours. */
  readonly onAppointment: (appointment: Appointment) => void;
  /** Visits got other appointments than they had. */
  readonly attachedNews: AttachedNews;
}

export interface Puller {
  /**
   * One reading: new registrations, the visits that matter, and a part of everything. The very first one reads
   * everything. Rejects with the error that stopped it; the next reading goes on from there.
   */
  read(): Promise<void>;
  /**
   * The next reading reads locations, catalogue and the whole list, and asks about each open visit of today. Beside one that is under way
   * locations and tests are read at once, as a reading of their own.
   */
  wantEverything(trace: ReadingTrace): void;
  /**
   * Somebody looks at the board of a day: the next readings ask for its appointments, as long as they look. Returns whether a reading
   * should begin now, as nobody has looked at this day lately.
   */
  lookedAt(day: DayInSight): boolean;
  /** The service has cancelled these registrations (its ids): the next readings ask for each by itself, and take off what is gone. */
  wereCancelled(registrationIds: readonly string[]): void;
  /** Fetches the missing forms and labels of the coming visits, in the background. */
  fetchDocuments(): void;
  /** Fetches the label of one registration (service's id) before other documents, in the background. */
  fetchLabelNow(registrationId: string): void;
  isFetchingDocuments(): boolean;
  /** How old the data is, in milliseconds since the epoch by the service's clock. */
  asOf(): AsOf;
  /** What the service's events hint at is asked for; null: this desk takes no events. */
  readonly hints: Hints | null;
  close(): Promise<void>;
}

export function createPuller(options: PullerOptions): Puller {
  const { db, gateway, log, onChange, serverNowMs, pullMs } = options;
  const dateOf = (instantMs: number): string => wallClockAt(instantMs, options.timeZone).date;
  const midnightOf = (date: string): number => instantOf(date, '00:00', options.timeZone);
  const visits = createVisitsAhead({
    db,
    locationId: options.locationId,
    nowMs: serverNowMs,
    dateOf,
    midnightOf,
  });
  const hints = options.takesHints
    ? createHints({
        clock: options.clock,
        log,
        nowMs: serverNowMs,
        mayAsk: () => boardWasRead && options.mayAsk(),
        registrationOf: (id) => registrationsOfAppointment(db, id)[0] ?? id,
        ask: (registrationId) => round.readNow(registrationId),
        onAsked() {
          attach();
          fetchAhead();
        },
        onFailure: options.onHintFailure,
      })
    : null;
  const eventsTell = (): boolean => hints?.isReliable() ?? false;
  const daysInSight = createDaysInSight({
    db,
    gateway,
    locationId: options.locationId,
    today: () => dateOf(serverNowMs()),
    daysOf: ({ locationId, date }) => ({
      locationId,
      fromMs: midnightOf(date),
      untilMs: midnightOf(addDays(date, 1)),
    }),
  });
  const records = createRecords({
    ...options,
    onWhatEventsTell: hints && ((registrationIds) => hints.foundWithout(registrationIds)),
  });
  const freshness = createFreshness(db, options.clock);
  const daysTold = createDaysTold({ db, gateway, serverNowMs, dateOf });
  const documentRequests = Math.max(1, Math.floor(options.requestsPerMinute * DOCUMENTS_SHARE));
  const restMs = (): number => Math.max(options.pauseRestMs(), options.turnRestMs());
  const ask = createAsker({
    gateway,
    random: options.random,
    limit: createRequestLimit(options.clock, Math.max(1, options.requestsPerMinute - documentRequests)),
    // The first board is read without a limit, because people wait for it.
    isLimited: () => boardWasRead,
    mayAsk: options.mayAsk,
    pauseRestMs: restMs,
  });
  const catalogue = createCatalogueAhead({ ...options, ask });
  const asideLimit = createRequestLimit(options.clock, documentRequests);
  // Forms and labels would use up what the service answers in the turn of the changes.
  const aside: RequestLimit = { take: () => restMs() || asideLimit.take() };
  const documents = createDocumentsAhead({ ...options, limit: aside });
  const results = createResultsAhead({
    ...options,
    limit: aside,
    isInDoubt: options.isResultInDoubt,
    documentsFetched: () => documents.fetched(),
  });
  const singles = createSingleRecords({ gateway, ask, records, mayAsk: options.mayAsk });
  const shortLists = createShortLists({ ...options, ask, records });
  const appointments = createAppointmentsWanted({
    db,
    gateway,
    ask,
    records,
    singles,
    readsAtOnce: READS_AT_ONCE,
    // The first reading, for which somebody waits, asks for what today's board needs; the others read on.
    finishedSince: () =>
      addDays(dateOf(serverNowMs()), boardWasRead ? -DAYS_LOOKED_BACK : -FIRST_LOOKED_BACK),
    recentFrom: () => addDays(dateOf(serverNowMs()), -RECENT_DAYS),
  });
  const brake = createRemovalBrake({
    db,
    serverNowMs,
    yieldToOthers: () => gateway.yieldToOthers(),
    onChange,
  });
  const gone = createGoneRegistrations({
    ...{ db, ask, singles, gateway, records, onChange },
    lostNews: options.lostNews,
  });
  const list = createRegistrationList({
    db,
    gateway,
    ask,
    records,
    serverNowMs,
    wholeMs: () => options.everythingMs * (eventsTell() ? RELAXED : 1),
    pageEveryMs: options.pageEveryMs,
    toStore: createListJudge({ db, ask, singles, onChange }).toStore,
    // After each page, so that the board fills while the reading goes on.
    async afterPage(registrations, askedAt) {
      singles.told(
        'registration',
        registrations.map(({ id }) => id),
        askedAt,
      );
      appointments.lookAt(registrations);
      if (await appointments.readWanted()) {
        attach();
        lacksLabels = true;
      } else if (lacksLabels && !boardWasRead) {
        // A long list takes minutes, and nothing can be printed for people without their labels' codes. Once those who come are on the
        // board: the labels of the first ones must not delay the others. Forms can wait for the end of the list.
        lacksLabels = false;
        documents.fetch(visits.withPapers(), 'labels');
      }
    },
    holdsRemoval: brake.holds,
    askAfterMissing: gone.askFor,
    unanswered: () => singles.unanswered('registration'),
  });
  const round = createVisitRound({
    db,
    gateway,
    ask,
    records,
    singles,
    appointments,
    serverNowMs,
    pullMs,
    readsAtOnce: READS_AT_ONCE,
    listAsOf: () => list.freshness().wholeAsOf,
    inSight: () => daysInSight.visits(),
    mayAsk: options.mayAsk,
    eventsTell,
    onChange,
  });
  /** Which timetable was read last, and when (gateway's clock). */
  let timetable = { of: '', readAt: -Infinity };
  let boardWasRead = list.wasReadInFull();
  if (boardWasRead) daysTold.readsFinished();
  let isReading = false;
  /** The short lists that somebody wanted during a reading. */
  let listsAside = Promise.resolve();
  /** Visits came onto the board whose labels were not asked for yet. Of interest in the first reading of all only. */
  let lacksLabels = false;

  const lookedBackToMs = (): number => midnightOf(addDays(dateOf(serverNowMs()), -DAYS_LOOKED_BACK));

  function attach(): void {
    const own = options.locationId();
    if (own === null) return;
    const fromMs = lookedBackToMs();
    // Of every location: people are looked for, moved and shown beside each other wherever they are booked.
    const changed = [...new Set([own, ...listLocations(db).map(({ id }) => id)])].map((locationId) =>
      attachVisits(db, { locationId, fromMs }, { nowMs: serverNowMs(), dateOf }, options.attachedNews),
    );
    if (changed.includes(true)) onChange(['board']);
  }

  /**
   * Reads the timetable of the coming days, as often as everything is read; at once when the location or day changes.
   */
  async function readTimetableAhead(days: Days): Promise<void> {
    const today = dateOf(days.fromMs);
    const of = `${days.locationId} ${today}`;
    if (timetable.of === of && gateway.nowMs() - timetable.readAt < options.everythingMs) return;
    timetable = { of, readAt: gateway.nowMs() };
    await readTimetable({ ...options, ask }, { locationId: days.locationId, today });
    onChange(['slots']);
  }

  function noteFreshness(): void {
    const days = visits.days();
    const { newAsOf, wholeAsOf } = list.freshness();
    const otherDays = round.otherDaysAsOf();
    freshness.set({
      visits: days && list.wasReadInFull() ? round.asOf(visits.roundOf(days)) : null,
      newBookings: newAsOf,
      everything: wholeAsOf === null || otherDays === null ? null : Math.min(wholeAsOf, otherDays),
    });
    if (freshness.at(serverNowMs()).everything !== null) daysTold.note({ newAsOf, wholeAsOf });
  }

  /** Forms, labels and results of those who come. */
  function fetchAhead(): void {
    documents.fetch(visits.withPapers());
    results.fetch(visits.withResults());
  }

  function boardRead(): void {
    noteFreshness();
    options.onBoardRead();
  }

  /**
   * Finds who is new. A list that makes no sense, or is not given out, must not keep those who are known from being read one by one, so its
   * failure is returned; before it was read in full nobody is.
   */
  async function findNew(): Promise<{ readonly thrown: unknown } | null> {
    try {
      await list.readNew(Math.floor(visits.open().length / VISITS_FOR_A_PAGE));
      return null;
    } catch (thrown) {
      if (!(thrown instanceof AppException) || !options.mayAsk() || !list.wasReadInFull()) throw thrown;
      return { thrown };
    }
  }

  async function readAll(): Promise<void> {
    const startedAt = gateway.nowMs();
    const listsFailure = await shortLists.read();
    await gone.askForCancelled();
    const newFailure = await findNew();
    attach();
    // The list is enough for a board; each visit is read next.
    if (list.wasReadInFull()) boardRead();
    const days = visits.days();
    if (days) {
      // Visits are read even when the list took all the time.
      const untilMs = Math.max(
        startedAt + pullMs * ROUND_SHARE,
        gateway.nowMs() + pullMs * LEAST_ROUND_SHARE,
      );
      await round.run(() => visits.roundOf(days), untilMs);
      attach();
    }
    boardRead();
    boardWasRead = true;
    daysTold.readsFinished();
    fetchAhead();
    if (newFailure === null) await list.readOn(pullMs);
    if (days) await round.lookAtOtherDays(days, lookedBackToMs());
    if (days) await readTimetableAhead(days);
    await catalogue.readSome();
    await list.askAfterMissed(startedAt + pullMs);
    attach();
    noteFreshness();
    const failure = listsFailure ?? newFailure;
    if (failure) throw failure.thrown;
  }

  return {
    async read() {
      isReading = true;
      try {
        await readAll();
      } finally {
        isReading = false;
        await listsAside;
      }
    },
    wantEverything(trace) {
      shortLists.want();
      // A reading that is under way is past them, and goes on for longer than anybody waits. Where they fail, the next one says so.
      if (isReading) {
        listsAside = READING_TRACES.tracePromise(() => shortLists.read(), trace).then(
          () => undefined,
          () => undefined,
        );
      }
      singles.askAgain();
      list.wantWhole();
      round.wantToday();
    },
    lookedAt: (day) => daysInSight.lookedAt(day),
    wereCancelled: gone.wereCancelled,
    fetchDocuments() {
      if (options.mayAsk()) documents.fetch(visits.withPapers());
      else log.debug('the connection is down, so no documents are fetched');
    },
    fetchLabelNow(registrationId) {
      if (options.mayAsk() || options.pauseRestMs() > 0) documents.fetchLabelNow(registrationId);
    },
    isFetchingDocuments: () => documents.isFetching(),
    asOf: () => freshness.at(serverNowMs()),
    hints,
    async close() {
      await hints?.close();
      await results.close();
      await documents.close();
      try {
        freshness.save();
        saveTimesTold(db);
      } catch (thrown) {
        // The next start takes what is kept for older than it is.
        log.warn('the times of the last reading could not be saved', { error: String(thrown) });
      }
    },
  };
}
