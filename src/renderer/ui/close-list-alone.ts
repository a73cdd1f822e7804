// Escape in the open list of a select closes the list and nothing else. The list is a part of the page, so whatever is around it, such as a
// dialog, would hear the key as well and close with what was entered in it.

/** To be told the keys of a select. */
export function closeListAlone(event: {
  readonly key: string;
  readonly target: EventTarget;
  stopPropagation(): void;
}): void {
  if (event.key === 'Escape' && event.target instanceof HTMLOptionElement) event.stopPropagation();
}
