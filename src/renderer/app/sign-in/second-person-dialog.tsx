// A second person enters their PIN for what somebody else is about to do. Whoever works here stays signed in.
import { UserCheck } from 'lucide-react';
import type { SecondPersonNeededError } from '../../../domain/app-error.ts';
import { mayApprove, type Relaxation } from '../../../domain/relaxation.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PinForm } from './pin-form.tsx';

const WHAT_WORDS: Readonly<Record<Relaxation, string>> = {
  identity: 'Check somebody in by one identifier',
  'typed-label': 'Go on with a label that was not scanned back',
  'slot-override': 'Book although the time is taken or closed',
  reprint: 'Print a label again',
};

export function SecondPersonDialog(props: {
  needed: SecondPersonNeededError;
  onEnd: (approval: string | null) => void;
}) {
  const { needed, onEnd } = props;
  const approve = useCommand('staff.approve', { repeatable: true });
  const staff = useQuery('staff.list', {}).value?.items;
  const me = useQuery('staff.me', {}).value?.person?.initials;
  const others = staff?.filter(({ initials, role }) => initials !== me && mayApprove(needed.rule, role));
  return (
    <Dialog title="A second person is needed" onClose={() => onEnd(null)}>
      <p>
        {WHAT_WORDS[needed.relaxation]}:{' '}
        {needed.rule === 'lead'
          ? 'at this site a lead agrees to it first.'
          : 'at this site two people do it together.'}{' '}
        Both are recorded. {me} stays signed in.
      </p>
      {others === undefined && <SkeletonRows count={2} label="The people who work here are being read" />}
      {others?.length === 0 && <p>Nobody who works here may do it with you. A site manager adds people.</p>}
      {others && others.length > 0 && (
        <PinForm
          legend="Who is beside you?"
          people={others}
          first={null}
          action={{ words: 'Agree to it', icon: <UserCheck />, busy: approve.busy }}
          error={approve.error}
          onPin={async (initials, pin) => {
            const answer = await approve.run({ initials, pin, relaxation: needed.relaxation });
            if (!answer.ok) return null;
            if (answer.value.kind !== 'approved') return answer.value;
            onEnd(answer.value.approval);
            return null;
          }}
        />
      )}
    </Dialog>
  );
}
