// The managed settings say that the service has moved. What was saved for one laboratory must not reach another, whatever they say.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDesk } from '../../../src/app/compose.ts';
import type { Desk } from '../../../src/app/compose.ts';
import { notedOtherwise } from '../../../src/app/made-for.ts';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';
import { ownStoreFile } from '../../../src/app/other-desks.ts';
import { run } from '../../../src/core/store/db/database.ts';
import { ensureVisitForAppointment, linkRegistration } from '../../../src/core/store/desk/visits.ts';
import { openStore } from '../../../src/core/store/open.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { patient, saveChanges } from '../../support/outbox-changes.ts';
import { silentLog } from '../../support/silent-log.ts';
import { TEST_KEY, uuid } from '../../support/store-fixture.ts';
import { createTestService } from '../../support/test-service.ts';
import type { TestService } from '../../support/test-service.ts';
import { askDesk } from '../../support/training-desk.ts';
import { exampleLocation, exampleRegistration } from '../../support/wire-examples.ts';

const BRAND = 'City';
let folder: string;
let servers: Server[];
let desks: Desk[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-moved-'));
  servers = [];
  desks = [];
});
afterEach(async () => {
  for (const desk of desks) await desk.close();
  for (const server of servers) server.close().closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

async function bodyOf(message: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of message) body += String(part);
  return body;
}

/** A laboratory of so many locations and registrations of its own. */
function laboratory(number: number): TestService {
  const service = createTestService(Date.now);
  service.down = false;
  const location = exampleLocation({ id: uuid(number, 5) });
  service.locations.set(location.id, location);
  const registration = exampleRegistration({ id: uuid(number, 1), appointment_id: null, patient_id: null });
  service.registrations.set(registration.id, registration);
  return service;
}

/** Answers for a laboratory at an address of this machine. */
async function listenFor(service: TestService): Promise<string> {
  const server = createServer((message, reply) => {
    void (async () => {
      const { method, url = '' } = message;
      const sent = await bodyOf(message);
      const { status, headers, body } = await service.request({
        method: method as 'GET',
        url: `http://laboratory${url}`,
        headers: {},
        ...(sent === '' ? {} : { body: sent }),
        timeoutMs: 1_000,
        maxBytes: 1_000_000,
      });
      reply.writeHead(status, headers).end(body);
    })();
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const settingsAt = async (address: string, formerAddresses: readonly string[]) => ({
  ...(await readManagedSettings(null, () => undefined)),
  service: { address, formerAddresses, token: 'token', brand: BRAND },
  printers: [],
  fullSyncMinutes: 240,
});

async function deskAt(address: string, formerAddresses: readonly string[] = []): Promise<Desk> {
  const desk = await openDesk({
    settings: await settingsAt(address, formerAddresses),
    dataFolder: folder,
    folderLock: () => 'held',
    secrets: { databaseKey: async () => TEST_KEY },
    log: silentLog,
    version: '0.0.0',
    drawsIn: 'threads',
    machine: 'desk-1',
  });
  desks.push(desk);
  return desk;
}

const closeDesk = async (desk: Desk): Promise<void> => {
  desks = desks.filter((one) => one !== desk);
  await desk.close();
};

/** What the database in the folder holds, as it is used for `address`. */
async function inStore<Value>(
  [address, formerAddresses]: readonly [string, readonly string[]],
  look: (store: ReturnType<typeof openStore>) => Value,
): Promise<Value> {
  const { service } = await settingsAt(address, formerAddresses);
  const file = ownStoreFile(folder, service, TEST_KEY);
  const store = openStore({ file, key: TEST_KEY, nowMs: Date.now, log: silentLog });
  const value = look(store);
  store.close();
  return value;
}

/** A desk that has read this laboratory, and holds one change that was never sent. */
async function workAt(service: TestService): Promise<string> {
  const address = await listenFor(service);
  const desk = await deskAt(address);
  await expect.poll(async () => (await askDesk(desk, 'connection.get', {})).asOfMs).not.toBeNull();
  await closeDesk(desk);
  await inStore([address, []], (store) => saveChanges(store, patient('p')));
  return address;
}

const endpoints = ({ requests }: TestService): string[] => [...new Set(requests.map((one) => one.endpoint))];
const noticesOf = async (desk: Desk) => (await askDesk(desk, 'session.get', {})).notices;

it('a former address of another laboratory sends that one nothing and reads nothing there, and a person is told', async () => {
  const former = await workAt(laboratory(1));
  const other = laboratory(2);
  const address = await listenFor(other);
  const desk = await deskAt(address, [former]);
  await expect
    .poll(() => noticesOf(desk))
    .toMatchObject([{ kind: 'another-laboratory', detail: expect.stringContaining(former) as string }]);
  expect(await askDesk(desk, 'connection.get', {})).toMatchObject({
    state: 'offline',
    error: { kind: 'offline', reason: 'another-laboratory' },
    waiting: 1,
  });
  expect((await askDesk(desk, 'session.get', {})).locations.map(({ id }) => id)).toEqual([uuid(1, 5)]);
  expect(endpoints(other)).toEqual(['locations.list', 'registrations.get']);
  await closeDesk(desk);
  // Once the settings are right, it is not taken for the other's, and goes on where it was.
  await inStore([former, []], ({ db }) => {
    expect(notedOtherwise(db, { address: former, brand: BRAND })).toBeNull();
    expect(listRows(db, 'open')).toMatchObject([{ state: 'pending' }]);
  });
});

it('is asked too by a machine that has taken over from a copy, and has read nothing itself yet', async () => {
  const former = await workAt(laboratory(1));
  await inStore([former, []], ({ db }) => {
    const at = { locationId: uuid(1, 5), date: '2026-03-03', nowMs: 0 };
    const { visitId } = ensureVisitForAppointment(db, { appointmentId: uuid(1, 3), ...at });
    linkRegistration(db, visitId, uuid(1, 1));
    run(db, 'DELETE FROM mirror_registration');
    run(db, 'DELETE FROM mirror_location');
  });
  const other = laboratory(2);
  const desk = await deskAt(await listenFor(other), [former]);
  await expect.poll(() => noticesOf(desk)).toMatchObject([{ kind: 'another-laboratory' }]);
  expect(endpoints(other)).toEqual(['locations.list', 'registrations.get']);
});

it('the same laboratory at another address is read, and gets what waits', async () => {
  const service = laboratory(1);
  const former = await workAt(service);
  const address = await listenFor(service);
  await deskAt(address, [former]);
  await expect.poll(() => endpoints(service)).toContain('patients.create');
});

it('is known by a registration where its list of locations is closed to the key, or holds other ones', async () => {
  const service = laboratory(1);
  const former = await workAt(service);
  service.locations.clear();
  const address = await listenFor(service);
  await deskAt(address, [former]);
  await expect.poll(() => endpoints(service)).toContain('patients.create');
});

it('a change is not in doubt because the question whose service it is got no answer', async () => {
  const service = laboratory(1);
  const former = await workAt(service);
  service.requests.length = 0;
  service.answer = () => ({ status: 503, body: { error: { code: 'unavailable', message: 'Try later.' } } });
  const address = await listenFor(service);
  const desk = await deskAt(address, [former]);
  await expect.poll(async () => (await askDesk(desk, 'connection.get', {})).state).toBe('offline');
  await closeDesk(desk);
  expect(endpoints(service)).toEqual(['locations.list']);
  await inStore([address, [former]], ({ db }) => {
    expect(listRows(db, 'open')).toMatchObject([{ state: 'pending' }]);
  });
});
