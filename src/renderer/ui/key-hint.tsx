// A key, drawn as a key. For eyes only: assistive technology hears it through `aria-keyshortcuts`.
import css from './key-hint.module.css';

/** @example <KeyHint keys="Ctrl+K" /> */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <kbd className={css.hint} aria-hidden="true">
      {keys}
    </kbd>
  );
}
