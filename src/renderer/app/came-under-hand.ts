// A press does nothing where the page moved right before it and brought something else under the hand: a banner comes up above the buttons,
// or somebody into a list, and what was meant for one person would be done with another. Nor where the button stayed and became another
// one: its words tell. Whoever sees that can hold a press back only after about a quarter of a second. What only keys do is not touched. See
// docs/decisions/040-screens.md.
import { notify } from '../ui/toast-store.ts';
import { BUTTON, isActingButton } from './pressed-words.ts';

const PRESSABLE =
  'button,a[href],summary,input,select,textarea,[role=button],[role=tab],[role=option],[role=row]';
/** Until then nobody can have seen what is under their hand now. */
const SEEN_AFTER_MS = 300;
/** A busy page hears of a press late. */
const KEPT_FOR_MS = 3_000;
/** Until then the same place may be pressed again because of what the first press has brought there; a double click is looked at by itself. */
const SAME_PRESS_MS = 1_000;
/** A wheel goes on scrolling for a moment, and what comes beneath the pointer by it was looked for. */
const WHEEL_RUNS_FOR_MS = 1_000;

/** As Chromium tells it; the types of the DOM do not know it. At most five nodes, those that moved over the largest area. */
interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
const MOST_SOURCES = 5;

interface Move {
  readonly atMs: number;
  readonly node: Node;
  readonly before: DOMRectReadOnly;
  readonly now: DOMRectReadOnly;
  /** Others beside it moved that were not told. */
  readonly isOneOfMany: boolean;
}
interface Point {
  readonly x: number;
  readonly y: number;
}

const pressableAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest('label')?.control ?? target.closest(PRESSABLE)) : null;

const holds = ({ left, right, top, bottom }: DOMRectReadOnly, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** Whether it was beneath the point before it moved too. An edge of what moved may be cut off by the window: each is tried. */
function stoodThere(pressed: Element, point: Point, { before, now }: Move): boolean {
  const place = pressed.getBoundingClientRect();
  return [now.left - before.left, now.right - before.right].every((byX) =>
    [now.top - before.top, now.bottom - before.bottom].every((byY) =>
      holds(place, { x: point.x + byX, y: point.y + byY }),
    ),
  );
}

/** `hasCome`: it was not in the page before. */
function isFromElsewhere(pressed: Element, hasCome: boolean, point: Point, move: Move): boolean {
  const { node, before, isOneOfMany } = move;
  // What stands after it moved with it.
  const isAfter = (node.compareDocumentPosition(pressed) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const movedToo = isOneOfMany && isAfter && node.parentNode?.contains(pressed) === true;
  if (node.contains(pressed) || movedToo) return !stoodThere(pressed, point, move);
  // It took the place of what had to make room for it.
  return hasCome && holds(before, point);
}

const textOf = (nodes: NodeList): string => [...nodes].map(({ textContent }) => textContent ?? '').join('');

/** The button that says something else by this change; null where none does, as where an icon has changed. */
function rewordedBy({ type, target, oldValue, addedNodes, removedNodes }: MutationRecord): Element | null {
  const element = target instanceof Element ? target : target.parentElement;
  const button = element?.closest(BUTTON) ?? null;
  if (button === null) return null;
  if (type === 'childList') return textOf(addedNodes) === textOf(removedNodes) ? null : button;
  const now = type === 'attributes' ? element?.getAttribute('aria-label') : target.nodeValue;
  return now === oldValue ? null : button;
}

/** Tells what moves, what comes and what says something else, as far as the browser does: others than Chromium tell no moves. */
function watchPage(): {
  since(atMs: number): { readonly moves: readonly Move[]; readonly come: readonly Node[] };
  /** Whether it stayed and says something else than it did then. */
  isReworded(pressed: Element, sinceMs: number): boolean;
} {
  let moves: readonly Move[] = [];
  let come: readonly { readonly node: Node; readonly atMs: number }[] = [];
  let reworded: readonly { readonly node: Node; readonly atMs: number }[] = [];
  const isKept = ({ atMs }: { readonly atMs: number }): boolean => performance.now() - atMs < KEPT_FOR_MS;
  const hearMoves = (entries: PerformanceEntryList): void => {
    const told = (entries as LayoutShift[]).flatMap(({ startTime, sources }) =>
      sources.flatMap(({ node, previousRect, currentRect }) =>
        node === null
          ? []
          : [
              {
                ...{ atMs: startTime, node, before: previousRect, now: currentRect },
                isOneOfMany: sources.length >= MOST_SOURCES,
              },
            ],
      ),
    );
    moves = [...moves, ...told];
  };
  const hearChanges = (records: readonly MutationRecord[]): void => {
    const atMs = performance.now();
    const nodes = records.flatMap(({ addedNodes }) => [...addedNodes]);
    come = [...come.filter(isKept), ...nodes.map((node) => ({ node, atMs }))];
    const buttons = records.flatMap((record) => rewordedBy(record) ?? []);
    reworded = [...reworded.filter(isKept), ...buttons.map((node) => ({ node, atMs }))];
  };
  const comers = new MutationObserver(hearChanges);
  comers.observe(document, {
    ...{ childList: true, subtree: true },
    ...{ characterData: true, characterDataOldValue: true },
    ...{ attributeFilter: ['aria-label'], attributeOldValue: true },
  });
  const movers = new PerformanceObserver((list) => {
    moves = moves.filter(isKept);
    hearMoves(list.getEntries());
  });
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
    movers.observe({ type: 'layout-shift' });
  return {
    since(sinceMs) {
      hearMoves(movers.takeRecords());
      hearChanges(comers.takeRecords());
      const counts = ({ atMs }: { readonly atMs: number }): boolean => atMs >= sinceMs;
      return { moves: moves.filter(counts), come: come.filter(counts).map(({ node }) => node) };
    },
    isReworded(pressed, sinceMs) {
      hearChanges(comers.takeRecords());
      return reworded.some(({ node, atMs }) => node === pressed && atMs >= sinceMs);
    },
  };
}

/** From now on. Goes before all else that looks at presses. */
export function ignorePressesOnWhatJustCame(): void {
  const page = watchPage();
  /** Since when a mouse is on its way to what it will press, or rests there. A finger tells nothing. */
  let aimedSinceMs = Infinity;
  /** It has not moved since the last press. */
  let hasStayed = true;
  /** All that was told of it is where it was when the window came up beneath it, or where it came in. */
  let hasOnlyCome = false;
  /** What is beneath the mouse, and when the page brought it there; null: the hand did. */
  let beneath: { readonly pressed: Element | null; readonly broughtAtMs: number | null } | null = null;
  let movedTo: Point | null = null;
  let wheeledAtMs = -Infinity;
  let scrolledAtMs = -Infinity;
  let isIgnored = false;

  const follow = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    const rests = movedTo !== null && movedTo.x === at.x && movedTo.y === at.y;
    const isMove = event.type === 'pointermove';
    // A window that comes up beneath a mouse at rest is told of it by a move.
    const isFirst = isMove && movedTo === null;
    if (isMove) movedTo = at;
    // A tool that presses aims by a move, also where it is there already; a hand's mouse tells no such one.
    const isAimedAnew = isMove && rests;
    if (isAimedAnew || (isMove && (hasStayed || hasOnlyCome))) aimedSinceMs = event.timeStamp;
    if (isMove) {
      hasOnlyCome = isFirst || (hasOnlyCome && rests);
      hasStayed = false;
    }
    const pressed = pressableAt(event.target);
    if (pressed === beneath?.pressed && !isAimedAnew) return;
    const isBrought = rests && !isMove && event.timeStamp - scrolledAtMs > SEEN_AFTER_MS;
    beneath = { pressed, broughtAtMs: isBrought ? event.timeStamp : null };
  };
  const hear = <Name extends keyof WindowEventMap>(
    name: Name,
    heard: (event: WindowEventMap[Name]) => void,
  ): void => window.addEventListener(name, heard, { capture: true, passive: name === 'wheel' });

  hear('pointermove', follow);
  // Comes without a move too, where the page has moved.
  hear('pointerover', follow);
  hear('wheel', (event) => (wheeledAtMs = event.timeStamp));
  hear('scroll', (event) => {
    if (event.timeStamp - wheeledAtMs > WHEEL_RUNS_FOR_MS) return;
    scrolledAtMs = event.timeStamp;
    aimedSinceMs = event.timeStamp;
  });
  hear('pointerdown', (event) => {
    if (!event.isPrimary) return;
    const isMouse = event.pointerType === 'mouse';
    const unseenSinceMs = event.timeStamp - SEEN_AFTER_MS;
    const sinceMs = Math.max(unseenSinceMs, isMouse ? aimedSinceMs : -Infinity);
    // Pressed again in the same place, it was meant to do what it did before.
    const rewordedSinceMs = hasStayed ? unseenSinceMs : sinceMs;
    aimedSinceMs = event.timeStamp + SAME_PRESS_MS;
    hasStayed = true;
    isIgnored = false;
    const pressed = event.button === 0 ? pressableAt(event.target) : null;
    if (pressed === null) return;
    if (isActingButton(pressed) && page.isReworded(pressed, rewordedSinceMs)) {
      isIgnored = true;
      event.stopPropagation();
      notify('That button had just become another one. Nothing was done: press again.');
      return;
    }
    const { moves, come } = page.since(sinceMs);
    const hasCome = come.some((node) => node.contains(pressed));
    // What is told only by the press to be beneath it may have been there for long: without any change lately it has.
    const hasChanged = moves.length + come.length > 0;
    const isNews =
      beneath !== null && (beneath.pressed !== pressed || (beneath.broughtAtMs ?? -Infinity) >= sinceMs);
    const isBrought = isMouse && hasChanged && isNews;
    const point = { x: event.clientX, y: event.clientY };
    isIgnored = isBrought || moves.some((move) => isFromElsewhere(pressed, hasCome, point, move));
    if (!isIgnored) return;
    event.stopPropagation();
    notify('The page moved under your hand. Nothing was done: press again.');
  });
  for (const name of ['mousedown', 'pointerup', 'mouseup', 'click'] as const) {
    hear(name, (event) => {
      // Keys press by a click too, and so does what a click sets off in turn.
      if (!isIgnored || !event.isTrusted || (name === 'click' && event.detail === 0)) return;
      if (name === 'mousedown' || name === 'click') event.preventDefault();
      if (name === 'click') event.stopImmediatePropagation();
      else event.stopPropagation();
    });
  }
}
