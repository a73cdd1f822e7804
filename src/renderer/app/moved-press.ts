// A press counts for what the hand came down on. Between the press and its end an answer may come that moves the page by a line: the click
// then goes to whatever has come beneath the pointer, or to nothing, and whoever pressed stands before a button that did nothing.

/** What is pressed as a whole. A field for text, a list and its lines take a press apart by themselves. */
const PRESSABLE =
  'button,a[href],summary,[role=button],[role=tab],input[type=checkbox],input[type=radio],input[type=submit]';

/** Whoever takes a press back draws the pointer away from what they pressed; a hand that only presses trembles by less. */
const TREMBLE_PX = 8;

interface Begun {
  readonly pressed: Element;
  readonly x: number;
  readonly y: number;
}

function pressableAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return (target.closest('label')?.control ?? target).closest(PRESSABLE);
}

/** A dialog or a lock that came up meanwhile lies over it, and so do people who have not been seen yet. */
const isInReach = (element: Element): boolean =>
  element.isConnected &&
  element.closest('[inert],[aria-hidden=true]') === null &&
  element.checkVisibility({ visibilityProperty: true });

/** From now on. Goes before what looks at clicks by itself: that sees the press where it began. */
export function keepPressesInPlace(): void {
  let begun: Begun | null = null;
  window.addEventListener(
    'pointerdown',
    (event) => {
      const pressed = event.isPrimary && event.button === 0 ? pressableAt(event.target) : null;
      begun = pressed && { pressed, x: event.clientX, y: event.clientY };
    },
    { capture: true },
  );
  window.addEventListener('pointercancel', () => (begun = null), { capture: true });
  window.addEventListener(
    'click',
    (event) => {
      // Keys press by a click too, of which nobody has heard the beginning; so does what a click sets off in turn.
      if (!event.isTrusted || event.detail === 0 || begun === null) return;
      const { pressed, x, y } = begun;
      begun = null;
      if (pressableAt(event.target) === pressed || !isInReach(pressed)) return;
      if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE_PX) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { detail, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey, view } = event;
      pressed.dispatchEvent(
        new MouseEvent('click', {
          ...{ bubbles: true, cancelable: true, composed: true, view },
          ...{ detail, clientX, clientY, ctrlKey, shiftKey, altKey, metaKey },
        }),
      );
    },
    { capture: true },
  );
}
