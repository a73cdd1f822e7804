// What windows ask while the engine is opened, and while it is opened anew.
import { expect, it } from 'vitest';
import { createEngineToCome } from '../../../src/app/engine-to-come.ts';
import { createEventLog } from '../../../src/core/events.ts';

const CALL = { name: 'board.get', input: {} };

const engineOf = (run: string) => ({
  ...createEventLog(run),
  call: async () => ({ ok: true as const, value: run }),
});

it('a call waits until the engine is open, and one during an opening anew for the next engine', async () => {
  const toCome = createEngineToCome();
  const early = toCome.call(CALL);
  toCome.opensWith(engineOf('first'));
  expect(await early).toMatchObject({ value: 'first' });
  toCome.opensAnew();
  const between = toCome.call(CALL);
  toCome.opensWith(engineOf('second'));
  expect(await between).toMatchObject({ value: 'second' });
});

it('whoever was told of events is told by the next engine, after a word to read everything again', () => {
  const toCome = createEngineToCome();
  const first = engineOf('first');
  toCome.opensWith(first);
  const told: unknown[] = [];
  toCome.subscribe(first.position(), (event) => told.push([event.type, event.run]));
  first.publish(['board']);
  toCome.opensAnew();
  first.publish(['board']);
  const second = engineOf('second');
  toCome.opensWith(second);
  second.publish(['board']);
  expect(told).toEqual([
    ['changed', 'first'],
    ['resynchronise', 'second'],
    ['changed', 'second'],
  ]);
});

it('a window that comes meanwhile is told by the next engine, and one that has gone by none', () => {
  const toCome = createEngineToCome();
  const first = engineOf('first');
  toCome.opensWith(first);
  const told: string[] = [];
  const leave = toCome.subscribe(first.position(), () => told.push('left'));
  toCome.opensAnew();
  leave();
  toCome.subscribe(first.position(), () => told.push('came'));
  toCome.opensWith(engineOf('second'));
  expect(told).toEqual(['came']);
});

it('calls fail with what keeps the engine from being opened', async () => {
  const toCome = createEngineToCome();
  const early = toCome.call(CALL);
  toCome.failsWith(new Error('no disk'));
  await expect(early).rejects.toThrow('no disk');
});
