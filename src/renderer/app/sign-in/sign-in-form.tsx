// Signing in: one of those who work here, and their PIN.
import { LogIn } from 'lucide-react';
import { useActor } from '../../host/actor.ts';
import { useCommand } from '../../host/use-command.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useQuery } from '../../host/use-query.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PinForm } from './pin-form.tsx';

export function SignInForm() {
  const desk = useDesk();
  const staff = useQuery('staff.list', {}).value?.items;
  const last = useActor((actor) => actor.initials);
  const signIn = useCommand('staff.signIn', { repeatable: true });
  if (!staff) return <SkeletonRows count={3} label="The people who work here are being read" />;
  return (
    <PinForm
      legend="Who are you?"
      people={staff}
      first={last}
      action={{ words: 'Sign in', icon: <LogIn />, busy: signIn.busy }}
      error={signIn.error}
      onPin={async (initials, pin) => {
        const answer = await signIn.run({ initials, pin });
        if (!answer.ok) return null;
        if (answer.value.kind !== 'signed-in') return answer.value;
        useActor.getState().signedIn(answer.value.person.initials, answer.value.handle);
        desk.resynchronise();
        return null;
      }}
    />
  );
}
