// The documents of a registration. This file is imported when the first document is asked for: loading fonts and the
// PDF writer takes time that a start should not wait for.
export { labelHtml, labelPdf } from './label.ts';
export { resultsPdf } from './results.ts';
export { trfHtml, trfPdf } from './trf.ts';
