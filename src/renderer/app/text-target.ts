// Where keys become text that a person sees.

/** Fields for text; a tick box, a button and a list of choices take keys without showing them. */
export const TEXT_FIELDS = 'textarea,[contenteditable],input:not([type=checkbox],[type=radio],[type=button])';

export function isTextField(element: Element | null): boolean {
  return element?.matches(TEXT_FIELDS) ?? false;
}
