// What a locked window shows: who signs in, with which PIN; on a desk without a site manager, how the first one is made.
// Everything else of the window is hidden, and as it was when somebody has signed in.
import { CircleSlash, LockKeyhole, ScanLine, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { Output } from '../../../contract/index.ts';
import { NOBODY_IN_PARTICULAR, useActor } from '../../host/actor.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { Notices } from '../notices.tsx';
import { SiteAway } from '../site-away.tsx';
import { useLock } from './held-scan.ts';
import css from './lock-screen.module.css';
import { SetUpForm } from './set-up-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useBadge } from './use-badge.ts';

export function LockScreen({ me, onPutOff }: { me: Output<'staff.me'>; onPutOff: () => void }) {
  const session = useSession();
  const held = useLock((lock) => lock.held);
  const unclear = useLock((lock) => lock.unclear);
  const notKept = useLock((lock) => lock.notKept);
  const handle = useActor((actor) => actor.handle);
  const [beganAsSetUp] = useState(me.signIn === 'set-up');
  const [sending, setSending] = useState(false);
  // The desk may tell that there is a manager before it answers whoever has just become it here.
  const isSetUp = me.signIn === 'set-up' || (beganAsSetUp && (sending || handle !== null));
  const badge = useBadge(!isSetUp && me.badge !== 'off');
  return (
    <ModalOverlay isOpen isKeyboardDismissDisabled className={css.cover ?? ''}>
      <Modal className={css.modal ?? ''}>
        <SiteAway>
          {() => 'Nobody can sign in until the site desk is back. This desk goes on by itself.'}
        </SiteAway>
        <Notices onlyStops />
        <Dialog className={css.card ?? ''}>
          <header className={css.head} data-lock="">
            <LockKeyhole aria-hidden="true" size={28} />
            <div>
              <Heading slot="title" className={css.title ?? ''}>
                {isSetUp ? 'The first site manager' : 'Sign in'}
              </Heading>
              <p className={css.quiet}>{session?.location?.name ?? 'Drawdesk'}</p>
            </div>
          </header>
          <SwitchedOff />
          {unclear && (
            <p className={css.held} role="status">
              <ScanLine aria-hidden="true" size={20} />A scan did not come whole. Scan again.
            </p>
          )}
          {notKept && (
            <p className={css.held} role="status">
              <ScanLine aria-hidden="true" size={20} />A few digits came as quickly as a scan. They may be a
              PIN, so they are not kept. If it was a scan, scan it again once you have signed in.
            </p>
          )}
          {held !== null && (
            <p className={css.held} role="status">
              <ScanLine aria-hidden="true" size={20} />A scan waits. It is looked up as soon as you have
              signed in.
            </p>
          )}
          {beganAsSetUp && !isSetUp && <MadeElsewhere />}
          {isSetUp ? (
            <SetUpForm onPutOff={me.mayPutOff ? onPutOff : null} onSending={setSending} />
          ) : (
            <SignInForm badgeUse={me.badge} badge={badge} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Whoever worked here last works here no more: they would look for a mistake of theirs, or for their name in the list. */
function SwitchedOff() {
  const last = useActor((actor) => actor.initials);
  const asked = last === NOBODY_IN_PARTICULAR ? skip : { initials: last };
  if (useQuery('staff.isSwitchedOff', asked).value?.switchedOff !== true) return null;
  return (
    <p className={css.held} role="status">
      <CircleSlash aria-hidden="true" size={20} />
      <span>
        {last} was switched off under “People”. Somebody else can sign in here: nothing that {last} has typed
        is shown to them.
      </span>
    </p>
  );
}

/** In place of the form that was shown: somebody was first at another window. */
function MadeElsewhere() {
  const manager = useQuery('staff.list', {}).value?.items.find(
    ({ role, hasPin }) => role === 'manager' && hasPin,
  );
  return (
    <p className={css.held} role="status">
      <UserRoundCheck aria-hidden="true" size={20} />
      <span>
        {manager ? `${manager.name} (${manager.initials})` : 'Somebody'} was made the site manager at another
        window. Nothing that was entered here is saved. Sign in, or ask to be added under “People”.
      </span>
    </p>
  );
}
