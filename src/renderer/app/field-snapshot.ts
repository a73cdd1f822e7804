// Remembers a field as it was before a key, so that a scan whose keys went into it can be removed completely.
import { closeOpenList } from '../ui/select-list.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FieldSnapshot {
  readonly field: Field | null;
  readonly focused: Element | null;
  readonly value: string;
  /** The other text fields of its group, such as a date in boxes: a key goes on into the next of them where its own is full. */
  readonly beside: readonly { readonly field: HTMLInputElement; readonly value: string }[];
  readonly selection: { start: number; end: number; direction: 'forward' | 'backward' | 'none' } | null;
}

function isField(element: Element | null): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** An entry of an open list stands for its select. */
function focusedNow(): Element | null {
  const focused = document.activeElement;
  return focused instanceof HTMLOptionElement ? focused.closest('select') : focused;
}

export function takeSnapshot(): FieldSnapshot {
  const focused = focusedNow();
  if (!isField(focused)) return { field: null, focused, value: '', beside: [], selection: null };
  const hasSelection = !(focused instanceof HTMLSelectElement) && focused.selectionStart !== null;
  return {
    field: focused,
    focused,
    value: focused.value,
    beside: [...(focused.closest('fieldset')?.querySelectorAll('input') ?? [])]
      .filter((field) => field !== focused && field.type === 'text')
      .map((field) => ({ field, value: field.value })),
    selection: hasSelection
      ? {
          start: focused.selectionStart ?? 0,
          end: focused.selectionEnd ?? 0,
          direction: focused.selectionDirection ?? 'none',
        }
      : null,
  };
}

/** Sets the value as a person's typing would, so that whatever watches the field follows. */
export function setValue(field: Field, value: string): void {
  if (field.value === value) return;
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Closes the list of a select that is open and has the focus, for what comes without a key. It would stay over whatever that brings. */
export function closeListInFocus(): void {
  const focused = focusedNow();
  if (!(focused instanceof HTMLSelectElement) || focused === document.activeElement) return;
  closeOpenList();
  focused.focus({ preventScroll: true });
}

/** Undoes what keys did since these snapshots, oldest first in the list: every touched field, then the focus. */
export function restore(snapshots: readonly FieldSnapshot[]): void {
  for (const { field, value, beside, selection } of snapshots.toReversed()) {
    if (!field || !field.isConnected) continue;
    for (const other of beside) setValue(other.field, other.value);
    setValue(field, value);
    if (selection && !(field instanceof HTMLSelectElement)) {
      field.setSelectionRange(selection.start, selection.end, selection.direction);
    }
  }
  const focused = snapshots[0]?.focused;
  const now = document.activeElement;
  if (focused instanceof HTMLElement && focused !== now && focused.isConnected) {
    if (now instanceof HTMLOptionElement) closeOpenList();
    focused.focus({ preventScroll: true });
  }
}
