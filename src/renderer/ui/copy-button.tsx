// A button that puts a text on the clipboard.
import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

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
  return (
    <Button icon={<Copy />} blocked={blocked} onClick={() => void copyText(text)}>
      {words}
    </Button>
  );
}
