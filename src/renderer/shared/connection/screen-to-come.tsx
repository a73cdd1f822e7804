// What stands in the place of a screen whose script is not there yet.
import type { ReactNode } from 'react';
import { useUpdatedDesk } from '../../host/updated-desk.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './screen-to-come.module.css';

/**
 * A desk that was updated has the screens of its own build only, and may never have this one again.
 * @example onDemand(async () => (await import('./orders.tsx')).Orders, ScreenToCome)
 */
export function ScreenToCome({ couldNotBeHad }: { couldNotBeHad: boolean }) {
  const isUpdated = useUpdatedDesk((state) => state.isUpdated);
  if (!couldNotBeHad) return <SkeletonRows count={6} label="Loading" />;
  if (!isUpdated) {
    return (
      <Instead role="status" title="This screen has not come yet">
        <p>The desk is asked for it again by itself. The other screens go on working.</p>
      </Instead>
    );
  }
  return (
    <Instead role="alert" title="Drawdesk was updated: load it anew">
      <p>
        This window is older than the desk, which does not have this screen as it was any more. What was saved
        is safe.
      </p>
      <Button look="main" onClick={() => location.reload()}>
        Load anew
      </Button>
    </Instead>
  );
}

function Instead({
  role,
  title,
  children,
}: {
  role: 'status' | 'alert';
  title: string;
  children: ReactNode;
}) {
  return (
    <div className={css.instead} role={role}>
      <h1 className={css.title}>{title}</h1>
      {children}
    </div>
  );
}
