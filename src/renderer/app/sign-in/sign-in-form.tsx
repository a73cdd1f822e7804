// Signing in: one of those who work here, chosen or by their badge, and their PIN.
import { IdCard, LogIn } from 'lucide-react';
import type { BadgeUse } from '../../../domain/staff.ts';
import { useActor } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useQuery } from '../../host/use-query.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './lock-screen.module.css';
import { PinForm } from './pin-form.tsx';
import type { ScannedBadge } from './read-badge.ts';
import { signInHere } from './sign-in-here.ts';

const HINTS = {
  choose: 'Scan your badge to choose yourself.',
  'sign-in': 'Scan your badge, or sign in with your PIN.',
} as const;

function wordsOf(badge: ScannedBadge): string {
  switch (badge.kind) {
    case 'chosen':
      return `The badge of ${badge.person.name}. Enter the PIN.`;
    case 'switched-off':
      return `The badge of ${badge.person.name}, who is switched off: it opens nothing.`;
    case 'wait':
      return 'Too many codes were scanned here that are nobody’s badge. Badges are read again later: sign in with your PIN.';
    default:
      return badge satisfies never;
  }
}

export function SignInForm({ badgeUse, badge }: { badgeUse: BadgeUse; badge: ScannedBadge | null }) {
  const desk = useDesk();
  const staff = useQuery('staff.list', {}).value?.items;
  const last = useActor((actor) => actor.initials);
  const signIn = useCommand('staff.signIn', { repeatable: true });
  if (!staff) return <SkeletonRows count={3} label="The people who work here are being read" />;
  const owner = badge?.kind === 'chosen' ? badge.person : null;
  return (
    <>
      {badgeUse !== 'off' && (
        <p className={css.held} role="status">
          <IdCard aria-hidden="true" size={20} />
          {badge === null ? HINTS[badgeUse] : wordsOf(badge)}
        </p>
      )}
      <PinForm
        legend="Who are you?"
        people={staff}
        first={last}
        shown={owner}
        action={{ words: 'Sign in', icon: <LogIn />, busy: signIn.busy }}
        error={signIn.error}
        onPin={async (initials, pin) => {
          const { handle: before } = useActor.getState();
          const answer = await signIn.run({ initials, pin });
          if (!answer.ok) return null;
          if (answer.value.kind !== 'signed-in') return answer.value;
          if (signInHere(desk, before, answer.value)) desk.resynchronise();
          return null;
        }}
      />
    </>
  );
}
