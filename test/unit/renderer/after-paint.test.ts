// What can wait begins only once a frame is on the screen.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from '../../../src/renderer/ui/use-painted.ts';

let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
});

afterEach(() => {
  frames = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** One frame, and what had been put off until a turn of its own. */
function drawFrame(): void {
  const due = frames;
  frames = [];
  for (const draw of due) draw();
  vi.runAllTimers();
}

test('nothing begins between a frame and the next, in which the first is brought to the screen', () => {
  const then = vi.fn();
  afterPaint(then);
  drawFrame();
  expect(then).not.toHaveBeenCalled();
  drawFrame();
  expect(then).toHaveBeenCalledOnce();
});

test.each([0, 1])('what is not wanted any more after %i frames never begins', (framesBefore) => {
  const then = vi.fn();
  const cancel = afterPaint(then);
  for (let frame = 0; frame < framesBefore; frame += 1) drawFrame();
  cancel();
  for (let frame = 0; frame < 3; frame += 1) drawFrame();
  expect(then).not.toHaveBeenCalled();
});
