// The event log: which events a screen gets when it connects, comes back or has missed some.
import { describe, expect, it } from 'vitest';
import type { DeskEvent } from '../../../src/contract/events.ts';
import { createEventLog } from '../../../src/core/events.ts';

function heard(
  log: ReturnType<typeof createEventLog>,
  cursor: { run: string; number: number } | null,
): DeskEvent[] {
  const events: DeskEvent[] = [];
  log.subscribe(cursor, (event) => events.push(event));
  return events;
}

describe('the event log', () => {
  it('numbers events and names each topic once', () => {
    const log = createEventLog('run');
    const events = heard(log, { run: 'run', number: 0 });
    log.publish(['board', 'board', 'outbox']);
    log.publish(['patients']);
    expect(events).toEqual([
      { type: 'changed', run: 'run', number: 1, topics: ['board', 'outbox'] },
      { type: 'changed', run: 'run', number: 2, topics: ['patients'] },
    ]);
  });

  it('says nothing when nothing changed', () => {
    const log = createEventLog('run');
    const events = heard(log, { run: 'run', number: 0 });
    log.publish([]);
    expect(events).toEqual([]);
  });

  it('delivers what was missed', () => {
    const log = createEventLog('run');
    log.publish(['board']);
    log.publish(['outbox']);
    expect(heard(log, { run: 'run', number: 1 })).toEqual([
      { type: 'changed', run: 'run', number: 2, topics: ['outbox'] },
    ]);
  });

  it('resynchronises a new screen, one of another run, and one too far back', () => {
    const log = createEventLog('run');
    for (let count = 0; count < 1_500; count += 1) log.publish(['board']);
    const fresh = { type: 'resynchronise', run: 'run', number: 1_500 };
    expect(heard(log, null)).toEqual([fresh]);
    expect(heard(log, { run: 'yesterday', number: 1_499 })).toEqual([fresh]);
    expect(heard(log, { run: 'run', number: 3 })).toEqual([fresh]);
    expect(heard(log, { run: 'run', number: 9_999 })).toEqual([fresh]);
    expect(heard(log, { run: 'run', number: 1_499 })).toHaveLength(1);
  });

  it('stops when asked to', () => {
    const log = createEventLog('run');
    const events: DeskEvent[] = [];
    const stop = log.subscribe({ run: 'run', number: 0 }, (event) => events.push(event));
    stop();
    log.publish(['board']);
    expect(events).toEqual([]);
  });
});
