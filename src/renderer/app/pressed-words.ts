// What a button says that it does, to see whether it has become another one while it stayed in its place.

/** Of other things what they say is no act: a field says its value, and a line of a list how long somebody has waited. */
export const BUTTON = 'button,[role=button]';
/** These only open something, and say how things stand. */
const OPENER = '[aria-haspopup],[aria-expanded]';

export const isActingButton = (pressed: Element | null): pressed is Element =>
  pressed?.matches(BUTTON) === true && !pressed.matches(OPENER);

/** `''` for whatever is no button that acts. */
export const pressedWords = (pressed: Element | null): string =>
  isActingButton(pressed) ? `${pressed.getAttribute('aria-label') ?? ''} ${pressed.textContent}` : '';
