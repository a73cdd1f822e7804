// What the keys have gone to stays in sight while the page takes shape: answers that come above it push it below the edge, and whoever
// presses Enter then does not see what they press. A browser holds a scrolled page in its place by itself, but none that stands at its
// beginning, and small windows are told not to; see shell.module.css.

/** Whether nothing lies over its middle, and that is in the window. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen !== null && (element.contains(seen) || seen.contains(element));
}

/** Whoever works with the mouse looks where it is, and not at what has the focus. */
const focusedByKeys = (): Element | null => {
  const focused = document.activeElement;
  return focused !== document.body && focused?.matches(':focus-visible') === true ? focused : null;
};

/** From now on, where the browser tells of moves: others than Chromium do not. */
export function keepFocusInSight(): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
  /** It had the focus and was in sight when that, or what is scrolled to, changed last. */
  let seen: Element | null = null;
  let isLookedAtSoon = false;
  const look = (): void => {
    if (isLookedAtSoon) return;
    isLookedAtSoon = true;
    requestAnimationFrame(() => {
      isLookedAtSoon = false;
      const focused = focusedByKeys();
      seen = focused !== null && isInSight(focused) ? focused : null;
    });
  };
  const bringBack = (): void => {
    if (seen === null || seen !== focusedByKeys() || isInSight(seen)) return;
    seen.scrollIntoView({ block: 'nearest' });
  };
  window.addEventListener('focusin', look, { capture: true, passive: true });
  // Whoever scrolls away from it wants to see something else, and a screen that scrolls to a notice wants that seen.
  const scrolled = (): void => {
    seen = null;
    look();
  };
  window.addEventListener('scroll', scrolled, { capture: true, passive: true });
  // After what was scrolled by the same change has been told.
  new PerformanceObserver(() => requestAnimationFrame(bringBack)).observe({ type: 'layout-shift' });
}
