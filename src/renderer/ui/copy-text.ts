// Puts a text on the clipboard and says so.
import { notify } from './toast-store.ts';

/** The text should be on the screen as well: where the browser refuses the clipboard, a person can still mark and copy it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('Copied');
  } catch {
    notify('The clipboard cannot be used here. Mark the text and copy it yourself.');
  }
}
