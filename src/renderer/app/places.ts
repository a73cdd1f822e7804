// Going back shows a screen as it was left: scrolled as far, with the focus on the link that had it. The browser does neither where
// the screens are drawn by a script and scroll within the page.
import { arrive, leavePlace } from '../shared/way-back.ts';
import type { LinkMark, Place, ScrollMark } from '../shared/way-back.ts';

/** Rows that come later than this are not waited for any more. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Hears of another address before the router does, whose listener comes with the first screen: what is left is still on the screen
 * then. Listeners of a window are called in the order in which they came, those for the way down too.
 */
let onAddress: () => void = () => undefined;
window.addEventListener('hashchange', () => onAddress());

const pathNow = (): string => `/${window.location.hash.replace(/^#?\/?/, '')}`;

const WINDOW_ID = crypto.randomUUID();
let count = 0;

/** What the browser keeps with an entry of the history that is made now, so that the address is changed once and not marked afterwards. */
export const newEntry = (): { readonly entry: string } => ({ entry: `${WINDOW_ID} ${++count}` });

/** The links of the screen that lead to the same place. */
const linksTo = (content: HTMLElement, href: string): HTMLElement[] =>
  [...content.querySelectorAll<HTMLElement>('main a[href]')].filter(
    (link) => link.getAttribute('href') === href,
  );

const keyOf = (element: Element): string => `${element.localName}.${element.className}`;
const likeIt = (content: HTMLElement, key: string): HTMLElement[] =>
  [content, ...content.querySelectorAll<HTMLElement>(key.slice(0, key.indexOf('.')))].filter(
    (element) => keyOf(element) === key,
  );

/**
 * Watches where somebody is within `content`, and keeps it when another screen is gone to. `onPlace` hears of each screen that is gone
 * to, before it is drawn: with the place where somebody was on it, or null where it is gone to anew.
 */
export function watchPlaces(content: HTMLElement, onPlace: (place: Place | null) => void): () => void {
  /** The entry of the history that is shown; it is marked when it is new. */
  const enter = (): string => {
    const known = (window.history.state as { readonly entry?: unknown } | null)?.entry;
    if (typeof known === 'string') return known;
    const { entry } = newEntry();
    window.history.replaceState({ ...(window.history.state as object | null), entry }, '');
    return entry;
  };
  let path = pathNow();
  let entry = enter();
  /** Whatever was scrolled on the screen that is shown. */
  const scrolled = new Set<HTMLElement>();
  /** A link that was pressed may have let go of the focus by the time its screen is left. */
  let pressed: HTMLElement | null = null;

  const markOf = (link: HTMLElement | null): LinkMark | null => {
    const href = link?.getAttribute('href');
    return link && href != null ? { href, nth: linksTo(content, href).indexOf(link) } : null;
  };
  const scrollMark = (element: HTMLElement): ScrollMark => {
    const key = keyOf(element);
    return { key, nth: likeIt(content, key).indexOf(element), topPx: element.scrollTop };
  };
  const onScroll = (event: Event): void => {
    if (event.target instanceof HTMLElement && content.contains(event.target)) scrolled.add(event.target);
  };
  const onClick = (event: MouseEvent): void => {
    pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('main a[href]') : null;
  };
  onAddress = (): void => {
    const next = pathNow();
    if (next !== path) {
      const link = document.activeElement?.closest<HTMLElement>('main a[href]') ?? pressed;
      leavePlace(entry, {
        path,
        focused: markOf(link?.isConnected ? link : null),
        scrolled: [...scrolled].filter(({ isConnected }) => isConnected).map(scrollMark),
      });
      scrolled.clear();
    }
    path = next;
    pressed = null;
    const known = (window.history.state as { readonly entry?: unknown } | null)?.entry;
    entry = enter();
    onPlace(arrive(path, entry, known === entry));
  };
  content.addEventListener('scroll', onScroll, { capture: true, passive: true });
  content.addEventListener('click', onClick, true);
  return () => {
    content.removeEventListener('scroll', onScroll, { capture: true });
    content.removeEventListener('click', onClick, true);
    onAddress = () => undefined;
  };
}

/**
 * Shows the screen that is drawn now as it was left, as soon as its rows are there. Whoever presses, scrolls or types meanwhile is
 * left where they are. Returns what ends it.
 */
export function showAsLeft(content: HTMLElement, place: Place): () => void {
  const toScroll = new Set(place.scrolled);
  let isFocusDue = place.focused !== null;
  const focusLink = (): void => {
    if (!isFocusDue || toScroll.size > 0 || place.focused === null) return;
    const links = linksTo(content, place.focused.href);
    const link = links[place.focused.nth] ?? links[0];
    if (!link) return;
    isFocusDue = false;
    link.focus({ preventScroll: true });
  };
  const scroll = (): void => {
    for (const mark of toScroll) {
      const element = likeIt(content, mark.key)[mark.nth];
      if (!element) continue;
      element.scrollTop = mark.topPx;
      // Fewer rows than before: the rest of them may be on its way.
      if (Math.abs(element.scrollTop - mark.topPx) <= 1) toScroll.delete(mark);
    }
  };
  scroll();
  const changes = new MutationObserver(() => {
    scroll();
    focusLink();
  });
  changes.observe(content, { childList: true, subtree: true });
  const end = (): void => {
    changes.disconnect();
    for (const timer of [soon, last]) window.clearTimeout(timer);
    for (const name of BY_HAND) window.removeEventListener(name, end, true);
  };
  // After a field of the screen that takes the focus when it opens.
  const soon = window.setTimeout(focusLink);
  const last = window.setTimeout(() => {
    // Rows that are no longer there leave the list shorter than it was.
    toScroll.clear();
    focusLink();
    end();
  }, LONGEST_WAIT_MS);
  for (const name of BY_HAND) window.addEventListener(name, end, true);
  return end;
}

const BY_HAND = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;
