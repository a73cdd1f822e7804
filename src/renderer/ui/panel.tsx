// A titled part of a screen.
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './panel.module.css';

/**
 * A region named by its title. `tone="main"` marks the part that is next; `flush` lets lists reach the edges.
 * @example <Panel title="Waiting: 3" flush><ol>…</ol></Panel>
 */
export function Panel(props: {
  title: string;
  children: ReactNode;
  aside?: ReactNode;
  tone?: 'plain' | 'main' | undefined;
  flush?: boolean | undefined;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(css.panel, props.tone === 'main' && css.main)}>
      <header className={css.head}>
        <h2 id={id}>{props.title}</h2>
        {props.aside}
      </header>
      <div className={props.flush === true ? css.flush : css.body}>{props.children}</div>
    </section>
  );
}
