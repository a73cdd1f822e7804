// What is typed into a form and not sent yet.

/**
 * Characters of a form's text, as JSON, up to which it is kept over a reload. Far beyond what anybody types; a paste can exceed
 * it. In any script it fits into a call (`LARGEST_CALL_BYTES`).
 */
export const LONGEST_DRAFT = 80_000;
