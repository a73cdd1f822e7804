// When a visit opens, the link or button that had the focus gives it up, and the visit's heading takes it. Then the next Tab
// reaches the visit's first tick box, and not the rail and the header first.

const TYPED_INTO = 'input:not([type=checkbox],[type=radio]),textarea,select';

/** A field keeps the focus and its text: a scan must change nothing there. */
export function letGoOfFocus(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && !focused.matches(TYPED_INTO)) focused.blur();
}
