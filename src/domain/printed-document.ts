// What the desk prints by itself, each kind on the printer that was chosen for it.

export const PRINTED_DOCUMENTS = ['label', 'ticket', 'pages'] as const;
/** A kind of paper that the desk prints by itself. `pages`: forms and results, on an office printer. */
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number];
