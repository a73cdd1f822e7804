// What was found for an earlier text, while the answer about the present one is on its way.
import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import css from './current-only.module.css';

/**
 * Keeps a list in its place that is not about what is typed now, out of reach of press and key: somebody who types a name and
 * presses the first line at once must not get the person that was found for the name before. It is dimmed once that takes long
 * enough to be seen.
 */
export function CurrentOnly(props: {
  isCurrent: boolean;
  className?: string | undefined;
  children: ReactNode;
  ref?: Ref<HTMLDivElement> | undefined;
}) {
  return (
    <div ref={props.ref} inert={!props.isCurrent} className={classNames(css.place, props.className)}>
      {props.children}
    </div>
  );
}
