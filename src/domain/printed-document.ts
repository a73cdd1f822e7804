// What the desk prints by itself, each kind on the printer that was chosen for it.

export const PRINTED_DOCUMENTS = ['label', 'ticket', 'pages', 'form', 'report'] as const;
/**
 * A kind of paper that the desk prints by itself. `pages`: lists, on an office printer. `form`, `report`: forms and results, on an office
 * printer or on a label printer whose labels take pages; where nothing was chosen for one of them it goes where `pages` go.
 */
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number];

/** Whether it may be printed on labels, each page made smaller. */
export const mayGoOnLabels = (document: PrintedDocument): document is 'form' | 'report' =>
  document === 'form' || document === 'report';
