// A screen's frame: its heading, what stands beside it, and the part that scrolls.
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { takePromisedFocus } from './focus-heading.ts';
import { useLinesThatStay } from './lines-that-stay.ts';
import css from './screen.module.css';

const NO_LINES: readonly string[] = [];
const FOOTER: readonly string[] = [css.footer ?? ''];

/**
 * `aside` stands beside the heading, `below` under it; `narrow` keeps lines short enough to read, `page` the parts of a page
 * near enough to each other to be read across.
 * @example <Screen title="Outbox" narrow aside={<Button>Sync now</Button>}>…</Screen>
 */
export function Screen(props: {
  title: string;
  aside?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
  narrow?: boolean | undefined;
  page?: boolean | undefined;
  /** The content fills what is left of the window and scrolls itself, as a long list does. */
  fill?: boolean | undefined;
  /** Stays in sight below what scrolls. */
  footer?: ReactNode;
}) {
  const screen = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLinesThatStay(screen, props.footer === undefined ? NO_LINES : FOOTER);
  useEffect(() => {
    if (heading.current) takePromisedFocus(heading.current);
  }, []);
  return (
    <div ref={screen} className={classNames(css.screen, props.page && css.page, props.narrow && css.narrow)}>
      <header className={css.head}>
        <h1 ref={heading}>{props.title}</h1>
        {props.aside !== undefined && <div className={css.aside}>{props.aside}</div>}
        {props.below !== undefined && <div className={css.below}>{props.below}</div>}
      </header>
      <div className={classNames(css.body, props.fill && css.filled)}>
        <div className={css.inner}>{props.children}</div>
      </div>
      {props.footer !== undefined && <footer className={css.footer}>{props.footer}</footer>}
    </div>
  );
}
