// A failure on a screen, in words; with the way on where there is one.
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AppError } from '../../../domain/app-error.ts';
import css from './error-notice.module.css';
import { errorWords } from './error-words.ts';

/** A failure in words; `children` are the ways on. @example {save.error && <ErrorNotice error={save.error} />} */
export function ErrorNotice({ error, children }: { error: AppError; children?: ReactNode }) {
  const words = errorWords(error);
  const notice = useRef<HTMLDivElement>(null);
  // On a long screen it would otherwise come up below the edge, or behind the line of actions, and nobody would see it.
  useEffect(() => notice.current?.scrollIntoView({ block: 'nearest' }), [error]);
  return (
    <div ref={notice} className={css.notice} role="alert">
      <CircleAlert aria-hidden="true" size={20} className={css.icon} />
      <div>
        <p className={css.title}>{words.title}</p>
        <p>{words.advice}</p>
        {children !== undefined && <div className={css.actions}>{children}</div>}
      </div>
    </div>
  );
}
