// Prints a PDF of ours through the system's own dialog, where the desk has no office printer. Loaded on demand, with the PDF library.
import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { PRINTED_AT_ONCE } from './document-limits.ts';
import { printPages, type PrintWatch } from './print-pages.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** For a page or two, which nobody would cancel. */
const UNWATCHED: PrintWatch = { signal: new AbortController().signal, onReady: () => undefined };

/**
 * Resolves once the dialog is closed, with what was not printed: the number of pages beyond those that are printed at once.
 * Rejects when a page cannot be drawn, or with the reason of the signal.
 */
export async function printPdf(
  base64: string,
  watch: PrintWatch = UNWATCHED,
): Promise<{ readonly leftOut: number }> {
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const loading = getDocument({ data, useWasm: false, useSystemFonts: true });
  try {
    const pdf = await loading.promise;
    const to = Math.min(pdf.numPages, PRINTED_AT_ONCE);
    await printPages(pdf, { from: 1, to }, watch);
    return { leftOut: pdf.numPages - to };
  } finally {
    await loading.destroy();
  }
}
