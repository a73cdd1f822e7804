// What happens on a simulated day: people come with and without an appointment, and others change patients, names and
// codes at the service at any moment. Everything at the desk is done through the engine's own operations.
import type { VisitDetail } from '../../../src/contract/views.ts';
import { namedOf } from '../../../src/domain/person.ts';
import { POISON } from './simulated-line.ts';
import { LAST_ACTION_MS, MINUTE_MS, TROUBLE_MS } from './day-times.ts';
import type { AppointmentPlace, SimulatedDay, WalkIn } from './simulated-day.ts';
import {
  MAIN_LOCATION_ID,
  OTHER_LOCATION_ID,
  PRODUCT_IDS,
  SERVICE_START_MS,
  slotIdAt,
} from './simulated-service.ts';
import type { SimAppointment, SimPatient, SimRegistration } from './simulated-service.ts';

const IDENTIFIERS = [
  { kind: 'name', stated: null },
  { kind: 'date-of-birth', stated: null },
] as const;

const knownBirth = (number: number): string => `196${number}-04-0${number + 1}`;

/** Plans who comes and what others change at the service. Everything begins in the first minutes of the day. */
export function planDay(day: SimulatedDay): void {
  const { random, service } = day;
  const soon = (): number => random.between(0, TROUBLE_MS * 0.7);
  const known: SimPatient[] = [];
  for (let number = 0; number < 3; number += 1) {
    known.push(service.addPatient({ last_name: `Known-${number}`, date_of_birth: knownBirth(number) }));
    service.addRegistration({ patient_id: null });
    service.addRegistration({ patient_id: known[number]?.id ?? null });
  }
  const people = 1 + Math.floor(random.between(0, 3));
  for (let number = 0; number < people; number += 1) void walkIn(day, number, soon());
  const expected = Math.floor(random.between(0, 3));
  for (let number = 0; number < expected; number += 1) {
    const patient = service.addPatient({
      last_name: `Due-${number}`,
      date_of_birth: `197${number}-05-1${number}`,
    });
    const registration = expectedAt(day, number, patient.id);
    void attend(day, registration, soon());
    if (random.chance(0.5)) planChangeByOthers(day, { registration, patient, others: known });
    if (day.corrections.chance(0.4)) {
      day.time.at(day.corrections.between(0, TROUBLE_MS * 0.7), () =>
        correct(day, { patient, others: known }, { last_name: `Due-${number}-Corrected` }),
      );
    }
    if (day.corrections.chance(0.3)) giveCodeTwice(day, registration);
  }
  if (random.chance(0.6)) void assignPatient(day, expectedAt(day, 5, null), known, soon());
  if (random.chance(0.5)) void cancels(day, known[0] as SimPatient, soon());
  if (random.chance(0.15)) void poisoned(day, soon());
  if (random.chance(0.35)) void workElsewhere(day, soon());
  if (random.chance(0.4)) void bookAhead(day, soon());
  if (random.chance(0.5)) void moves(day, known[1] as SimPatient, soon());
}

/** Adds somebody with an appointment for today that was booked elsewhere. */
export function expectedAt(day: SimulatedDay, number: number, patientId: string | null): SimRegistration {
  const startsAtMs = SERVICE_START_MS + (60 + number * 10) * MINUTE_MS;
  const appointment = day.service.addAppointment({
    startsAtMs,
    confirmed: true,
    ours: false,
    patient_id: patientId,
  });
  return day.service.addRegistration({ patient_id: patientId, appointment_id: appointment.id });
}

/**
 * Plans one change at the service: another patient, another name, another date of birth, or another label code. A name or
 * date of birth may reach only the patient's own record, or only the copy on registrations.
 */
function planChangeByOthers(
  day: SimulatedDay,
  target: {
    readonly registration: SimRegistration;
    readonly patient: SimPatient;
    readonly others: readonly SimPatient[];
  },
): void {
  const { random } = day;
  const { registration, patient, others } = target;
  day.time.at(random.between(0, LAST_ACTION_MS * 0.8), () => {
    switch (random.pick(['patient', 'name', 'date-of-birth', 'code'] as const)) {
      case 'patient':
        registration.patient_id = random.pick(others).id;
        // The laboratory mostly thinks of the appointment as well.
        if (random.chance(0.8)) {
          const appointment = day.service.appointments.get(registration.appointment_id ?? '');
          if (appointment) appointment.patient_id = registration.patient_id;
        }
        break;
      case 'name':
        correct(day, target, { last_name: `${patient.last_name}-Renamed` });
        break;
      case 'date-of-birth':
        correct(day, target, { date_of_birth: '1955-12-31' });
        break;
      case 'code':
        registration.label_sample_id = `N${registration.short_code}`;
        break;
    }
  });
}

/** Corrects a patient at the service: in both records mostly, in one of them for a while, or in one of them for good. */
function correct(
  day: SimulatedDay,
  target: { readonly patient: SimPatient; readonly others: readonly SimPatient[] },
  to: Partial<Pick<SimPatient, 'last_name' | 'date_of_birth'>>,
): void {
  const { corrections: random, service } = day;
  const { patient } = target;
  const { last_name, date_of_birth } = patient;
  const both = (): void => {
    Object.assign(patient, to);
    service.copies.delete(patient.id);
    service.oddPatientAnswers.delete(patient.id);
  };
  switch (random.pick(['both', 'own', 'copy', 'copy'] as const)) {
    case 'both':
      return both();
    case 'own':
      service.copies.set(patient.id, { last_name, date_of_birth });
      Object.assign(patient, to);
      break;
    case 'copy': {
      service.copies.set(patient.id, { last_name, date_of_birth, ...to });
      const odd = random.pick(['none', 'fails', 'not-there', 'another'] as const);
      if (odd === 'another')
        service.oddPatientAnswers.set(patient.id, { patientId: random.pick(target.others).id });
      else if (odd !== 'none') service.oddPatientAnswers.set(patient.id, odd);
      break;
    }
  }
  if (random.chance(0.4)) day.time.at(random.between(1, 8) * MINUTE_MS, both);
}

/** Plans that the laboratory gives the label code of this registration to somebody else's as well, for a while or for good. */
function giveCodeTwice(day: SimulatedDay, registration: SimRegistration): void {
  const { corrections: random, service, time } = day;
  time.at(random.between(0, LAST_ACTION_MS * 0.8), () => {
    const others = [...service.registrations.values()].filter(
      ({ patient_id }) => patient_id !== null && patient_id !== registration.patient_id,
    );
    if (others.length === 0) return;
    const other = random.pick(others);
    const { label_sample_id } = other;
    other.label_sample_id = registration.label_sample_id;
    if (random.chance(0.5))
      time.at(random.between(1, 8) * MINUTE_MS, () => {
        other.label_sample_id = label_sample_id;
      });
  });
}

/** Makes a person at the desk; their id there, null when that was refused or they are known already. */
export async function createPatient(
  day: SimulatedDay,
  lastName: string,
  dateOfBirth = '1990-01-01',
): Promise<string | null> {
  const created = await day.press('patients.create', {
    draft: {
      firstName: 'First',
      lastName,
      dateOfBirth,
      gender: 'other',
      email: 'somebody@example.org',
    },
    acceptDuplicates: true,
  });
  return 'value' in created && created.value.kind === 'created' ? created.value.person.id : null;
}

async function poisoned(day: SimulatedDay, atMs: number): Promise<void> {
  await day.later(atMs);
  await createPatient(day, `${POISON}-0`);
}

/** The desk is carried to the other location for a while; somebody comes there and is taken at once. */
async function workElsewhere(day: SimulatedDay, atMs: number): Promise<void> {
  const { random } = day;
  await day.later(atMs);
  await day.press('session.chooseLocation', { locationId: OTHER_LOCATION_ID });
  const session = await day.ask('session.get', {});
  if (!session) return;
  // Whoever books somebody in has looked at the slots; at this location the present moment is one of them.
  await day.ask('slots.list', { date: session.today });
  await bookIn(day, {
    number: ELSEWHERE_NUMBER,
    isKnown: false,
    wanted: { locationId: OTHER_LOCATION_ID, slotId: null, startsAtMs: session.nowMs },
  });
  if (random.chance(0.5)) await day.later(random.between(1, 5) * MINUTE_MS);
  await day.press('session.chooseLocation', { locationId: MAIN_LOCATION_ID });
}

/** No other walk-in of a day has this number. */
const ELSEWHERE_NUMBER = 7;

async function walkIn(day: SimulatedDay, number: number, atMs: number): Promise<void> {
  const { random } = day;
  const outsideTimetable = random.chance(0.2);
  // One of them takes the slot that begins next, and is booked into it all the same; the others are asked.
  const isNext = number === 0 && day.slots.chance(0.4);
  const slotStartsAtMs = isNext
    ? SERVICE_START_MS + Math.ceil(atMs / (10 * MINUTE_MS) + 0.1) * 10 * MINUTE_MS
    : SERVICE_START_MS + (180 + number * 10) * MINUTE_MS;
  // Some people are patients of the service already. It then answers with their record instead of a new one.
  const isKnown = random.chance(0.2);
  if (!outsideTimetable && random.chance(0.25)) {
    day.time.at(atMs * random.fraction(), () => {
      day.service.addAppointment({ startsAtMs: slotStartsAtMs, confirmed: true, ours: false });
    });
  }
  await day.later(atMs);
  // Every walk-in gets another start time, so that the oracle can tell the appointments apart by it.
  const session = await day.ask('session.get', {});
  if (outsideTimetable && !session) return;
  const locationId = session?.location?.id ?? MAIN_LOCATION_ID;
  // The present moment at the other location is one slot, which one person a day takes, see `workElsewhere`.
  if (outsideTimetable && locationId === OTHER_LOCATION_ID) return;
  const startsAtMs = outsideTimetable && session ? session.nowMs + number * 1_000 : slotStartsAtMs;
  const slotId = outsideTimetable ? null : slotIdAt(startsAtMs - SERVICE_START_MS, locationId);
  await bookIn(day, { number, isKnown, wanted: { locationId, slotId, startsAtMs } });
}

/** Somebody with an appointment rings and cancels it. Now and then it was cancelled at the service just before. */
async function cancels(day: SimulatedDay, patient: SimPatient, atMs: number): Promise<void> {
  const { random } = day;
  const registration = expectedAt(day, 6, patient.id);
  const appointmentId = registration.appointment_id ?? '';
  await day.later(atMs);
  const visitId = await visitOf(day, registration);
  if (visitId === null) return;
  if (random.chance(0.2)) day.service.cancel(appointmentId);
  const done = await onVisit(day, visitId, ({ version }) =>
    day.press('visits.cancelAppointment', { visitId, seenVersion: version, reason: 'Rang to cancel' }),
  );
  if (done) day.cancelled.set(visitId, appointmentId);
}

/** Slots that nobody else of a simulated day takes: later today, tomorrow, and at the other location. */
const MOVED_TO: readonly AppointmentPlace[] = [
  { locationId: MAIN_LOCATION_ID, startsAtMs: SERVICE_START_MS + 220 * MINUTE_MS },
  { locationId: MAIN_LOCATION_ID, startsAtMs: SERVICE_START_MS + (24 * 60 + 50) * MINUTE_MS },
  { locationId: OTHER_LOCATION_ID, startsAtMs: SERVICE_START_MS + 140 * MINUTE_MS },
];

/**
 * Somebody with an appointment rings and has it moved, now and then twice. Sometimes somebody else takes the slot at the
 * service just before.
 */
async function moves(day: SimulatedDay, patient: SimPatient, atMs: number): Promise<void> {
  const { random, service } = day;
  const registration = expectedAt(day, 4, patient.id);
  const appointmentId = registration.appointment_id ?? '';
  const { locationId, startsAtMs } = service.appointments.get(appointmentId) as SimAppointment;
  await day.later(atMs);
  const visitId = await visitOf(day, registration);
  if (visitId === null) return;
  const wanted = [random.pick(MOVED_TO), ...(random.chance(0.3) ? [random.pick(MOVED_TO)] : [])];
  for (const to of wanted) {
    // Whoever moves somebody has looked at the slots of that day.
    const date = new Date(to.startsAtMs).toISOString().slice(0, 10);
    await day.ask('slots.list', { date, locationId: to.locationId });
    if (random.chance(0.25)) service.addAppointment({ ...to, confirmed: true, ours: false });
    day.moving.set(visitId, to);
    const done = await onVisit(day, visitId, ({ version }) =>
      day.press('visits.moveAppointment', { visitId, seenVersion: version, ...to }),
    );
    if (done) day.moved.set(visitId, { appointmentId, from: { locationId, startsAtMs }, to });
    day.moving.delete(visitId);
    await day.later(random.between(1_000, 3 * MINUTE_MS));
  }
}

/** No other walk-in of a day has this number. */
const AHEAD_NUMBER = 8;
const TOMORROW_MS = SERVICE_START_MS + 24 * 60 * MINUTE_MS;

/** Somebody rings and is booked for tomorrow. Now and then somebody else takes that slot first. */
async function bookAhead(day: SimulatedDay, atMs: number): Promise<void> {
  const { random } = day;
  const startsAtMs = TOMORROW_MS + 180 * MINUTE_MS;
  if (random.chance(0.25)) {
    day.time.at(atMs * random.fraction(), () => {
      day.service.addAppointment({ startsAtMs, confirmed: true, ours: false });
    });
  }
  await day.later(atMs);
  const session = await day.ask('session.get', {});
  // While the desk works elsewhere nobody books for this location.
  if (session?.location?.id !== MAIN_LOCATION_ID) return;
  await bookIn(day, {
    number: AHEAD_NUMBER,
    isKnown: random.chance(0.3),
    wanted: {
      locationId: MAIN_LOCATION_ID,
      slotId: slotIdAt(startsAtMs - SERVICE_START_MS),
      startsAtMs,
    },
  });
}

/** Holds what is wanted, and mostly goes on to the end: patient, confirmation, sample. */
async function bookIn(
  day: SimulatedDay,
  who: {
    readonly number: number;
    readonly isKnown: boolean;
    readonly wanted: {
      readonly locationId: string;
      readonly slotId: string | null;
      readonly startsAtMs: number;
    };
  },
): Promise<void> {
  const { random } = day;
  const { number, isKnown, wanted } = who;
  const lastName = isKnown ? `Known-${number % 3}` : `Walkin-${number}`;
  const held = await day.press('walkIn.hold', wanted);
  if ('refused' in held || !held.value.appointment) return;
  const here: WalkIn = {
    appointmentId: held.value.appointment.id,
    visitId: held.value.id,
    // At the other location the present moment is the slot that has begun.
    startsAtMs: held.value.appointment.startsAtMs,
    outsideTimetable: wanted.slotId === null,
    ahead: held.value.origin === 'booked-here',
    released: false,
  };
  day.walkIns.push(here);
  void decideSlot(day, here);
  if (random.chance(0.1)) return;
  await day.later(random.chance(0.8) ? random.between(2_000, MINUTE_MS) : random.between(8, 14) * MINUTE_MS);
  if (random.chance(0.15)) return giveBack(day, here);

  const patientId = await createPatient(day, lastName, isKnown ? knownBirth(number % 3) : undefined);
  if (patientId === null) return;
  await day.later(random.between(500, 20_000));
  const booked = await onVisit(day, here.visitId, ({ version }) =>
    day.press('walkIn.confirm', {
      visitId: here.visitId,
      seenVersion: version,
      patientId,
      productIds: [PRODUCT_IDS[number % 3] as string],
    }),
  );
  if (!booked) return;
  for (const { id } of booked.registrations) day.assigned.set(id, patientId);
  if (!here.ahead) await collect(day, here.visitId);
}

/** Looks at the booking now and then: where the slot turns out to be taken, it is taken all the same or given up. */
async function decideSlot(day: SimulatedDay, here: WalkIn): Promise<void> {
  const { slots: random } = day;
  const takesIt = random.chance(0.7);
  // For a slot of now nobody may be asked. Were somebody asked, they would not answer, and the day would end with it.
  if (here.startsAtMs - SERVICE_START_MS < 120 * MINUTE_MS) return;
  while (day.time.nowMs < LAST_ACTION_MS && !here.released) {
    await day.later(random.between(MINUTE_MS, 3 * MINUTE_MS));
    const visit = await day.ask('visits.get', { visitId: here.visitId });
    if (visit?.slotLost == null) continue;
    const seen = { visitId: visit.id, seenVersion: visit.version };
    if (takesIt) {
      await day.press('walkIn.bookOver', { ...seen, reason: 'Agreed with the other one' });
    } else if (visit.deskState === 'expected') {
      const given = await day.press('walkIn.giveUp', seen);
      if ('refused' in given) continue;
      here.released = true;
      for (const { id } of visit.registrations) day.assigned.delete(id);
    }
  }
}

async function giveBack(day: SimulatedDay, here: WalkIn): Promise<void> {
  for (let attempt = 0; attempt < 5 && !here.released; attempt += 1) {
    const seen = await seenVisit(day, here.visitId);
    if (!seen) return;
    const given = await day.press('walkIn.release', { visitId: here.visitId, seenVersion: seen.version });
    here.released = 'value' in given;
    if ('refused' in given && given.refused.kind !== 'conflict') return;
  }
}

/** Reads the visit as a screen does; tries again while the desk is not running. */
async function seenVisit(day: SimulatedDay, visitId: string): Promise<VisitDetail | null> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const visit = await day.ask('visits.get', { visitId });
    if (visit) return visit;
    await day.later(20_000);
  }
  return null;
}

type Pressed = Awaited<ReturnType<typeof SimulatedDay.prototype.press<'visits.move'>>>;

/**
 * Calls an operation on the present version of a visit. When it is refused, reads the visit again and retries. Null
 * after three.
 */
async function onVisit(
  day: SimulatedDay,
  visitId: string,
  press: (visit: VisitDetail) => Promise<Pressed>,
): Promise<VisitDetail | null> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const visit = await seenVisit(day, visitId);
    if (!visit) return null;
    const answer = await press(visit);
    if ('value' in answer) return answer.value;
    await day.later(day.random.between(500, 3_000));
  }
  return null;
}

/** Somebody with an appointment comes to the desk and is served once the visit is on the board. */
async function attend(day: SimulatedDay, registration: SimRegistration, atMs: number): Promise<void> {
  await day.later(atMs);
  const visitId = await visitOf(day, registration);
  if (visitId !== null) await collect(day, visitId);
}

async function visitOf(day: SimulatedDay, registration: SimRegistration): Promise<string | null> {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const board = await day.ask('board.get', {});
    const row = board?.rows.find((one) => one.trfCodes.includes(registration.trf_code));
    if (row) return row.id;
    await day.later(MINUTE_MS);
  }
  return null;
}

/** Check-in, labels, scan-back, collected. Continues from whatever state the visit is in, for at most 24 steps. */
async function collect(day: SimulatedDay, visitId: string): Promise<void> {
  const { random } = day;
  for (let step = 0; step < 24 && day.time.nowMs < LAST_ACTION_MS; step += 1) {
    await day.later(random.between(2_000, 40_000));
    const visit = await seenVisit(day, visitId);
    if (!visit) return;
    await destroyPapers(day, visit);
    switch (visit.deskState) {
      case 'expected':
        await confirmIdentity(day, visit);
        break;
      case 'arrived':
        if (visit.identity === null) await confirmIdentity(day, visit);
        // Sometimes labels are printed too early, before collecting starts.
        if (random.chance(0.3)) await day.press('labels.print', { visitId });
        await day.press('visits.move', { visitId, seenVersion: visit.version, to: 'collecting' });
        break;
      case 'collecting':
        await label(day, visit);
        break;
      case 'collected':
        await day.press('visits.move', { visitId, seenVersion: visit.version, to: 'left' });
        break;
      default:
        return;
    }
  }
}

/** Asks the person who they are. Where the service's records disagree, the person states what one of them says. */
async function confirmIdentity(day: SimulatedDay, visit: VisitDetail): Promise<void> {
  const doubt = visit.troubles.find((trouble) => trouble.kind === 'person-in-doubt');
  const stated = doubt ? day.corrections.pick(doubt.namings) : null;
  await day.papers.whileSettling(visit, stated, () =>
    day.press('visits.checkIn', {
      visitId: visit.id,
      seenVersion: visit.version,
      identifiers: [...IDENTIFIERS],
      confirmedAs: stated && namedOf(stated),
    }),
  );
}

async function label(day: SimulatedDay, visit: VisitDetail): Promise<void> {
  const { random } = day;
  const visitId = visit.id;
  if (visit.labelList.some((one) => one.state === 'not-printed'))
    await day.press('labels.print', { visitId });
  const doubtful = visit.labelList.find((one) => one.state === 'problem' || one.state === 'may-exist');
  if (doubtful && random.chance(0.5)) {
    await day.press('labels.print', {
      visitId,
      labelId: doubtful.id,
      seenJobId: doubtful.jobId,
      reprintReason: 'Nothing came out',
    });
  }
  await day.later(random.between(1_000, 8_000));
  // Sometimes the last printed label is scanned, even if it is the wrong one. What somebody said to be destroyed is in the bin:
  // its code can be that of the label which is printed in its place, so no desk could tell the two apart.
  const papers = day.printer.papers.filter((one) => !day.papers.isDestroyed(one));
  const paper = random.chance(0.8)
    ? papers.findLast((one) => visit.labelList.some(({ code }) => code === one.code))
    : papers.at(-1);
  if (paper) {
    const scanned = await day.press(
      'scan.submit',
      { text: paper.code, visitId, source: 'scanner' },
      (answer) => {
        if (answer.kind === 'label-verified') day.papers.proves(paper, answer.visit);
      },
    );
    const refused = 'value' in scanned ? scanned.value : null;
    if (refused?.kind === 'label-refused' || refused?.kind === 'not-taken') {
      const codes = refused.visit.wrongLabels.map(({ code }) => code);
      await day.press('labels.confirmTubesChecked', { visitId, codes });
    }
  }
  const seen = await seenVisit(day, visitId);
  if (seen?.deskState !== 'collecting') return;
  const session = await day.ask('session.get', {});
  if (!session) return;
  const collection = { visitId, seenVersion: seen.version, collectedAtMs: session.nowMs };
  await day.press('visits.collect', collection, (value) => day.papers.collected(value));
}

/** Destroys most of the papers that the desk asks to destroy. */
async function destroyPapers(day: SimulatedDay, visit: VisitDetail): Promise<void> {
  for (const trouble of visit.troubles) {
    if (trouble.kind !== 'destroy-labels') continue;
    for (const { jobId, code } of trouble.papers) {
      if (!day.random.chance(0.8)) continue;
      const binned = await day.press('labels.confirmDestroyed', { visitId: visit.id, jobId });
      if ('value' in binned) day.papers.destroyed(code);
    }
  }
}

/** Assigns a patient to a registration. Sometimes somebody else has just assigned another patient at the service. */
async function assignPatient(
  day: SimulatedDay,
  target: SimRegistration,
  known: readonly SimPatient[],
  atMs: number,
): Promise<void> {
  const { random } = day;
  const [first, second] = known as [SimPatient, SimPatient];
  if (random.chance(0.2)) {
    day.time.at(atMs * random.fraction(), () => {
      target.patient_id = second.id;
      day.changedByOthers.add(target.id);
    });
  }
  await day.later(atMs);
  const visitId = await visitOf(day, target);
  const visit = visitId === null ? null : await seenVisit(day, visitId);
  if (!visit?.patientMissing) return;
  const given = await day.press('visits.assignPatient', {
    visitId: visit.id,
    seenVersion: visit.version,
    patientId: first.id,
  });
  if ('refused' in given) return;
  for (const { id } of given.value.registrations) day.assigned.set(id, first.id);
  // Reads everything while the change is being sent, so that answers from before, during and after it arrive.
  for (const delayMs of [0, 1_100, 2_200]) {
    await day.later(delayMs);
    await day.press('sync.now', {});
  }
}
