// The whole way of an event in training: the embedded service posts it, the desk takes it and asks for the record, long before
// it would have asked by itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Desk } from '../../../src/app/compose.ts';
import { StartProblem } from '../../../src/app/start-problem.ts';
import type { OperationName, Input } from '../../../src/contract/index.ts';
import { askDesk, openTrainingDesk } from '../../support/training-desk.ts';

const SECRET = 'ask-no-questions-0123456789';
let folder: string;
let port: number;
let desk: Desk;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-intake-'));
  port = await freePort();
  // Readings of the desk's own would find the changes as well: they come too seldom here for that.
  desk = await openTrainingDesk(folder, {
    webhook: { port, secret: SECRET, secure: null },
    syncSeconds: 600,
    fullSyncMinutes: 240,
  });
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = <Name extends OperationName>(name: Name, input: Input<Name>) => askDesk(desk, name, input);
const post = (secret: string, body: unknown) =>
  fetch(`http://127.0.0.1:${port}/webhook`, {
    method: 'POST',
    headers: { 'x-webhook-secret': secret },
    body: JSON.stringify(body),
  });

it('a desk whose port for events is taken says so and does not start', async () => {
  const other = mkdtempSync(join(tmpdir(), 'drawdesk-intake-'));
  const opened = openTrainingDesk(other, { webhook: { port, secret: SECRET, secure: null } });
  await expect(opened).rejects.toThrow(StartProblem);
  await expect(opened).rejects.toThrow(`at port ${port} (EADDRINUSE)`);
  rmSync(other, { recursive: true, force: true });
});

it('an event of the service brings the new state of a registration', async () => {
  expect(await ask('service.intake', {})).toEqual({
    address: `http://127.0.0.1:${port}/webhook`,
    heard: 0,
    last: null,
    notUnderstood: 0,
    refusedForSecret: 0,
    refusedOtherwise: 0,
    asksLess: false,
  });
  const readInFull = async () => (await ask('registrations.list', { from: 0, count: 1 })).asOfMs;
  await expect.poll(readInFull, { timeout: 300_000 }).not.toBeNull();
  const states = async () => JSON.stringify(await ask('registrations.statuses', {}));
  const before = await states();
  await ask('service.setWebhook', { url: `http://127.0.0.1:${port}/webhook`, secret: SECRET });
  for (let hour = 0; hour < 48; hour += 1) await ask('training.advanceClock', { seconds: 3_600 });
  await expect
    .poll(async () => (await ask('service.intake', {})).last?.event, { timeout: 20_000 })
    .toEqual(expect.any(String));
  await expect.poll(states, { timeout: 20_000 }).not.toBe(before);
});

it('who has another secret is refused and counted, and nothing of theirs is asked for', async () => {
  const { refusedForSecret } = await ask('service.intake', {});
  const body = { event: 'lab_results.complete', data: { id: crypto.randomUUID() } };
  expect((await post('another-secret-0123456789', body)).status).toBe(401);
  expect((await ask('service.intake', {})).refusedForSecret).toBe(refusedForSecret + 1);
});
