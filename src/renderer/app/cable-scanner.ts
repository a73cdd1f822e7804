// What a scanner at a cable sent, given to the router as a scan, or said in words.
import { startScannerLink } from '../shared/scanning/scanner-link.ts';
import { useScannerLearning } from '../shared/scanning/scanner-learning.ts';
import { notify } from '../ui/toast-store.ts';
import { closeListInFocus } from './field-snapshot.ts';
import type { ScanListeners } from './scan-wedge.ts';

const CHANGE_WORDS = {
  gone: 'The scanner was unplugged. Plug it in: it goes on by itself.',
  back: 'The scanner is back.',
};

/** Returns the way to stop. */
export function startCableScanner({
  onScan,
  onUnclear,
}: Pick<ScanListeners, 'onScan' | 'onUnclear'>): () => void {
  return startScannerLink({
    onChange: (what) => notify(CHANGE_WORDS[what]),
    onPiece: (piece) => {
      if (useScannerLearning.getState().active) {
        notify('That scanner need not be learned: it sends its codes over a cable and does not type them.');
        return;
      }
      closeListInFocus();
      switch (piece.kind) {
        case 'scan':
          onScan(piece.text);
          return;
        case 'unclear':
          onUnclear(piece.text);
          return;
        case 'noise':
          notify(
            'The scanner sent characters that no code has, and nothing was done with them. Check its speed under “Desk settings”, Scanner.',
          );
          return;
        case 'too-long':
          notify('The scanner sent more than any code holds, and nothing was done with it.');
          return;
      }
    },
  });
}
