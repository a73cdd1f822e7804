// A program that holds ever more connections open does not keep the windows of the desk out.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { useWebHost } from './support/host-under-test.ts';

const desk = useWebHost();
const AT_ONCE = 100;
const held: Socket[] = [];
afterEach(() => {
  for (const connection of held.splice(0)) connection.destroy();
});

/** Opens connections that say nothing; a part at a time, since the system forgets some of too many that wait at once. */
async function flood(count: number): Promise<void> {
  const { hostname, port } = new URL(desk.origin());
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const part = Array.from({ length: AT_ONCE }, () => {
      const connection = connect(Number(port), hostname);
      connection.on('error', () => undefined);
      // Otherwise it would not notice that it was closed.
      connection.resume();
      held.push(connection);
      return new Promise<void>((done) => {
        connection.once('connect', done);
        connection.once('close', () => done());
      });
    });
    await Promise.all(part);
  }
}
const stillOpen = (): number => held.filter((connection) => !connection.destroyed).length;

test('a new window gets in while a program holds all connections', async () => {
  await flood(1_200);
  await vi.waitFor(() => expect(stillOpen()).toBeLessThanOrEqual(1_000), 10_000);
  expect((await desk.callWith(await desk.bearerFor())).status).toBe(200);
});

test('the connection of a window that was let in stays, those that say nothing give way', async () => {
  const headers = await desk.withBearer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports: unknown[] = [];
  const call = (): Promise<number | undefined> =>
    new Promise((done, failed) => {
      const asked = request(`${desk.origin()}/api/call`, { method: 'POST', agent, headers }, (answer) => {
        ports.push(asked.socket?.localPort);
        answer.resume();
        answer.on('end', () => done(answer.statusCode));
      });
      asked.on('error', failed);
      asked.end('{"name": "session.get", "input": {}}');
    });
  expect(await call()).toBe(200);
  await flood(2_100);
  await vi.waitFor(() => expect(stillOpen()).toBeLessThanOrEqual(1_000), 10_000);
  expect(await call()).toBe(200);
  expect(new Set(ports).size).toBe(1);
  agent.destroy();
});
