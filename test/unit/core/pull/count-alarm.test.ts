// A number of registrations that proves false again and again is reason to read the whole list less and less often.
import { expect, it } from 'vitest';
import { createCountAlarm } from '../../../../src/core/pull/count-alarm.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** How many minutes it takes from one reading of the whole list to the next, where the number never fits. */
function minutesBetween(reading: { readonly hadNews: boolean; readonly isTrue: boolean }): number[] {
  const alarm = createCountAlarm();
  const waits: number[] = [];
  for (let minute = 1, begun = 0; minute <= DAY_MINUTES; minute += 1) {
    if (!alarm.raise((minute - begun) * MINUTE_MS)) continue;
    waits.push(minute - begun);
    begun = minute;
    alarm.settle(reading);
  }
  return waits;
}

it('waits twice as long after each reading that found nothing for it', () => {
  expect(minutesBetween({ hadNews: false, isTrue: false })).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
});

it.each([
  { hadNews: true, isTrue: false },
  { hadNews: false, isTrue: true },
])('waits no longer where the number was good for something: %o', (reading) => {
  expect(new Set(minutesBetween(reading))).toEqual(new Set([5]));
});

it('goes back step by step where the number is right again, and at once where something new was found', () => {
  const alarm = createCountAlarm();
  const raisesAfter = (minutes: number): boolean => alarm.raise(minutes * MINUTE_MS);
  for (let times = 0; times < 3; times += 1) {
    expect(raisesAfter(DAY_MINUTES)).toBe(true);
    alarm.settle({ hadNews: false, isTrue: false });
  }
  expect(raisesAfter(39)).toBe(false);
  alarm.settle({ hadNews: false, isTrue: true });
  expect([raisesAfter(19), raisesAfter(20)]).toEqual([false, true]);
  alarm.settle({ hadNews: true, isTrue: false });
  expect([raisesAfter(4), raisesAfter(5)]).toEqual([false, true]);
});

it('takes no reading for a false one that was due anyway', () => {
  const alarm = createCountAlarm();
  for (let times = 0; times < 5; times += 1) alarm.settle({ hadNews: false, isTrue: false });
  expect(alarm.raise(5 * MINUTE_MS)).toBe(true);
});
