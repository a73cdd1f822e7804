// One matter at the top of a visit: what is wrong, and what to do.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import css from './visit-troubles.module.css';

/** `loud` hinders the work; `calm` has to be done, and hinders nothing. */
export function Notice(props: {
  icon: LucideIcon;
  title: string;
  tone?: 'loud' | 'calm';
  children: ReactNode;
}) {
  const { icon: Icon, tone = 'loud' } = props;
  return (
    <section className={classNames(css.notice, tone === 'calm' && css.calm)} aria-label={props.title}>
      <h2 className={css.title}>
        <Icon aria-hidden="true" size={22} /> {props.title}
      </h2>
      {props.children}
    </section>
  );
}
