// The work of a clinic's day, one step at a time, at a desk of a run with many desks: by whoever is signed in there, as their role may.
// All desks take from the first of the board, so that they meet.
import type { VisitDetail, VisitRow } from '../../../../src/contract/views.ts';
import type { Role } from '../../../../src/domain/staff.ts';
import type { PaperTray } from '../../../kill/support/paper-tray.ts';
import type { DeskWorker } from './desk-worker.ts';

/** So many of the first visits of the board are where desks meet. */
const MEETING = 6;
const DAYS_AHEAD = 5;
const OVERSTEPS_AT = 2;

/** What all desks of a run share. */
export interface Place {
  readonly tray: PaperTray;
  /** Codes of labels that a desk was told are proven. */
  readonly proven: Set<string>;
  /** What a desk was let do that its role may not, in words. */
  readonly overstepped: string[];
  /** Booked for a later day. */
  ahead: number;
  collected: number;
  /** Slots of today that a person had taken all the same after a lost answer. */
  bookedOver: number;
}

type Step = (worker: DeskWorker, place: Place, step: number) => Promise<unknown>;

/** The date so many days after another. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const seen = ({ id, version }: Pick<VisitRow, 'id' | 'version'>) => ({ visitId: id, seenVersion: version });

async function rowOf(worker: DeskWorker, fits: (row: VisitRow) => boolean): Promise<VisitRow | null> {
  const { rows } = await worker.ask('board.get', {});
  const some = rows.filter(fits).slice(0, MEETING);
  return some.length === 0 ? null : worker.random.pick(some);
}

/** A name without digits, which names may not have, for a person whom this desk enters at this step. */
function lastNameOf(worker: number, step: number): string {
  const letter = (number: number): string => String.fromCharCode(97 + (number % 26));
  return ['Desk', worker, step, Math.floor(step / 26)]
    .map((part) => (typeof part === 'string' ? part : letter(part)))
    .join('');
}

async function enter(worker: DeskWorker, step: number): Promise<{ id: string; lastName: string } | null> {
  const lastName = lastNameOf(worker.number, step);
  const draft = {
    firstName: 'Ada',
    lastName,
    dateOfBirth: `19${50 + worker.number}-0${1 + (step % 9)}-11`,
    gender: 'female' as const,
    email: `${lastName.toLowerCase()}@example.test`,
  };
  const made = await worker.press('patients.create', { draft, acceptDuplicates: true }, ({ kind }) =>
    kind === 'created' ? { 'patient-created': 1 } : {},
  );
  if (made?.kind !== 'created') return null;
  worker.entered.push(lastName);
  return { id: made.person.id, lastName };
}

/** Holds a slot of today or of a day to come, and registers somebody new for it. */
async function book(worker: DeskWorker, place: Place, step: number, isAhead: boolean): Promise<void> {
  const session = await worker.ask('session.get', {});
  const product = (await worker.ask('products.list', {})).items.find(({ sku }) => sku === 'IRON-4');
  if (!session.location || !product) return;
  let slot = { slotId: null as string | null, startsAtMs: session.nowMs };
  if (isAhead) {
    const days = Math.ceil(worker.random.between(0, DAYS_AHEAD));
    const { slots } = await worker.ask('slots.list', { date: dayAfter(session.today, days) });
    const free = slots.filter(({ available, past }) => available && !past).slice(0, MEETING);
    if (free.length === 0) return;
    const { id, startsAtMs } = worker.random.pick(free);
    slot = { slotId: id, startsAtMs };
  }
  const person = await enter(worker, step);
  if (!person) return;
  const held = await worker.press('walkIn.hold', { locationId: session.location.id, ...slot }, () => ({
    'slot-held': 1,
  }));
  if (!held) return;
  const now = await worker.ask('visits.get', { visitId: held.id });
  const confirmed = await worker.press(
    'walkIn.confirm',
    { ...seen(now), patientId: person.id, productIds: [product.id] },
    () => ({ 'walk-in-confirmed': 1 }),
  );
  if (!confirmed) return;
  worker.booked.push(person.lastName);
  if (isAhead) place.ahead += 1;
}

/** Checks somebody in, or gives a registration that lacks its patient one. */
const receive: Step = async (worker, _place, step) => {
  const row = await rowOf(
    worker,
    ({ deskState, troubles, merelyHeld, checkInOpen }) =>
      deskState === 'expected' && troubles.length === 0 && !merelyHeld && checkInOpen,
  );
  if (!row) return;
  if (row.patientMissing) {
    const person = await enter(worker, step);
    if (!person) return;
    await worker.press('visits.assignPatient', { ...seen(row), patientId: person.id }, () => ({
      'patient-assigned': 1,
    }));
    return;
  }
  const { registrations } = await worker.ask('visits.get', { visitId: row.id });
  if (registrations.length === 0 || registrations.some(({ trfCode }) => trfCode === null)) return;
  const identifiers = [
    { kind: 'name' as const, stated: null },
    { kind: 'date-of-birth' as const, stated: null },
  ];
  await worker.press('visits.checkIn', { ...seen(row), identifiers }, () => ({ 'checked-in': 1 }));
};

/** Marks somebody as not come, or takes that back. */
const mark: Step = async (worker) => {
  const row = await rowOf(
    worker,
    ({ deskState, appointment, merelyHeld }) =>
      appointment !== null && !merelyHeld && ['expected', 'no-show'].includes(deskState),
  );
  if (!row) return;
  const to = row.deskState === 'expected' ? 'no-show' : 'expected';
  await worker.press('visits.move', { ...seen(row), to }, () => ({ moved: 1 }));
};

const isProven = ({ state }: VisitDetail['labelList'][number]): boolean =>
  state === 'verified' || state === 'not-taken';

/** Calls somebody in, prints their labels, scans back what came out, and writes down that it was collected. */
const draw: Step = async (worker, place) => {
  const row = await rowOf(worker, ({ deskState }) => deskState === 'arrived' || deskState === 'collecting');
  if (!row) return;
  if (row.deskState === 'arrived') {
    await worker.press('visits.move', { ...seen(row), to: 'collecting' }, () => ({ moved: 1 }));
    return;
  }
  const visit = await worker.ask('visits.get', { visitId: row.id });
  if (visit.labelList.some(({ state }) => state === 'not-printed')) {
    await worker.press(
      'labels.print',
      { visitId: visit.id, formCodeReason: 'The laboratory does not answer' },
      ({ jobs }) => ({ 'label-queued': jobs.length }),
    );
    return;
  }
  for (const { code, ...label } of visit.labelList) {
    if (code === null || isProven({ code, ...label }) || place.tray.papers(code) === 0) continue;
    const scanned = await worker.press(
      'scan.submit',
      { text: code, visitId: visit.id, source: 'scanner' },
      (outcome) =>
        // Where somebody else was quicker, the label is proven already, and nothing is written down.
        outcome.kind === 'label-verified' && !outcome.alreadyVerified ? { 'label-verified': 1 } : {},
    );
    if (scanned?.kind === 'label-verified') place.proven.add(code);
  }
  const now = await worker.ask('visits.get', { visitId: visit.id });
  if (now.deskState !== 'collecting' || !now.labelList.every(isProven)) return;
  const { nowMs } = await worker.ask('session.get', {});
  const collected = await worker.press('visits.collect', { ...seen(now), collectedAtMs: nowMs }, () => ({
    collected: 1,
  }));
  if (collected) place.collected += 1;
};

const walkIn: Step = (worker, place, step) => book(worker, place, step, false);
const bookAhead: Step = (worker, place, step) => book(worker, place, step, true);
const enterSomebody: Step = (worker, _place, step) => enter(worker, step);

const STEPS: Readonly<Record<Exclude<Role, 'manager'>, readonly Step[]>> = {
  reception: [enterSomebody, walkIn, bookAhead, receive, receive, receive, mark],
  phlebotomist: [draw, draw, draw, draw, receive, mark],
  lead: [enterSomebody, walkIn, bookAhead, receive, receive, draw, draw, draw, mark],
};

/** Calls an operation that is for other roles only, as no screen would. */
async function overstep(worker: DeskWorker, place: Place): Promise<void> {
  const row = worker.role === 'reception' ? await rowOf(worker, () => true) : null;
  const isRefused = row
    ? await worker.overstep('visits.collect', {
        ...seen(row),
        collectedAtMs: row.appointment?.startsAtMs ?? 1,
      })
    : await worker.overstep('staff.setPin', { initials: 'MS', pin: '90817' });
  if (!isRefused) place.overstepped.push(`${worker.name} was let do what ${worker.role} may not`);
}

/** One step of whoever is at this desk. Rejects with `ShutOut` where the desk was shut out. */
export async function workOnce(worker: DeskWorker, place: Place, step: number): Promise<void> {
  const { random } = worker;
  if (random.chance(1 / 12)) await worker.changePerson();
  // Each desk tries it once at least.
  if (step === OVERSTEPS_AT || random.chance(1 / 20)) return overstep(worker, place);
  const steps = STEPS[worker.role === 'manager' ? 'lead' : worker.role];
  await random.pick(steps)(worker, place, step);
}
