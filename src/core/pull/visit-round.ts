// Reads the visits that matter one by one, some more often than others: people who are here or come soon at every
// reading, the rest of today and tomorrow less often, visits that are over never. What is most overdue is read first,
// so that under a limit on requests everything gets a little older instead of some data very old.
import type { Topic } from '../../contract/events.ts';
import type { PatientAnswer } from '../../domain/person-doubt.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import type { VisitToRefresh } from '../store/desk/visits-to-refresh.ts';
import { forgetPatientAnswer, savePatientAnswer } from '../store/mirror/patient-answers.ts';
import { appointmentsOfOtherDays, unknownRegistrations } from '../store/mirror/pull-needs.ts';
import type { Days, Place } from '../store/mirror/pull-needs.ts';
import type { AppointmentsWanted } from './appointments-wanted.ts';
import type { Ask } from './asker.ts';
import type { Asked } from './hints.ts';
import { forEachFew, forEachFewThenSingly } from './pool.ts';
import { asNamed, ofAnother } from './records.ts';
import type { Records } from './records.ts';
import { readRegistration } from './registration-reading.ts';
import type { SingleRecords } from './single-records.ts';

const SOON_MS = 2 * 60 * 60_000;
/**
 * How often each record is read, as a multiple of the time between two readings. A little less than whole numbers, so
 * that a reading that comes a moment early still reads it.
 */
const EVERY = { near: 0.9, today: 1.9, later: 9.9, personNear: 1.9, personLater: 5.9 } as const;
/** So much more seldom records are read of which the service's events tell, while these come reliably. */
export const RELAXED = 2;
const OTHER_DAYS_AT_ONCE = 8;
/**
 * So many appointments of days that somebody looks at are read at a reading, those first that were asked about longest ago. With the
 * usual settings it is a quarter of what a reading may ask for.
 */
const IN_SIGHT_AT_ONCE = 24;
const FIRST_PLACE: Place = { startsAtMs: -1, appointmentId: '' };

export interface VisitRoundOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly singles: SingleRecords;
  readonly appointments: AppointmentsWanted;
  readonly serverNowMs: () => number;
  /** The time between two readings, in milliseconds. */
  readonly pullMs: number;
  readonly readsAtOnce: number;
  /** When all registrations were last read in the list, by the gateway's clock; null before that. */
  readonly listAsOf: () => number | null;
  /** The visits of later days whose boards somebody looks at. */
  readonly inSight: () => readonly VisitToRefresh[];
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  /** The service's events come reliably, so that what they tell of need not be asked for as often. */
  readonly eventsTell: () => boolean;
  readonly onChange: (topics: Topic[]) => void;
}

/** The visits to read. Those that start before `todayUntilMs` (milliseconds since the epoch) are today's. */
export interface RoundOf {
  readonly visits: readonly VisitToRefresh[];
  readonly todayUntilMs: number;
}

export interface VisitRound {
  /**
   * Reads what is due, and stops at `untilMs` (gateway's clock). `now` gives the visits as they stand at that moment:
   * where the service has begun to contradict itself about somebody meanwhile, both records are read once more.
   */
  run(now: () => RoundOf, untilMs: number): Promise<void>;
  /** Reads one registration (service's id) now, and its appointment where that is not known yet. */
  readNow(registrationId: string): Promise<Asked>;
  /**
   * The moment (gateway's clock) up to which all open visits of today are known; null while one of them was never read. A record
   * that the service does not answer for does not count: its visit says by itself that it is shown as it was told before.
   */
  asOf(round: RoundOf): number | null;
  /** From now on every open visit of today is due that was not asked about since, however short its turn was ago. */
  wantToday(): void;
  /**
   * Reads a few appointments of other days, because one of them may have been moved to today; also those from `sinceMs` (milliseconds
   * since the epoch) on for which nobody came: whoever rings afterwards is mostly given another time for the same appointment.
   */
  lookAtOtherDays(days: Days, sinceMs: number): Promise<void>;
  /** The moment (gateway's clock) up to which all appointments of other days are known; null before all were read. */
  otherDaysAsOf(): number | null;
}

interface Question {
  readonly key: string;
  /** How late it is: 1 is due now, 2 has waited twice as long as it should. */
  readonly overdue: number;
  /** It is about somebody who is here or comes soon. */
  readonly isNear: boolean;
  /** After all others, and one at a time. */
  readonly comesLast: boolean;
  readonly ask: () => Promise<void>;
}

export const isOpen = ({ completed, deskState }: VisitToRefresh): boolean =>
  !completed && (deskState === null || ['expected', 'arrived', 'collecting'].includes(deskState));

export const isHere = ({ deskState }: VisitToRefresh): boolean =>
  deskState === 'arrived' || deskState === 'collecting';

/** Read also when the visit is over, because a label of it may be on a tube. */
const isInDoubt = ({ completed, personInDoubt }: VisitToRefresh): boolean => !completed && personInDoubt;

/** Only until the person is here do the time and place of the appointment matter. */
const isExpected = ({ deskState }: VisitToRefresh): boolean => deskState === null || deskState === 'expected';

export function createVisitRound(options: VisitRoundOptions): VisitRound {
  const { db, gateway, ask, records, singles, appointments, pullMs } = options;
  const registrationAskedAt = new Map<string, number>();
  const patientAskedAt = new Map<string, number>();
  /** Patients (service's ids) whose record was not answered for when it was asked for last. */
  const unansweredPatients = new Set<string>();
  const begunAt = gateway.nowMs();
  let todayWantedAt = -Infinity;
  let place = FIRST_PLACE;
  let otherDaysBegunAt: number | null = null;
  let otherDaysAsOf: number | null = null;

  const registrationAsOf = ({ id }: VisitToRefresh): number =>
    Math.max(
      registrationAskedAt.get(id) ?? -Infinity,
      singles.toldAt('registration', id),
      options.listAsOf() ?? -Infinity,
    );
  const appointmentAsOf = ({ appointmentId }: VisitToRefresh): number =>
    appointments.askedAt(appointmentId) ?? -Infinity;

  async function refreshRegistration({ id }: Pick<VisitToRefresh, 'id'>): Promise<Asked> {
    const askedAt = gateway.nowMs();
    // An event can name what is no registration of this desk.
    const isKnown = unknownRegistrations(db, [id]).length === 0;
    const read = await readRegistration({ db, ask, singles }, id, { isMissed: isKnown });
    if (!read.found && read.why === 'unanswered') return 'nothing-new';
    registrationAskedAt.set(id, askedAt);
    if (!read.found) return read.why === 'not-there' ? 'unknown' : 'nothing-new';
    const found = isKnown ? asNamed(read.found, id) : read.found;
    if (!found) {
      records.noteOdd('registration', [ofAnother(id)], []);
      return 'nothing-new';
    }
    const isNews = await records.storeRegistration(found, askedAt);
    appointments.lookAt([found]);
    return isNews ? 'news' : 'nothing-new';
  }

  async function readPatient(visit: VisitToRefresh, patientId: string): Promise<void> {
    const askedAt = gateway.nowMs();
    const note = (answer: PatientAnswer, otherPatientId: string | null = null): void =>
      noteAnswer(visit, { patientId, answer, otherPatientId });
    let read;
    try {
      read = await records.one(
        'patient',
        patientId,
        ask('registrations.patient', { params: { id: visit.id } }),
      );
    } catch (thrown) {
      if (gateway.isClosed()) throw thrown;
      unansweredPatients.add(patientId);
      note('failed');
      // One record that the service cannot give must not keep everybody else's from being read.
      if (!options.mayAsk()) throw thrown;
      rememberAsked(visit, patientId, askedAt);
      return;
    }
    unansweredPatients.delete(patientId);
    rememberAsked(visit, patientId, askedAt);
    // The registration may have been given to this other patient meanwhile; then its own record says so as well.
    if (gateway.isOutdated({ kind: 'registration', serverId: visit.id }, askedAt)) return;
    if (read.found) {
      const found = asNamed(read.found, patientId) ?? read.found;
      records.storePatient(found, askedAt);
      if (found.id === patientId) note('same');
      else note('another', found.id);
    } else note(read.why === 'odd' ? 'unreadable' : 'not-there');
  }

  function rememberAsked(visit: VisitToRefresh, patientId: string, askedAt: number): void {
    patientAskedAt.set(patientId, askedAt);
    patientAskedAt.set(visit.id, askedAt);
  }

  /** Where nothing contradicts anything, an answer is worth no row. */
  function noteAnswer(
    visit: VisitToRefresh,
    said: { patientId: string; answer: PatientAnswer; otherPatientId: string | null },
  ): void {
    const { id: registrationId } = visit;
    const isOfInterest = said.answer === 'another' || visit.personInDoubt;
    const isNews = isOfInterest
      ? savePatientAnswer(db, { registrationId, ...said, askedAtMs: options.serverNowMs() })
      : said.answer === 'same' && forgetPatientAnswer(db, registrationId);
    if (isNews) options.onChange(['board']);
  }

  /** Both records of somebody: when one was read before a correction and the other after it, they agree now. */
  async function askOnceMore(visit: VisitToRefresh): Promise<void> {
    await refreshRegistration(visit);
    if (visit.patientId !== null) await readPatient(visit, visit.patientId);
  }

  function questions({ visits, todayUntilMs }: RoundOf, inSight: readonly VisitToRefresh[]): Question[] {
    const nowMs = gateway.nowMs();
    const found = new Map<string, Question>();
    const offer = (
      key: string,
      due: { asOf: number; every: number; isNear: boolean; wantedAt: number },
      question: () => Promise<void>,
      comesLast: boolean,
    ): void => {
      const { asOf, every, isNear, wantedAt } = due;
      // What was never asked was due at the start, and no earlier: at a site with thousands of visits the whole day would have to
      // be asked for once before anybody who is here is asked for again.
      const periodMs = every * pullMs;
      const late = Number.isFinite(asOf) ? (nowMs - asOf) / periodMs : 1 + (nowMs - begunAt) / periodMs;
      const overdue = asOf < wantedAt ? Math.max(1, late) : late;
      if (overdue >= 1 && !found.has(key)) {
        found.set(key, { key, overdue, isNear, comesLast, ask: question });
      }
    };
    // Before the others, as tomorrow's are among those too and would have their turn much later.
    const longestAgo = inSight
      .filter((visit) => isOpen(visit) && isExpected(visit))
      .filter(({ appointmentId }) => !singles.rests('appointment', appointmentId))
      .sort((one, other) => appointmentAsOf(one) - appointmentAsOf(other));
    for (const visit of longestAgo.slice(0, IN_SIGHT_AT_ONCE)) {
      const due = { asOf: appointmentAsOf(visit), every: EVERY.near, isNear: false, wantedAt: -Infinity };
      offer(
        `appointment ${visit.appointmentId}`,
        due,
        () => appointments.read(visit),
        singles.comesLast('appointment', visit.appointmentId),
      );
    }
    for (const visit of visits.filter((one) => isOpen(one) || isInDoubt(one))) {
      const isNear = isHere(visit) || Math.abs(visit.startsAtMs - options.serverNowMs()) <= SOON_MS;
      const isToday = visit.startsAtMs < todayUntilMs;
      const wantedAt = isToday ? todayWantedAt : -Infinity;
      const every = isNear ? EVERY.near : isToday ? EVERY.today : EVERY.later;
      // Nobody waits for those that are not near. Of appointments and people's own records no event is known to tell.
      const relaxed = !isNear && options.eventsTell() ? every * RELAXED : every;
      const { patientId } = visit;
      if (patientId !== null && !visit.personInDoubt) {
        const asOf = patientAskedAt.get(patientId) ?? -Infinity;
        const often = visit.personUnread ? EVERY.near : isNear ? EVERY.personNear : EVERY.personLater;
        offer(
          `patient ${patientId}`,
          { asOf, every: often, isNear, wantedAt },
          () => readPatient(visit, patientId),
          unansweredPatients.has(patientId),
        );
      } else if (patientId !== null) {
        // The answer is about this registration, so a doubt about another one of the same patient is asked about as well.
        const asOf = patientAskedAt.get(visit.id) ?? -Infinity;
        offer(
          `patient of ${visit.id}`,
          { asOf, every: EVERY.near, isNear, wantedAt },
          () => readPatient(visit, patientId),
          unansweredPatients.has(patientId),
        );
      }
      if (!singles.rests('registration', visit.id)) {
        offer(
          `registration ${visit.id}`,
          { asOf: registrationAsOf(visit), every: relaxed, isNear, wantedAt },
          async () => {
            await refreshRegistration(visit);
          },
          singles.comesLast('registration', visit.id),
        );
      }
      // When the person is here, only a wrong patient of the appointment can stop the work. So it is read only while
      // that patient differs from the registration's.
      const isOfUse = isExpected(visit) || visit.appointmentInDoubt;
      if (isOfUse && !singles.rests('appointment', visit.appointmentId)) {
        offer(
          `appointment ${visit.appointmentId}`,
          { asOf: appointmentAsOf(visit), every, isNear, wantedAt },
          () => appointments.read(visit),
          singles.comesLast('appointment', visit.appointmentId),
        );
      }
    }
    // As at the start: of what is equally overdue those who are here or come soon are first, in the order of their visits.
    return [...found.values()].sort(
      (one, other) => other.overdue - one.overdue || Number(other.isNear) - Number(one.isNear),
    );
  }

  function forgetOthers(visits: readonly VisitToRefresh[], inSight: readonly VisitToRefresh[]): void {
    const registrations = new Set(visits.map(({ id }) => id));
    const patients = new Set(visits.map(({ patientId }) => patientId));
    for (const id of registrationAskedAt.keys()) if (!registrations.has(id)) registrationAskedAt.delete(id);
    for (const id of patientAskedAt.keys()) {
      if (!patients.has(id) && !registrations.has(id)) patientAskedAt.delete(id);
    }
    for (const id of unansweredPatients) if (!patients.has(id)) unansweredPatients.delete(id);
    appointments.remember(new Set([...visits, ...inSight].map(({ appointmentId }) => appointmentId)));
  }

  return {
    async run(now, untilMs) {
      const isOver = (): boolean => gateway.nowMs() >= untilMs;
      const round = now();
      const inSight = options.inSight();
      forgetOthers(round.visits, inSight);
      await forEachFewThenSingly(
        questions(round, inSight),
        { atOnce: options.readsAtOnce, isAlone: ({ comesLast }) => comesLast },
        ({ ask: asked }) => asked(),
        { isOver },
      );
      const known = new Set(round.visits.filter(isInDoubt).map(({ id }) => id));
      const doubted = now().visits.filter((visit) => isInDoubt(visit) && !known.has(visit.id));
      await forEachFew(doubted, options.readsAtOnce, askOnceMore, { isOver });
      await appointments.readWanted();
    },
    async readNow(registrationId) {
      const asked = await refreshRegistration({ id: registrationId });
      await appointments.readWanted();
      return asked;
    },
    asOf({ visits, todayUntilMs }) {
      const open = visits.filter((visit) => isOpen(visit) && visit.startsAtMs < todayUntilMs);
      const answered = open.flatMap((visit) => [
        ...(singles.isUnanswered('registration', visit.id) ? [] : [registrationAsOf(visit)]),
        ...(isExpected(visit) && !singles.isUnanswered('appointment', visit.appointmentId)
          ? [appointmentAsOf(visit)]
          : []),
      ]);
      // Where nobody at all was told, nothing is of now.
      const moments = answered.length > 0 ? answered : open.map(registrationAsOf);
      const oldest = moments.reduce((least, moment) => Math.min(least, moment), gateway.nowMs());
      return Number.isFinite(oldest) ? oldest : null;
    },
    wantToday() {
      todayWantedAt = gateway.nowMs();
    },
    async lookAtOtherDays(days, sinceMs) {
      otherDaysBegunAt ??= gateway.nowMs();
      const few = appointmentsOfOtherDays(db, days, { after: place, limit: OTHER_DAYS_AT_ONCE, sinceMs });
      await appointments.readEach(few);
      const last = few.at(-1);
      if (last && few.length === OTHER_DAYS_AT_ONCE) {
        place = { startsAtMs: last.startsAtMs, appointmentId: last.appointmentId };
        return;
      }
      place = FIRST_PLACE;
      otherDaysAsOf = otherDaysBegunAt;
      otherDaysBegunAt = null;
    },
    otherDaysAsOf: () => otherDaysAsOf,
  };
}
