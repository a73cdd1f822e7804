// Lines of actions that stay at the edge while the screen behind them is scrolled: room is kept for them, so that they never lie over
// what has the focus, and one that would take too much of a small window stands at its place instead.
import { useCallback, useEffect, useLayoutEffect, type RefObject } from 'react';
import { useTextSize, zoomOf } from './text-size.ts';

/** Of what is scrolled, a line takes no more than this. */
const LARGEST_SHARE = 1 / 3;
/** Between what is scrolled into sight and the line, or the edge: room for the ring of the focus. */
const GAP_PX = 8;

/**
 * Keeps the room free for as long as the screen is shown. `classes`: of the lines, none where there are none; only those of the first class of
 * which there are any stay. What scrolls them gets their height as `--line-above` and `--line-below`, for its scroll padding; a line that is too high gets
 * `data-at-its-place`, by which the style sheet lets it go.
 *
 * @example useLinesThatStay(body, [css.finishLine, css.actions]);
 */
export function useLinesThatStay(within: RefObject<HTMLElement | null>, classes: readonly string[]): void {
  const names = classes.join(' ');
  const isNeeded = names !== '';
  const size = useTextSize((state) => state.size);
  const measure = useCallback(() => {
    if (isNeeded && within.current) keepRoom(within.current, names.split(' '), zoomOf(size));
  }, [within, isNeeded, names, size]);
  // Before anything is scrolled into sight, which the effects of the same drawing may do.
  useLayoutEffect(measure);
  useEffect(() => {
    const screen = within.current;
    if (!isNeeded || !screen) return;
    const sizes = new ResizeObserver(measure);
    let lines: readonly HTMLElement[] | null = null;
    const watch = (): void => {
      const now = linesIn(screen, names.split(' '));
      // Most changes of the screen, as with each scan, are none of its lines, and are not worth another look at their sizes.
      if (lines?.length === now.length && now.every((line, at) => line === lines?.[at])) return;
      lines = now;
      sizes.disconnect();
      for (const each of [screen, scrollerOf(screen), ...now]) sizes.observe(each);
    };
    const content = new MutationObserver(watch);
    content.observe(screen, { childList: true, subtree: true });
    watch();
    return () => {
      content.disconnect();
      sizes.disconnect();
      for (let each: HTMLElement | null = screen; each; each = each.parentElement) letGo(each);
    };
  }, [within, isNeeded, names, measure]);
}

function linesIn(screen: HTMLElement, classes: readonly string[]): HTMLElement[] {
  for (const name of classes) {
    const lines = [...screen.querySelectorAll<HTMLElement>(`.${CSS.escape(name)}`)];
    if (lines.length > 0) return lines;
  }
  return [];
}

/** In a high window the screen itself, in a short one what is around it. */
function scrollerOf(screen: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = screen; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  return document.documentElement;
}

function keepRoom(screen: HTMLElement, classes: readonly string[], zoom: number): void {
  const scroller = scrollerOf(screen);
  const room = { above: 0, below: GAP_PX };
  const padding = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--stuck-above')) || 0;
  const highest = (scroller.getBoundingClientRect().height / zoom - padding) * LARGEST_SHARE;
  for (const line of linesIn(screen, classes)) {
    const height = line.getBoundingClientRect().height / zoom;
    line.toggleAttribute('data-at-its-place', height > highest);
    const { position, top, bottom } = getComputedStyle(line);
    if (position !== 'sticky') continue;
    if (top !== 'auto') room.above = Math.max(room.above, height + GAP_PX);
    if (bottom !== 'auto') room.below = Math.max(room.below, height + GAP_PX);
  }
  for (let each: HTMLElement | null = screen; each; each = each.parentElement)
    if (each !== scroller) letGo(each);
  scroller.style.setProperty('--line-above', `${Math.ceil(room.above)}px`);
  scroller.style.setProperty('--line-below', `${Math.ceil(room.below)}px`);
}

function letGo(scroller: HTMLElement): void {
  scroller.style.removeProperty('--line-above');
  scroller.style.removeProperty('--line-below');
}
