// The visit that a scan belongs to, while its collection is being started.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCollection } from '../../../src/renderer/shared/visit/open-collection.ts';

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  end = () => undefined;
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

/** Whether a scan of this moment would be answered now. */
async function scanIsAnswered(): Promise<boolean> {
  let answered = false;
  void openCollection.whenStarted().then(() => (answered = true));
  await vi.advanceTimersByTimeAsync(0);
  return answered;
}

it('does not keep a scan waiting when nothing is started', async () => {
  expect(await scanIsAnswered()).toBe(true);
  end = openCollection.begin('visit-1');
  expect(await scanIsAnswered()).toBe(true);
  expect(openCollection.visitId()).toBe('visit-1');
});

it('keeps it waiting until the collection is started and shown', async () => {
  let answer: (visitId: string | null) => void = () => undefined;
  openCollection.starting(new Promise((resolve) => (answer = resolve)));
  expect(await scanIsAnswered()).toBe(false);
  answer('visit-1');
  expect(await scanIsAnswered()).toBe(false);
  end = openCollection.begin('visit-1');
  expect(await scanIsAnswered()).toBe(true);
  expect(openCollection.visitId()).toBe('visit-1');
});

it('also when it is shown before the answer', async () => {
  let answer: (visitId: string | null) => void = () => undefined;
  openCollection.starting(new Promise((resolve) => (answer = resolve)));
  end = openCollection.begin('visit-1');
  answer('visit-1');
  expect(await scanIsAnswered()).toBe(true);
});

it('lets it go when the collection is refused, and when the desk says nothing for two seconds', async () => {
  openCollection.starting(Promise.resolve(null));
  expect(await scanIsAnswered()).toBe(true);
  openCollection.starting(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(await scanIsAnswered()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(await scanIsAnswered()).toBe(true);
});

it('waits for the one that was started last', async () => {
  openCollection.starting(Promise.resolve('visit-1'));
  openCollection.starting(Promise.resolve('visit-2'));
  end = openCollection.begin('visit-1');
  expect(await scanIsAnswered()).toBe(false);
  end = openCollection.begin('visit-2');
  expect(await scanIsAnswered()).toBe(true);
});

it('lets each of two starts of one visit go when it is shown, however soon the second follows the first', async () => {
  openCollection.starting(Promise.resolve('visit-1'));
  await vi.advanceTimersByTimeAsync(1_500);
  openCollection.starting(Promise.resolve('visit-1'));
  // The time of the first is over; the second goes on waiting, and for no longer than until the visit is shown.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await scanIsAnswered()).toBe(false);
  end = openCollection.begin('visit-1');
  expect(await scanIsAnswered()).toBe(true);
});
