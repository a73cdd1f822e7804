// When a visit opens, the link or button that had the focus gives it up, and the visit's heading takes it. Then the next Tab
// reaches the visit's first tick box, and not the rail and the header first.

import { afterPaint } from '../ui/use-painted.ts';

const TYPED_INTO = 'input:not([type=checkbox],[type=radio]),textarea,select';

/**
 * A field keeps the focus and its text: a scan must change nothing there. The frame lets its search go by itself. What is in the visit before
 * loses the focus as it goes; to take it away first has the whole page styled once more, for which the visit that is opened would wait.
 */
export function letGoOfFocus(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.matches(TYPED_INTO)) return;
  if (!focused.closest('[data-visit]')) focused.blur();
}

/**
 * To be called after a visit was asked for. One that is open already is not drawn anew, and its heading does not take the focus by itself:
 * what is typed next would belong to nothing.
 */
export function takeUpFocus(): void {
  afterPaint(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[data-visit] h1')?.focus({ preventScroll: true });
  });
}
