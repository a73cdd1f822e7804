import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { makeTrainingHolds } from '../../../src/app/training-holds.ts';
import { createEventLog } from '../../../src/core/events.ts';
import { useStore } from '../../support/store-fixture.ts';

const store = useStore();

/** An engine of a morning with twelve free slots, whose line is cut after so many holds. */
function morning(holdsUntilCut: number) {
  const events = createEventLog('run-1');
  const held: unknown[] = [];
  let lineAsked = 0;
  const isCut = (): boolean => held.length >= holdsUntilCut;
  const slots = Array.from({ length: 12 }, (_, index) => ({
    id: `slot-${index}`,
    startsAtMs: index,
    available: true,
    past: false,
  }));
  const values: Readonly<Record<string, () => unknown>> = {
    'board.get': () => ({ loading: false, today: '2026-11-20' }),
    'slots.list': () => ({ live: true, locationId: 'location', slots }),
    'connection.get': () => {
      lineAsked += 1;
      return { state: isCut() ? 'offline' : 'online' };
    },
  };
  return {
    held,
    lineAsked: () => lineAsked,
    publish: () => events.publish(['board']),
    subscribe: events.subscribe,
    async call(call: unknown) {
      const { name, input } = call as { readonly name: string; readonly input: unknown };
      if (name === 'walkIn.hold') held.push(input);
      return { ok: true as const, value: values[name]?.() };
    },
  };
}

it.each([
  { what: 'the line stays', holdsUntilCut: Infinity, held: 3, lineAsked: 3 },
  { what: 'the line is cut after the first', holdsUntilCut: 1, held: 1, lineAsked: 2 },
  { what: 'the line is cut', holdsUntilCut: 0, held: 0, lineAsked: 1 },
])('holds $held slots of today, once, where $what', async ({ holdsUntilCut, held, lineAsked }) => {
  const engine = morning(holdsUntilCut);
  const stop = makeTrainingHolds(engine, {
    db: store.db,
    random: { uuid: () => 'command', fraction: () => 0 },
  });
  engine.publish();
  await vi.waitFor(() => expect(engine.lineAsked()).toBe(lineAsked));
  // It is done for today, whatever else happens.
  engine.publish();
  await nextTurn();
  expect(engine.held).toHaveLength(held);
  expect(engine.lineAsked()).toBe(lineAsked);
  stop();
});
