// What people ask of the service on a simulated day besides visits: another mobile number or reference, a retest, the e-mail
// for completing a registration, orders. And what they decide where nobody knows whether it was done.
import type { RegistrationRequests } from '../../../src/contract/registrations.ts';
import type { OutboxRowView } from '../../../src/contract/outbox-row-view.ts';
import { LAST_ACTION_MS, MINUTE_MS, TROUBLE_MS } from './day-times.ts';
import { ordersMadeFor, timesCarriedOut } from './carried-out.ts';
import type { SimulatedDay } from './simulated-day.ts';
import { PRODUCT_IDS, SHIPPING_IDS } from './simulated-service.ts';
import type { SimRegistration } from './simulated-service.ts';

/** Plans what is asked. Everything begins in the first minutes of the day; what is in doubt is decided after that. */
export function planRequests(day: SimulatedDay): void {
  const { requests: random, service } = day;
  const soon = (): number => random.between(0, TROUBLE_MS * 0.7);
  const patient = service.addPatient({ last_name: 'Asked-about', date_of_birth: '1980-02-29' });
  if (random.chance(0.6)) {
    const failed = { patient_id: patient.id, status: 'fail', results_ready: true };
    void retest(day, service.addRegistration(failed), soon());
  }
  if (random.chance(0.6)) void email(day, service.addRegistration({ patient_id: null }), soon());
  if (random.chance(0.6)) void update(day, service.addRegistration({ patient_id: patient.id }), soon());
  // The prices and ways of shipping are read when a screen asks for them.
  for (let atMs = 0; atMs < TROUBLE_MS * 0.7; atMs += MINUTE_MS) {
    day.time.at(atMs, () => void day.ask('orders.terms', { productIds: PRODUCT_IDS.slice(0, 1) }));
  }
  if (random.chance(0.7)) void order(day, random.between(MINUTE_MS, TROUBLE_MS * 0.7));
  for (let atMs = 6 * MINUTE_MS; atMs < LAST_ACTION_MS; atMs += 3 * MINUTE_MS) void decide(day, atMs);
}

/** What is known about the registration, as its screen asks for it; null when the desk never reads it in time. */
async function seen(day: SimulatedDay, { id }: SimRegistration): Promise<RegistrationRequests | null> {
  for (let tries = 0; tries < 20; tries += 1) {
    const requests = await day.ask('registrations.requests', { registrationId: id });
    if (requests) return requests;
    await day.later(day.requests.between(5_000, 40_000));
  }
  return null;
}

async function retest(day: SimulatedDay, registration: SimRegistration, atMs: number): Promise<void> {
  await day.later(atMs);
  const requests = await seen(day, registration);
  if (requests?.obstacles.retest !== null) return;
  const asked = { registrationId: registration.id, seenVersion: requests.version };
  await day.press('registrations.retest', asked);
  // A second window shows the registration as it was before.
  if (day.requests.chance(0.3)) await day.press('registrations.retest', asked);
}

async function email(day: SimulatedDay, registration: SimRegistration, atMs: number): Promise<void> {
  await day.later(atMs);
  const requests = await seen(day, registration);
  if (requests?.obstacles.email !== null) return;
  await day.press('registrations.sendCompleteEmail', {
    registrationId: registration.id,
    seenVersion: requests.version,
    email: 'asked-about@example.org',
  });
}

/** Changes the number, the reference or both. Sometimes somebody else has just given the registration to another patient. */
async function update(day: SimulatedDay, registration: SimRegistration, atMs: number): Promise<void> {
  const { requests: random } = day;
  const what = random.pick(['number', 'reference', 'both'] as const);
  const other = day.service.addPatient({ last_name: 'In-place', date_of_birth: '1981-01-31' });
  if (random.chance(0.25)) {
    day.time.at(atMs * random.fraction(), () => {
      registration.patient_id = other.id;
      day.changedByOthers.add(registration.id);
      day.changedTo.set(registration.id, other.id);
    });
  }
  await day.later(atMs);
  const requests = await seen(day, registration);
  if (!requests?.patientId || requests.obstacles.update !== null) return;
  await day.press('registrations.update', {
    registrationId: registration.id,
    seenVersion: requests.version,
    seenPatientId: requests.patientId,
    ...(what === 'reference' ? {} : { mobileNumber: '+44 7700 900123' }),
    ...(what === 'number' ? {} : { foreignId: `asked-${registration.short_code}` }),
  });
}

/** Somebody goes through what needs attention, and rings the laboratory about what nobody knows. */
async function decide(day: SimulatedDay, atMs: number): Promise<void> {
  await day.later(atMs);
  const list = await day.ask('outbox.list', { show: 'attention' });
  for (const row of list?.items ?? []) {
    if (row.choices.includes('repeat')) await decideOne(day, row);
  }
}

async function decideOne(day: SimulatedDay, row: OutboxRowView): Promise<void> {
  const { requests: random } = day;
  const isDone = timesCarriedOut(day, row) > 0;
  const reason = 'Rang the laboratory';
  if (random.chance(0.3) && row.choices.includes('look-again')) {
    await day.press('outbox.retry', { rowId: row.id });
  } else if (isDone && random.chance(0.9)) {
    const [madeId = null] = row.kind === 'order.create' ? ordersMadeFor(day, row.orderId) : [];
    await day.press('outbox.settle', { rowId: row.id, reason, madeId });
  } else if (random.chance(0.7)) {
    // Counted before it is pressed: it may be carried out before the answer to the press is seen.
    day.repeated.set(row.id, (day.repeated.get(row.id) ?? 0) + 1);
    await day.press('outbox.repeat', { rowId: row.id, reason });
  } else {
    await day.press('outbox.discard', { rowId: row.id, reason });
  }
}

/** Places an order, and later has it sent again, paid back or cancelled. */
async function order(day: SimulatedDay, atMs: number): Promise<void> {
  const { requests: random } = day;
  await day.later(atMs);
  const [productId = ''] = PRODUCT_IDS;
  const [shippingId = ''] = SHIPPING_IDS[1] ?? [];
  const placed = await day.press('orders.create', {
    items: [{ productId, quantity: 2 }],
    shippingId,
    customer: { kind: 'new', firstName: 'Cora', lastName: 'Surname', email: 'cora@example.org' },
    address: null,
    shippingDate: null,
    appointment: null,
    seenTotal: { amountMinor: 2 * 4900 + 350, currency: 'GBP' },
  });
  // The prices were never read here; nobody can order then.
  if ('refused' in placed) return;
  const { orderId } = placed.value;
  for (const what of ['orders.reship', 'orders.refund', 'orders.cancel'] as const) {
    await day.later(random.between(10_000, 3 * MINUTE_MS));
    const seen = await day.ask('orders.get', { orderId });
    const isPossible = seen?.obstacles[what.slice('orders.'.length) as 'cancel'] === null;
    if (isPossible && random.chance(0.6)) {
      await day.press(what, { orderId, seenVersion: seen.version });
    }
  }
}
