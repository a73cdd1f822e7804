// The second click of a double click acts only on what the first one pressed. A screen that is drawn anew between the two brings
// another button under the pointer: who is checked in would be sent away again, and a colleague’s label be called printed.

const PRESSABLE = 'button,a[href],input,select,textarea,summary,[role=button],[role=option],[role=tab]';

/** What a click presses: a label presses its field. Null: nothing. */
function pressedBy(event: MouseEvent): Element | null {
  if (!(event.target instanceof Element)) return null;
  return event.target.closest('label')?.control ?? event.target.closest(PRESSABLE);
}

/** From now on. What a double click is, the computer says, by its own setting; keys and single clicks are never held back. */
export function guardSecondClicks(): void {
  let pressed: Element | null = null;
  window.addEventListener(
    'click',
    (event) => {
      const pressedNow = pressedBy(event);
      if (event.detail <= 1) {
        // 0: a key.
        if (event.detail === 1) pressed = pressedNow;
      } else if (pressedNow !== null && pressedNow !== pressed) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
