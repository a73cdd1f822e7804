// Demo data: a realistic clinic around a given day. The same seed and date give the same data.
import { addDays, instantOf } from '../../domain/site-time.ts';
import type { SandboxScenario } from '../../wire/sandbox.ts';
import { allProducts, productBySku, shippingMethodOf } from '../catalogue/catalogue.ts';
import type { ProductDefinition } from '../catalogue/products.ts';
import { MAIN_LOCATION, SLOT_MS, type SlotTime } from '../locations.ts';
import { book } from '../rules/appointments.ts';
import { startCourse, finished, withCourse } from '../rules/lifecycle.ts';
import { createOrder } from '../rules/orders.ts';
import { createPatient } from '../rules/patients.ts';
import { withRecord } from '../rules/registration-record.ts';
import { addRegistration } from '../rules/registrations.ts';
import { namingFrom, type World } from '../rules/world.ts';
import { seededChance, stableId, type Chance } from '../stable.ts';
import { createPeople, type DemoPerson } from './people.ts';

const APPOINTMENTS_TODAY = 28;
/** Of every five registrations of today one has no patient yet, so that people can train to assign one. */
const UNASSIGNED_EVERY = 5;
const HISTORY_DAYS = 28;
const DAY_MS = 86_400_000;
/** Results come a day after the appointment, so that today's registrations stay open while people train on them. */
const LABORATORY_MS = DAY_MS;

/** Whether a seed makes demo data: `demo`, or `demo-` and a name. */
export const isDemoSeed = (seed: string): boolean => /^demo(?:-[\w.-]{1,60})?$/.test(seed);

const PAST_SCENARIOS: readonly SandboxScenario[] = [
  'success',
  'success',
  'success',
  'abnormal_high',
  'success',
  'abnormal_low',
  'one_failed',
  'success',
  'partial',
  'all_failed',
  'awaiting_auth',
  'processing_error',
];

interface Day {
  readonly world: World;
  readonly chance: Chance;
  readonly nextPerson: () => DemoPerson;
  readonly products: readonly ProductDefinition[];
}

interface Visit {
  readonly slot: SlotTime;
  readonly product: ProductDefinition;
  readonly person: DemoPerson;
}

/** What is needed to make the data of one day. `notableFirst`: people with difficult names come first. */
function dayOf(world: World, seed: string, date: string, notableFirst = false): Day {
  const chance = seededChance(`${seed}:${date}`);
  return {
    world: {
      ...world,
      naming: namingFrom(seededChance(`${seed}:${date}:names`), (name) =>
        stableId(`${seed}:${date}:${name}`),
      ),
      takeNextScenario: () => null,
      tell: () => undefined,
    },
    chance,
    nextPerson: createPeople(chance, notableFirst),
    products: allProducts().filter((one) => !one.hidden && one.shippingTypes.includes('walk_in')),
  };
}

/** The same world with its clock at another instant: records get the time at which they would have been made. */
const atTime = (world: World, instantMs: number): World => ({
  ...world,
  clock: { ...world.clock, nowMs: () => instantMs },
});

/**
 * Spreads appointments over the day: divides the free slots between two times into `count` parts and picks one of each.
 */
function spreadSlots(
  day: Day,
  date: string,
  wanted: { count: number; from: string; to: string },
): SlotTime[] {
  const { world, chance } = day;
  const slots = world.slots
    .slotsOn(MAIN_LOCATION, date)
    .filter((slot) => slot.time >= wanted.from && slot.time < wanted.to)
    .filter((slot) => !world.store.isTaken(MAIN_LOCATION.id, slot.startsMs));
  return Array.from({ length: wanted.count }, (_, index) => {
    const first = Math.floor((index * slots.length) / wanted.count);
    const last = Math.max(first, Math.floor(((index + 1) * slots.length) / wanted.count) - 1);
    return slots[chance.integer(first, last)];
  }).flatMap((slot) => slot ?? []);
}

/** Tests that are only for one sex. */
const ONLY_FOR: Readonly<Record<string, string>> = { 'PSA-1': 'male', 'FERT-4': 'female' };

function visitAt(day: Day, slot: SlotTime): Visit {
  const person = day.nextPerson();
  const suitable = day.products.filter(({ sku }) => (ONLY_FOR[sku] ?? person.gender) === person.gender);
  return { slot, product: day.chance.pick(suitable), person };
}

/** Adds a visit whose patient is known: patient, confirmed appointment, registration. Returns the registration's id. */
function seedKnownVisit(day: Day, visit: Visit): string {
  const { chance } = day;
  const bookedMs = visit.slot.startsMs - chance.integer(1, 9) * DAY_MS - chance.integer(0, 40) * SLOT_MS;
  const world = atTime(day.world, bookedMs);
  const { nhsNumber: _nhsNumber, ...body } = visit.person;
  const foreignId = chance.happens(0.5) ? `CRM-${chance.integer(100_000, 999_999)}` : null;
  const patient = createPatient(world, body);
  const appointment = book(
    world,
    { location: MAIN_LOCATION, startsMs: visit.slot.startsMs },
    { confirmed: true, patientId: patient.id, orderId: null, override: false },
  );
  const row = addRegistration(world, {
    products: [visit.product],
    patient,
    foreignId: foreignId !== null && world.store.registrationByForeignId(foreignId) ? null : foreignId,
    appointmentId: appointment.id,
    orderId: null,
    parentId: null,
    biomarkerCodes: null,
    status: 'pending',
    course: { scenario: 'success', delayMs: LABORATORY_MS, targets: [] },
  });
  world.store.saveRegistration(withRecord(startCourse(row, appointment.ends_ms), world));
  return row.id;
}

/** Adds a visit whose patient is not known yet: an order with its appointment, and a registration without a patient. */
function seedUnassignedVisit(day: Day, visit: Visit): void {
  const { chance } = day;
  const { person } = visit;
  createOrder(atTime(day.world, visit.slot.startsMs - chance.integer(2, 12) * DAY_MS), {
    items: [{ product_id: visit.product.id, quantity: 1 }],
    shipping_id: shippingMethodOf('walk_in').id,
    customer: {
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      nhs_number: person.nhsNumber,
      ...(person.phone_number === undefined ? {} : { phone_number: person.phone_number }),
    },
    initial_appointment: {
      test_location_id: MAIN_LOCATION.id,
      appointment_time: new Date(visit.slot.startsMs).toISOString(),
    },
  });
}

const marker = (date: string): string => `demo-day:${date}`;

/** Adds the demo appointments of a day, once. Does nothing with seed `empty`. */
export function ensureDemoDay(world: World, seed: string, date: string): void {
  const { store } = world;
  if (!isDemoSeed(seed) || store.setting(marker(date)) !== null) return;
  store.together(() => {
    store.setSetting(marker(date), 'made');
    const day = dayOf(world, seed, date, true);
    const wanted = { count: APPOINTMENTS_TODAY, from: '07:20', to: '19:40' };
    spreadSlots(day, date, wanted).forEach((slot, index) => {
      const visit = visitAt(day, slot);
      if (index % UNASSIGNED_EVERY === UNASSIGNED_EVERY - 1) seedUnassignedVisit(day, visit);
      else seedKnownVisit(day, visit);
    });
  });
}

/**
 * Adds what surrounds the first day: finished registrations of the past weeks, one of them with general ranges, a few visits of tomorrow,
 * posted kits.
 */
export function seedHistory(world: World, seed: string, today: string): void {
  for (let back = HISTORY_DAYS; back >= 1; back -= 1) seedPastDay(world, seed, addDays(today, -back));
  const tomorrow = addDays(today, 1);
  const day = dayOf(world, `${seed}:ahead`, tomorrow);
  const wanted = { count: 8, from: '08:00', to: '19:00' };
  for (const slot of spreadSlots(day, tomorrow, wanted)) seedKnownVisit(day, visitAt(day, slot));
  seedPostedKits(world, seed, today);
  seedGeneralRange(world, seed, today);
}

function seedPastDay(world: World, seed: string, date: string): void {
  const day = dayOf(world, seed, date);
  const nowMs = world.clock.nowMs();
  for (const slot of spreadSlots(day, date, { count: 3, from: '08:00', to: '18:00' })) {
    seedFinishedVisit(day, visitAt(day, slot), { nowMs, scenario: () => day.chance.pick(PAST_SCENARIOS) });
  }
}

/** Adds a visit of the past and its results. */
function seedFinishedVisit(
  day: Day,
  visit: Visit,
  { nowMs, scenario }: { readonly nowMs: number; readonly scenario: () => SandboxScenario },
): void {
  const { world, chance } = day;
  const row = world.store.registration(seedKnownVisit(day, visit));
  if (!row) return;
  const course = { scenario: scenario(), delayMs: LABORATORY_MS, targets: [] };
  const finishedMs = Math.min(visit.slot.startsMs + chance.integer(20, 30) * 3_600_000, nowMs);
  world.store.saveRegistration(withRecord(finished(withCourse(row, course), finishedMs), world));
}

/** Iron and ferritin have one range for men and one for women, so the general one stands in for whoever is neither. */
const WITH_RANGES_BY_SEX = 'IRON-4';

/**
 * Adds somebody whose results go by general ranges: on the latest day before yesterday on which the clinic was open. The random people
 * of the past are men and women, and without this nobody who trains would see what a screen says about such a range.
 */
function seedGeneralRange(world: World, seed: string, today: string): void {
  const product = productBySku(WITH_RANGES_BY_SEX);
  for (let back = 2; product && back <= HISTORY_DAYS; back += 1) {
    const date = addDays(today, -back);
    const day = dayOf(world, `${seed}:ranges`, date);
    const [slot] = spreadSlots(day, date, { count: 1, from: '08:00', to: '18:00' });
    if (!slot) continue;
    const next = day.nextPerson();
    const email = next.email.replace(/^[^.]+/, 'robin');
    const person: DemoPerson = { ...next, first_name: 'Robin', email, gender: 'other' };
    seedFinishedVisit(
      day,
      { slot, product, person },
      { nowMs: world.clock.nowMs(), scenario: () => 'success' },
    );
    return;
  }
}

function seedPostedKits(world: World, seed: string, today: string): void {
  const day = dayOf(world, `${seed}:posted`, today);
  const postable = allProducts().filter((one) => !one.hidden && one.shippingTypes.includes('home_kit'));
  const morning = instantOf(today, '09:00', world.timeZone);
  for (let kit = 0; kit < 4; kit += 1) {
    const person = day.nextPerson();
    createOrder(atTime(day.world, morning - (kit + 2) * DAY_MS), {
      items: [{ product_id: day.chance.pick(postable).id, quantity: 1 }],
      shipping_id: shippingMethodOf('home_kit').id,
      customer: { email: person.email, first_name: person.first_name, last_name: person.last_name },
      address: {
        line1: `${day.chance.integer(1, 180)} ${day.chance.pick(['Station Road', 'Church Lane', 'High Street'])}`,
        city: day.chance.pick(['Leeds', 'Cardiff', 'Belfast', 'Norwich']),
        postal_code: 'ZZ1 1ZZ',
        country_code: 'GB',
      },
    });
  }
}
