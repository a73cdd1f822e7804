// Says plainly that there is nothing here, and what to do about it if anything.
import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/** @example <EmptyState icon={<Printer size={26} />} title="The tray is empty">Print a label from a visit.</EmptyState> */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className={css.empty}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={css.title}>{title}</p>
      {children !== undefined && <div className={css.more}>{children}</div>}
    </div>
  );
}
