// The documents of a registration. Loaded when the first one is asked for: fonts and the PDF writer take a while.
export { labelHtml, labelPdf } from './label.ts';
export { resultsPdf } from './results.ts';
export { trfHtml, trfPdf } from './trf.ts';
