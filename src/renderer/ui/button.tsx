// The button: one main action to a screen, the rest quieter. A busy button keeps its name and its focus.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './button.module.css';
import { classNames } from './class-names.ts';
import { notify } from './toast-store.ts';
import { KeyHint } from './key-hint.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'plain' | 'quiet' | 'danger' | undefined;
  size?: 'normal' | 'small' | 'large' | undefined;
  icon?: ReactNode;
  /** The key that does the same; shown, not spoken as part of the name. */
  hint?: string | undefined;
  busy?: boolean | undefined;
  /**
   * Why it cannot be pressed now, as a sentence. It is read out with the button and shown when somebody presses it all
   * the same; the button keeps its place in the order of the keyboard. Null: it can be pressed.
   */
  blocked?: string | null | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/**
 * Takes all that a button takes. Whatever it offers is found by the palette, by the words on it.
 * @example <Button look="main" icon={<Printer />} hint="P" busy={print.busy} blocked={whyNot} onClick={printAll}>Print label</Button>
 */
export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  hint,
  busy = false,
  blocked = null,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      data-pressable=""
      className={classNames(css.button, css[look], css[size], className)}
      aria-keyshortcuts={hint}
      aria-busy={busy || undefined}
      aria-disabled={blocked !== null || undefined}
      aria-description={blocked ?? rest['aria-description']}
      onClick={(event) => {
        if (blocked === null) return onClick?.(event);
        event.preventDefault();
        notify(blocked);
      }}
    >
      {icon !== undefined && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {children}
      {hint !== undefined && <KeyHint keys={hint} />}
    </button>
  );
}
