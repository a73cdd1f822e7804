// The documents that the service makes for a registration.

/** `trf`: the test registration form; `label`: the sample label; `results`: the report of its results. */
export const DOCUMENT_KINDS = ['trf', 'label', 'results'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
