// The button: one main action to a screen, the rest quieter. A busy button keeps its name and its focus.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import css from './button.module.css';
import { classNames } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'main' | 'plain' | 'quiet' | 'danger' | undefined;
  size?: 'normal' | 'small' | 'large' | undefined;
  icon?: ReactNode;
  /** The key that does the same; shown, not spoken as part of the name. */
  hint?: string | undefined;
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  hint,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(css.button, css[look], css[size], className)}
      aria-keyshortcuts={hint}
      aria-busy={busy || undefined}
      onClick={onClick}
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
