// What is typed into a form and not sent yet.

/** Characters of a form's text, as JSON, up to which it is kept over a reload. Far beyond what anybody types; a paste can exceed it. */
export const LONGEST_DRAFT = 240_000;
