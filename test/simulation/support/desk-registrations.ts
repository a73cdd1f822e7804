// Who is registered for tests without an appointment on a simulated day: a person whom the service knows, or one who was
// made here a moment ago. They may come at any time, so no visit and no appointment comes of it.
import { createPatient, expectedAt } from './desk-people.ts';
import { MINUTE_MS, TROUBLE_MS } from './day-times.ts';
import type { SimulatedDay } from './simulated-day.ts';
import { PRODUCT_IDS } from './simulated-service.ts';

/** Nobody else who is expected on a simulated day has this number. */
const EXPECTED_NUMBER = 3;

/** Plans it for some of the days. Its random numbers are its own, so that the other days stay as they were. */
export function planDirectRegistrations(day: SimulatedDay): void {
  const { directs: random } = day;
  if (random.chance(0.3)) void register(day, random.between(MINUTE_MS, TROUBLE_MS * 0.7));
}

async function register(day: SimulatedDay, atMs: number): Promise<void> {
  const { directs: random } = day;
  // Somebody with an appointment is wanted for other tests as well: theirs must not become the new registration's.
  const isKnown = random.chance(0.5);
  const known = isKnown
    ? day.service.addPatient({ last_name: 'Direct-1', date_of_birth: '1969-07-20' })
    : null;
  if (known) expectedAt(day, EXPECTED_NUMBER, known.id);
  await day.later(atMs);
  const patientId = known ? known.id : await createPatient(day, 'Direct-0');
  if (patientId === null) return;
  const productIds = random.chance(0.5) ? PRODUCT_IDS.slice(0, 2) : PRODUCT_IDS.slice(1, 2);
  const times = random.chance(0.25) ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    await registerOnce(day, { patientId, productIds: [...productIds] });
    await day.later(random.between(1_000, MINUTE_MS));
  }
}

/** Presses until the desk has read the person and the tests: before that its screens offer neither. */
async function registerOnce(
  day: SimulatedDay,
  wanted: { readonly patientId: string; readonly productIds: string[] },
): Promise<void> {
  for (let tries = 0; tries < 12; tries += 1) {
    const record = await day.ask('patients.record', { patientId: wanted.patientId });
    const seenRegistrationIds = record?.registrations.map(({ id }) => id) ?? [];
    const made = await day.press('registrations.create', { ...wanted, seenRegistrationIds });
    if ('value' in made) {
      day.assigned.set(made.value.registrationId, wanted.patientId);
      return;
    }
    await day.later(20_000);
  }
}
