// What stands in the place of something whose script is not there yet. A desk that was updated has the scripts of its own build only, and
// may never have this one again: the window has to be loaded anew then.
import { Hourglass, TriangleAlert } from 'lucide-react';
import { useUpdatedDesk } from '../../host/updated-desk.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './to-come.module.css';

interface InPlace {
  /** Its script cannot be had now, and is asked for again by itself. */
  couldNotBeHad: boolean;
}

const UPDATED_TITLE = 'Drawdesk was updated: load it anew';
const updatedWords = (what: string): string =>
  `This window is older than the desk, which does not have ${what} as it was any more. What was saved is safe.`;
const ASKED_AGAIN = 'The desk is asked for it again by itself.';

function LoadAnew() {
  return (
    <Button look="main" onClick={() => location.reload()}>
      Load anew
    </Button>
  );
}

/** @example onDemand(async () => (await import('./orders.tsx')).Orders, ScreenToCome) */
export function ScreenToCome({ couldNotBeHad }: InPlace) {
  return <InsteadOf what="screen" couldNotBeHad={couldNotBeHad} />;
}

/** In a screen or a dialog that has a heading of its own. @example onDemand(async () => (await import('./viewer.tsx')).Viewer, PartToCome) */
export function PartToCome({ couldNotBeHad }: InPlace) {
  return <InsteadOf what="part" couldNotBeHad={couldNotBeHad} />;
}

function InsteadOf({ what, couldNotBeHad }: InPlace & { what: 'screen' | 'part' }) {
  const isUpdated = useUpdatedDesk((state) => state.isUpdated);
  if (!couldNotBeHad) return <SkeletonRows count={6} label="Loading" />;
  const heading = what === 'screen';
  return isUpdated ? (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={26} />}
        title={UPDATED_TITLE}
        heading={heading}
        action={<LoadAnew />}
      >
        {updatedWords(`this ${what}`)}
      </EmptyState>
    </div>
  ) : (
    <div role="status">
      <EmptyState icon={<Hourglass size={26} />} title={`This ${what} has not come yet`} heading={heading}>
        {ASKED_AGAIN} {heading ? 'The other screens go on working.' : 'Everything else goes on working.'}
      </EmptyState>
    </div>
  );
}

/**
 * Nothing while the script is on its way: a dialog mostly comes at once.
 * @example onDemand(async () => (await import('./camera-dialog.tsx')).CameraDialog, DialogToCome)
 */
export function DialogToCome({
  couldNotBeHad,
  given,
}: InPlace & { given: { readonly onClose: () => void } }) {
  const isUpdated = useUpdatedDesk((state) => state.isUpdated);
  if (!couldNotBeHad) return null;
  return (
    <Dialog title={isUpdated ? UPDATED_TITLE : 'This has not come yet'} onClose={given.onClose}>
      <div className={css.dialog} role={isUpdated ? 'alert' : 'status'}>
        <p>
          {isUpdated
            ? `${updatedWords('what you asked for')} If you are typing something elsewhere, close this and finish it first.`
            : `${ASKED_AGAIN} Close this to go on without it.`}
        </p>
        {isUpdated && <LoadAnew />}
      </div>
    </Dialog>
  );
}
