// Going to a visit lets go of the link or button that had the focus: the visit's heading takes it, so that its first tick
// is the next stop of the keyboard, not the end of a walk through rail and header.

const TYPED_INTO = 'input:not([type=checkbox],[type=radio]),textarea,select';

/** A field keeps the focus, with what stands in it: a scan leaves no trace there. */
export function letGoOfFocus(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && !focused.matches(TYPED_INTO)) focused.blur();
}
