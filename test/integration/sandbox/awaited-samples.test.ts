// The sandbox as training runs it: results of a registration with an appointment await its sample.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import {
  freeSlot,
  mainLocation,
  newOrder,
  newPatient,
  newRegistration,
  shippingOf,
  startCaller,
  TODAY,
  type Caller,
} from './caller.ts';

const AN_HOUR = 3_600;
const A_COURSE = 31;

describe('where results await samples', () => {
  let folder: string;
  let caller: Caller;
  const start = (options: Partial<SandboxOptions> = {}): Promise<Caller> =>
    startCaller({ dataFile: join(folder, 'service.db'), resultsAwaitSamples: true, ...options });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drawdesk-samples-'));
    caller = await start();
  });
  afterEach(async () => {
    await caller.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (id: string) => caller.call('registrations.get', { params: { id } });
  const later = (seconds: number) => caller.sandbox.clock.advanceSeconds(seconds);
  const withAppointment = async (more: Record<string, unknown> = {}) => {
    const slot = await freeSlot(caller);
    const { id } = await caller.call('appointments.create', { body: { slot_id: slot.id, confirmed: true } });
    const patient = await newPatient(caller);
    return newRegistration(caller, { patient_id: patient.id, appointment_id: id, ...more });
  };

  /** The registration of an order with an appointment, which has no patient yet. */
  const ordered = async (): Promise<string> => {
    const { preview } = await freeSlot(caller);
    const order = await newOrder(caller, {
      shipping_id: await shippingOf(caller, 'IRON-4', 'walk_in'),
      address: undefined,
      initial_appointment: {
        test_location_id: await mainLocation(caller),
        appointment_time: `${TODAY}T${preview}:00+01:00`,
      },
    });
    return order.test_registrations[0]?.id ?? '';
  };

  test('nothing is found for an appointment until its sample is taken; then the course takes its time', async () => {
    const { id } = await withAppointment();
    later(AN_HOUR);
    expect(await get(id)).toMatchObject({ status: 'pending', results_ready: false });
    caller.sandbox.samplesTaken([id]);
    expect(await get(id)).toMatchObject({ results_ready: false });
    later(A_COURSE);
    expect(await get(id)).toMatchObject({ status: 'success', results_ready: true });
  });

  test('a scenario awaits the sample as well, and results that come at once come with it', async () => {
    const { id } = await withAppointment({ foreign_id: 'test:all_failed+instant:mine' });
    later(AN_HOUR);
    expect(await get(id)).toMatchObject({ status: 'pending' });
    caller.sandbox.samplesTaken(['test:all_failed+instant:mine']);
    expect(await get(id)).toMatchObject({ status: 'fail', results_ready: true });
  });

  test('a sample heard of again changes nothing', async () => {
    const { id } = await withAppointment();
    caller.sandbox.samplesTaken([id]);
    later(A_COURSE - 11);
    caller.sandbox.samplesTaken([id]);
    later(11);
    expect(await get(id)).toMatchObject({ status: 'success' });
    caller.sandbox.samplesTaken([id]);
    expect(await get(id)).toMatchObject({ status: 'success' });
  });

  test('a sample is remembered until the service gets its registration, also over a restart', async () => {
    caller.sandbox.samplesTaken(['desk-of-tomorrow']);
    await caller.close();
    caller = await start();
    const { id } = await withAppointment({ foreign_id: 'desk-of-tomorrow' });
    later(A_COURSE);
    expect(await get(id)).toMatchObject({ status: 'success' });
  });

  test('an order with an appointment awaits its sample too, whoever is assigned to it and however often', async () => {
    const id = await ordered();
    const [one, other] = [await newPatient(caller), await newPatient(caller)];
    for (const { id: patient_id } of [one, other]) {
      await caller.call('registrations.update', { params: { id }, body: { patient_id } });
      later(AN_HOUR);
      expect(await get(id)).toMatchObject({ status: 'pending' });
    }
    caller.sandbox.samplesTaken([id]);
    later(A_COURSE);
    expect(await get(id)).toMatchObject({ status: 'success' });
  });

  test('a sample that was taken before its patient was assigned is not asked for again', async () => {
    const id = await ordered();
    caller.sandbox.samplesTaken([id]);
    const patient = await newPatient(caller);
    await caller.call('registrations.update', { params: { id }, body: { patient_id: patient.id } });
    later(A_COURSE);
    expect(await get(id)).toMatchObject({ status: 'success' });
  });

  test('a kit without an appointment goes on by itself', async () => {
    const { id } = await newRegistration(caller);
    later(A_COURSE);
    expect(await get(id)).toMatchObject({ status: 'success' });
  });

  test('a sandbox that was not asked to awaits no sample', async () => {
    await caller.close();
    caller = await start({ resultsAwaitSamples: false });
    const { id } = await withAppointment();
    later(A_COURSE);
    expect(await get(id)).toMatchObject({ status: 'success' });
  });
});
