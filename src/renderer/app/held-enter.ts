// Enter that is held down presses once. It repeats thirty times a second, and each press may bring something else under the keys: what
// was just closed would be opened again, and a dialog be answered that nobody has read.

/** From now on. Only in a text of several lines does each repeated Enter mean one more line. Whoever listens to keys hears of all. */
export function guardHeldEnter(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      const isHeld = event.key === 'Enter' && event.repeat;
      if (isHeld && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
    },
    { capture: true },
  );
}
