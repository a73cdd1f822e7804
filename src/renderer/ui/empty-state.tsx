// Says plainly that there is nothing here, and what to do about it if anything.
import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/**
 * `heading`: it stands where a whole screen would, so that its title is the heading of what is shown. `action` is what can be done about it.
 * @example <EmptyState icon={<Printer size={26} />} title="The tray is empty">Print a label from a visit.</EmptyState>
 */
export function EmptyState({
  icon,
  title,
  heading = false,
  children,
  action,
}: {
  icon: ReactNode;
  title: string;
  heading?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className={css.empty}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <Title className={css.title}>{title}</Title>
      {children !== undefined && <div className={css.more}>{children}</div>}
      {action}
    </div>
  );
}
