// The list of a select is a part of the page, so its keys reach whatever is around it, and the browser makes less of them than in a list of
// its own.

const REACHED_BY_TAB = 'a[href],button,input,select,textarea,summary,[tabindex]';

/** A script cannot close the open list of a select, but a popover that opens closes whatever else is open. */
export function closeOpenList(): void {
  const nothing = document.createElement('div');
  nothing.popover = 'auto';
  document.body.append(nothing);
  nothing.showPopover();
  nothing.remove();
}

/** What Tab leads to; null at an end of the page. */
function nextInPage(from: HTMLElement, isBack: boolean): HTMLElement | null {
  const reached = [...document.querySelectorAll<HTMLElement>(REACHED_BY_TAB)].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled') &&
      one.closest('[inert]') === null &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  return reached[reached.indexOf(from) + (isBack ? -1 : 1)] ?? null;
}

/**
 * To be told the keys of a select. Escape closes its list and nothing else: a dialog around it would close with what was entered in it.
 * Tab takes the entry and goes on, as in a list of the browser's own; the browser drops it and stays, and what is typed next would choose
 * another entry by its letters.
 */
export function onListKey(event: {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly target: EventTarget;
  preventDefault(): void;
  stopPropagation(): void;
}): void {
  const entry = event.target;
  const select = entry instanceof HTMLOptionElement ? entry.closest('select') : null;
  if (!(entry instanceof HTMLOptionElement) || select === null) return;
  if (event.key === 'Escape') event.stopPropagation();
  if (event.key !== 'Tab') return;
  closeOpenList();
  select.focus({ preventScroll: true });
  if (!entry.disabled && !entry.selected) {
    entry.selected = true;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  // A dialog leads on by itself, and keeps the focus within it.
  if (select.closest('[role=dialog],[role=alertdialog]') !== null) return;
  event.preventDefault();
  nextInPage(select, event.shiftKey)?.focus();
}
