// A code or a name that is pasted while no field has the focus is looked up as if it had been typed into the search box.
import { useLayoutEffect } from 'react';
import { isTooLongToFind } from '../../domain/search-text.ts';
import { notify } from '../ui/toast-store.ts';
import { isTextField } from './text-target.ts';

/** Calls `onPaste` with one line of text. A longer text is said to be no code; in a field pasting stays what it is. */
export function usePasteScan(onPaste: (text: string) => void): void {
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const isElsewhere =
        isTextField(document.activeElement) || document.querySelector('[role="dialog"]') !== null;
      if (event.defaultPrevented || isElsewhere) return;
      const text = (event.clipboardData?.getData('text/plain') ?? '').trim();
      if (text === '') return;
      event.preventDefault();
      if (isTooLongToFind(text) || /[\r\n]/.test(text)) {
        notify('What was pasted is no code and no name: it has several lines or is too long.');
      } else onPaste(text);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onPaste]);
}
