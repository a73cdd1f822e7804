// Short notes of what was just done, with the way back where there is one. Kept by us: the page's policy refuses
// libraries that bring their styles by a style element.
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { create } from 'zustand';
import { Button } from './button.tsx';
import css from './toasts.module.css';

export interface Toast {
  readonly id: number;
  readonly words: string;
  readonly undo: (() => void) | null;
}

/** Long enough to read; longer where there is something to decide. */
const SHOWN_MS = 3_500;
const SHOWN_WITH_UNDO_MS = 9_000;
const MOST_SHOWN = 2;
let lastId = 0;

const useToasts = create<{
  toasts: readonly Toast[];
  add: (toast: Toast) => void;
  drop: (id: number) => void;
}>((set) => ({
  toasts: [],
  add: (toast) => set(({ toasts }) => ({ toasts: [...toasts, toast].slice(-MOST_SHOWN) })),
  drop: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/** The same words are not said twice. A newer note that can be undone takes the older one's place: "Undo" always means the last thing done. */
export function notify(words: string, undo: (() => void) | null = null): void {
  const { toasts, add, drop } = useToasts.getState();
  for (const toast of toasts) {
    if ((undo && toast.undo) || toast.words === words) drop(toast.id);
  }
  lastId += 1;
  add({ id: lastId, words, undo });
}

/** Undoes the last thing that can be undone; false when there is nothing. */
export function undoLast(): boolean {
  const { toasts, drop } = useToasts.getState();
  const last = toasts.findLast((toast) => toast.undo !== null);
  if (!last) return false;
  drop(last.id);
  last.undo?.();
  return true;
}

export function ToastRegion() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <section className={css.region} aria-label="Just done" data-react-aria-top-layer="true">
      <div role="status">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  const drop = useToasts((state) => state.drop);
  useEffect(() => {
    const timer = window.setTimeout(() => drop(toast.id), toast.undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [drop, toast.id, toast.undo]);
  return (
    <div className={css.toast}>
      <span>{toast.words}</span>
      {toast.undo && (
        <Button
          size="small"
          hint="Z"
          onClick={() => {
            drop(toast.id);
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      <button type="button" className={css.close} aria-label="Dismiss" onClick={() => drop(toast.id)}>
        <X aria-hidden="true" size={16} />
      </button>
    </div>
  );
}
