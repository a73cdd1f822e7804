// What the desk prints by itself, each kind on the printer that was chosen for it.

export const PRINTED_DOCUMENTS = ['label', 'ticket', 'pages', 'form'] as const;
/**
 * A kind of paper that the desk prints by itself. `pages`: results and lists, on an office printer. `form`: forms, on an office printer or
 * on a label printer whose labels take pages; where nothing was chosen for them they go where `pages` go.
 */
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number];
