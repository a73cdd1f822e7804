// Gives a form to this computer's own print dialog, as long as the visit is on the screen at which it was asked for.
import type { AppError } from '../../../domain/app-error.ts';
import type { PrintWatch } from '../../shared/documents/print-pages.ts';

/** What became of it. `failed`: its pages could not be made ready; nothing went to a printer. */
export type FormInDialog =
  { readonly kind: 'given' | 'unwanted' | 'failed' } | { readonly kind: 'refused'; readonly error: AppError };

type Page = { readonly base64: string } | { readonly error: AppError };

/** The PDF library comes with it. */
async function printHere(base64: string, watch: PrintWatch): Promise<void> {
  const { printPdf } = await import('../../shared/documents/print-pdf.ts');
  await printPdf(base64, watch);
}

/**
 * Prints the page that `asked` resolves with. `unwanted`: `signal` was aborted before the dialog opened. Over the next visit it would be
 * taken for that person's form.
 */
export async function giveFormToDialog(
  asked: Promise<Page>,
  signal: AbortSignal,
  print: (base64: string, watch: PrintWatch) => Promise<void> = printHere,
): Promise<FormInDialog> {
  const isUnwanted = (): boolean => signal.aborted;
  const page = await asked;
  if (isUnwanted()) return { kind: 'unwanted' };
  if ('error' in page) return { kind: 'refused', error: page.error };
  try {
    await print(page.base64, { signal, onReady: () => undefined });
    return { kind: 'given' };
  } catch {
    return { kind: isUnwanted() ? 'unwanted' : 'failed' };
  }
}
