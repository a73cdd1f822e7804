// Which of a desk's requests count as set off by a person, for the proof that specs use the whole service (test/e2e): a real desk in
// training, its embedded service over HTTP, and calls as windows make them.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Desk } from '../../../src/app/compose.ts';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import { addDays } from '../../../src/domain/site-time.ts';
import { endpointsIn } from '../../e2e/service-use.ts';
import { askDesk, openTrainingDesk } from '../../support/training-desk.ts';

/** What a desk reads whenever somebody asks. */
const READ_NOW = ['locations.list', 'products.list', 'registrations.list'];

let folder: string;
let requests: string;
let desk: Desk;

const used = (): string[] => endpointsIn(requests).toSorted();
const ask = <Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> =>
  askDesk(desk, name, input);

/** Asks again after each change until what was asked for is so. */
const until = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  holds: (value: Output<Name>) => boolean,
): Promise<Output<Name>> =>
  vi.waitFor(
    async () => {
      const value = await ask(name, input);
      if (!holds(value)) throw new Error(`${name} is not so yet.`);
      return value;
    },
    { timeout: 15_000, interval: 20 },
  );

/** The desk has read the service, and training has asked for its holds and got them. */
async function settled(): Promise<void> {
  await until('board.get', {}, ({ loading, rows }) => !loading && rows.length > 0);
  await until('outbox.list', { show: 'all' }, ({ items, unsent }) => items.length >= 3 && unsent === 0);
}

/** A recorder is loaded into a process before its desk; here each file has one of its own in the same process. */
async function recordIn(file: string): Promise<void> {
  requests = join(folder, file);
  process.env['DRAWDESK_E2E_REQUESTS'] = requests;
  vi.resetModules();
  await import('../../e2e/record-requests.ts');
}

beforeEach(async () => {
  // Training's holds are made of the slots that are left today.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T08:00:00Z') });
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-recorded-'));
  await recordIn('requests.txt');
  desk = await openTrainingDesk(join(folder, 'desk'));
  await settled();
});
afterEach(async () => {
  await desk.close();
  delete process.env['DRAWDESK_E2E_REQUESTS'];
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

it('what a desk reads, fetches and holds by itself was set off by nobody', () => {
  expect(used()).toEqual([]);
});

it('what a window’s question waits for was set off by whoever looks', async () => {
  const { today } = await ask('board.get', {});
  await ask('slots.list', { date: addDays(today, 1) });
  expect(used()).toEqual(['locations.slots']);
});

it('a reading that is asked for was set off by whoever pressed', async () => {
  await ask('sync.now', {});
  await vi.waitFor(() => expect(used()).toEqual(expect.arrayContaining(READ_NOW)), { timeout: 15_000 });
});

it('a refused request is nobody’s', async () => {
  await expect(ask('orders.find', { text: 'DRW-NONE00' })).rejects.toThrow();
  expect(used()).not.toContain('registrations.order');
});

it('a change that waited is the deed of whoever made it, however late and in whichever run it goes', async () => {
  await ask('training.setOffline', { offline: true });
  await until('connection.get', {}, ({ state }) => state === 'offline');
  const { today } = await ask('board.get', {});
  const { locationId, slots } = await ask('slots.list', { date: today });
  const free = slots.find(({ available, past }) => available && !past);
  await ask('walkIn.hold', { locationId, slotId: free?.id ?? '', startsAtMs: free?.startsAtMs ?? 0 });
  await desk.close();
  expect(used()).toEqual([]);

  // The next run has a recorder of its own, which finds what the one before left.
  copyFileSync(`${requests}.commands`, join(folder, 'later.txt.commands'));
  await recordIn('later.txt');
  desk = await openTrainingDesk(join(folder, 'desk'));
  await ask('training.setOffline', { offline: false });
  await vi.waitFor(() => expect(used()).toContain('appointments.create'), { timeout: 15_000 });
  // The switch made the desk test its connection and read, which nobody waited for.
  await until('connection.get', {}, ({ state }) => state === 'online');
  await until('board.get', {}, ({ loading, asOfMs }) => !loading && asOfMs !== null);
  expect(used()).toEqual(['appointments.create']);
});
