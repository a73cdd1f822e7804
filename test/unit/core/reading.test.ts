// For whom the service is read: each reading tells whether a person asked for it.
import { tracingChannel } from 'node:diagnostics_channel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ReadingTrace } from '../../../src/core/line/traces.ts';
import { createReading } from '../../../src/core/reading.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createTestClock } from '../../support/test-clock.ts';

const PULL_MS = 20_000;

const told: boolean[] = [];
const note = (trace: unknown): void => void told.push((trace as ReadingTrace).isAskedFor);
const { start } = tracingChannel('drawdesk:reading');

/** A desk that has been started; its first reading is under way. */
async function startedDesk({ usable = (): boolean => true } = {}) {
  const clock = createTestClock(0);
  const underWay: (() => void)[] = [];
  const made = createReading({
    puller: {
      read: () => new Promise((done) => underWay.push(done)),
      wantEverything: () => undefined,
      isFetchingDocuments: () => false,
    },
    connection: { usable, status: () => ({ state: 'online' }) as never, lookForPerson: () => undefined },
    clock,
    log: silentLog,
    pullMs: PULL_MS,
    firstAfterMs: () => 0,
    onProgress: () => undefined,
    onFailure: () => undefined,
  });
  made.start();
  await clock.advance(0);
  const endReading = async (): Promise<void> => {
    underWay.pop()?.();
    await clock.advance(PULL_MS);
  };
  return { made, clock, endReading };
}

beforeEach(() => start.subscribe(note));
afterEach(() => {
  start.unsubscribe(note);
  told.length = 0;
});

it('the first reading and those in their time are asked for by nobody', async () => {
  const { endReading } = await startedDesk();
  await endReading();
  expect(told).toEqual([false, false]);
});

it('one that a person asks for is theirs, and the one after it is not', async () => {
  const { made, clock, endReading } = await startedDesk();
  made.readEverything();
  await clock.settle();
  await endReading();
  await endReading();
  expect(told).toEqual([false, true, false]);
});

it('while another is under way or the line is down, it is the next one that begins', async () => {
  let isUp = true;
  const { made, clock, endReading } = await startedDesk({ usable: () => isUp });
  made.readEverything();
  await clock.settle();
  expect(told).toEqual([false]);
  await endReading();
  expect(told).toEqual([false, true]);

  isUp = false;
  await endReading();
  made.readEverything();
  await clock.settle();
  expect(told).toEqual([false, true]);
  isUp = true;
  made.connectionIsBack();
  await clock.settle();
  expect(told).toEqual([false, true, true]);
});
