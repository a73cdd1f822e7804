// Puts a text on the clipboard and says so.
import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { notify } from './toast-store.ts';

/**
 * The text should be on the screen as well: where the browser refuses the clipboard, a person can still mark and copy it.
 * @example <CopyButton text={reference} words="Copy the reference" blocked={null} />
 */
export function CopyButton({
  text,
  words,
  blocked,
}: {
  text: string;
  words: string;
  blocked: string | null;
}) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      notify('Copied');
    } catch {
      notify('The clipboard cannot be used here. Mark the text and copy it yourself.');
    }
  }
  return (
    <Button icon={<Copy />} blocked={blocked} onClick={() => void copy()}>
      {words}
    </Button>
  );
}
