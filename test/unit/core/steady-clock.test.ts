// A timer of the sync survives a full disk.
import { describe, expect, it } from 'vitest';
import { steadyClock } from '../../../src/core/steady-clock.ts';
import { silentLog } from '../../support/silent-log.ts';
import { createTestClock } from '../../support/test-clock.ts';

const diskFull = (): Error => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

describe('a timer of the sync', () => {
  it('never throws, and runs again after a full disk until it ends well', async () => {
    const clock = createTestClock(0);
    let runs = 0;
    steadyClock(clock, silentLog).after(1_000, () => {
      runs += 1;
      if (runs < 3) throw diskFull();
    });
    await clock.advance(10 * 60_000);
    expect(runs).toBe(3);
  });

  it('is logged and left alone after any other failure', async () => {
    const clock = createTestClock(0);
    const errors: unknown[] = [];
    let runs = 0;
    steadyClock(clock, { ...silentLog, error: (message) => errors.push(message) }).after(1_000, () => {
      runs += 1;
      throw new RangeError('a mistake');
    });
    await clock.advance(10 * 60_000);
    expect(runs).toBe(1);
    expect(errors).toHaveLength(1);
  });

  it('can be called off, between two runs as well', async () => {
    const clock = createTestClock(0);
    let runs = 0;
    const cancel = steadyClock(clock, silentLog).after(1_000, () => {
      runs += 1;
      throw diskFull();
    });
    await clock.advance(2_000);
    cancel();
    await clock.advance(10 * 60_000);
    expect(runs).toBe(1);
  });
});
