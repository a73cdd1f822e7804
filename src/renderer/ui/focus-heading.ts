// Where the keys go on when what had the focus is gone with its screen: at the next screen's heading, and not at the window's beginning.

/** Longer than a screen takes to come, and too short for another one that somebody opens afterwards. */
const COMES_WITHIN_MS = 5_000;

const TYPED_INTO = 'input:not([type=checkbox],[type=radio]),textarea,select';

let wantedAtMs = Number.NEGATIVE_INFINITY;
let focusedThen: Element | null = null;

function focusOn(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus();
}

/** Gives the focus to the heading of the screen that is shown. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) focusOn(heading);
}

/**
 * The next screen that comes up gets the focus at its heading: to be called where something is done that leads to another screen.
 * @example focusNextHeading(); navigate(links.order(orderId));
 */
export function focusNextHeading(): void {
  wantedAtMs = performance.now();
  focusedThen = document.activeElement;
}

/**
 * For a screen that has just come up: takes the focus if it was promised to it. Whoever has gone to a field meanwhile, because the
 * screen is slow to come, keeps it: what they type on would be taken for shortcuts.
 */
export function takePromisedFocus(heading: HTMLElement): void {
  const isWanted = performance.now() - wantedAtMs < COMES_WITHIN_MS;
  wantedAtMs = Number.NEGATIVE_INFINITY;
  const focused = document.activeElement;
  const isTypedElsewhere = focused !== focusedThen && focused?.matches(TYPED_INTO) === true;
  focusedThen = null;
  if (isWanted && !isTypedElsewhere) focusOn(heading);
}
