// A failure on a screen, in words; with the way on where there is one.
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AppError } from '../../../domain/app-error.ts';
import { isOfQuestion } from '../../host/reading-failures.ts';
import { foundWhenFailed, useEngineLink } from '../../host/engine-link.ts';
import { useIsUp } from '../connection/use-cut-off.ts';
import { keepInSight } from '../../ui/keep-in-sight.ts';
import css from './error-notice.module.css';
import { errorWords, type ErrorWords } from './error-words.ts';

/**
 * A failure in words; `children` are the ways on. `title` says what failed where the screen knows that better, `words` all of it.
 * @example {save.error && <ErrorNotice error={save.error} />}
 */
export function ErrorNotice(props: {
  error: AppError;
  title?: string | undefined;
  words?: ErrorWords | undefined;
  children?: ReactNode;
}) {
  const { error, children } = props;
  const isUp = useIsUp();
  const isBack = useIsBackSince(error);
  const words = props.words ?? errorWords(error, isUp, isBack, isOfQuestion(error));
  const notice = useRef<HTMLDivElement>(null);
  // What fails once more with the same words is no news: whoever reads on below is not taken back to it.
  const { title } = errorWords(error);
  useEffect(() => (notice.current ? keepInSight(notice.current) : undefined), [title]);
  return (
    <div ref={notice} className={css.notice} role="alert">
      <CircleAlert aria-hidden="true" size={20} className={css.icon} />
      <div>
        <p className={css.title}>{props.title ?? words.title}</p>
        <p>{words.advice}</p>
        {children !== undefined && <div className={css.actions}>{children}</div>}
      </div>
    </div>
  );
}

/** True once whoever did not answer, this window's engine or the site desk, was found to answer since this failure came. */
function useIsBackSince(error: AppError): boolean {
  const isOfSite = error.kind === 'offline' && error.reason === 'site-desk';
  const isThere = useEngineLink(({ link, site }) => link === 'up' && (!isOfSite || site?.kind === 'joined'));
  const timesFound = useEngineLink(({ engineFound, siteFound }) => (isOfSite ? siteFound : engineFound));
  const then = foundWhenFailed(error);
  return isThere && timesFound > (isOfSite ? then.site : then.engine);
}
