// What has come up on a scrolled screen is seen, also where the room for it shrinks at the same moment.

const KEPT_IN_SIGHT_MS = 1_000;

/**
 * Scrolls to it: on a long screen it would come up below the edge, or behind the line of actions, and nobody would see it.
 * Once more if it grows or what is scrolled becomes smaller a moment later, as when the same failure puts a notice on top of the window.
 *
 * @example useEffect(() => (notice.current ? keepInSight(notice.current) : undefined), [title]);
 */
export function keepInSight(element: HTMLElement): () => void {
  const show = (): void => element.scrollIntoView({ block: 'nearest' });
  show();
  const observer = new ResizeObserver(show);
  observer.observe(element);
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) observer.observe(around);
  }
  const timer = window.setTimeout(() => observer.disconnect(), KEPT_IN_SIGHT_MS);
  return () => {
    window.clearTimeout(timer);
    observer.disconnect();
  };
}
