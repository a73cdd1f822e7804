// A scanner at a cable is open in one window, and its scans belong to the window that the person uses: they are handed over to it.
import type { ScannerPiece } from '../../../domain/scanner-piece.ts';

const IN_USE = 'drawdesk.window-in-use';
/** A window that is there answers within milliseconds, one in the background within a second. */
const ANSWER_WITHIN_MS = 1_500;

type Message<View> =
  | { readonly kind: 'piece'; readonly to: string; readonly id: string; readonly piece: ScannerPiece }
  | { readonly kind: 'took'; readonly id: string }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'ask' }
  | { readonly kind: 'try-again' };

export interface Windows<View> {
  /** Gives a piece to the window in use, this one or another. */
  deliver(piece: ScannerPiece): void;
  tellView(view: View): void;
  askForView(): void;
  askToTryAgain(): void;
  stop(): void;
}

/**
 * Connects this window with the others of the desk. `onPiece` gets what is for this window; the others are for windows of which one
 * holds the scanner: `onAsk` wants its view, `onTryAgain` another attempt, and `onView` gets it in the others.
 */
export function connectWindows<View>(listeners: {
  readonly onPiece: (piece: ScannerPiece) => void;
  readonly onView: (view: View) => void;
  readonly onAsk: () => void;
  readonly onTryAgain: () => void;
}): Windows<View> {
  const own = crypto.randomUUID();
  const channel = new BroadcastChannel('drawdesk.scanner');
  const post = (message: Message<View>): void => channel.postMessage(message);
  const underWay = new Map<string, number>();
  const isUsed = (): void => window.localStorage.setItem(IN_USE, own);
  if (document.hasFocus()) isUsed();
  window.addEventListener('focus', isUsed);

  channel.onmessage = ({ data }: MessageEvent<Message<View>>) => {
    switch (data.kind) {
      case 'piece':
        if (data.to !== own) return;
        post({ kind: 'took', id: data.id });
        listeners.onPiece(data.piece);
        return;
      case 'took':
        window.clearTimeout(underWay.get(data.id));
        underWay.delete(data.id);
        return;
      case 'view':
        listeners.onView(data.view);
        return;
      case 'ask':
        listeners.onAsk();
        return;
      case 'try-again':
        listeners.onTryAgain();
        return;
    }
  };

  return {
    deliver(piece) {
      const to = window.localStorage.getItem(IN_USE);
      if (to === null || to === own) {
        listeners.onPiece(piece);
        return;
      }
      const id = crypto.randomUUID();
      const timer = window.setTimeout(() => {
        underWay.delete(id);
        // That window is gone. It may still have taken the scan, so it is asked for again instead of being done twice.
        isUsed();
        listeners.onPiece(piece.kind === 'scan' ? { kind: 'unclear', text: piece.text } : piece);
      }, ANSWER_WITHIN_MS);
      underWay.set(id, timer);
      post({ kind: 'piece', to, id, piece });
    },
    tellView: (view) => post({ kind: 'view', view }),
    askForView: () => post({ kind: 'ask' }),
    askToTryAgain: () => post({ kind: 'try-again' }),
    stop() {
      window.removeEventListener('focus', isUsed);
      for (const timer of underWay.values()) window.clearTimeout(timer);
      if (window.localStorage.getItem(IN_USE) === own) window.localStorage.removeItem(IN_USE);
      channel.close();
    },
  };
}
