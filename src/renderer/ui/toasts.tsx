// The line at the foot of every screen with short notes of what was just done, with the way back where there is one. Made
// here: the page's policy refuses libraries that bring their styles by a style element.
import { X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { isUndoneByKey, useToasts, type Toast } from './toast-store.ts';
import { KeyHint } from './key-hint.tsx';
import css from './toasts.module.css';

/** Long enough to read; longer where there is something to decide. */
const SHOWN_MS = 3_500;
const SHOWN_WITH_UNDO_MS = 9_000;

/** `idle` stands before the hint while there is no note. */
export function ToastRegion({ idle }: { idle?: ReactNode }) {
  const toasts = useToasts((state) => state.toasts);
  return (
    <section className={css.region} aria-label="Just done" data-notes="" data-react-aria-top-layer="true">
      {toasts.length === 0 && (
        <div className={css.idle}>
          {idle}
          <p className={css.quiet}>
            <KeyHint keys="Ctrl+K" /> finds people and everything that can be done
          </p>
        </div>
      )}
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
  const hasKey = useToasts(({ openRecord }) => isUndoneByKey(toast, openRecord));
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
          hint={hasKey ? 'Alt+Z' : undefined}
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
