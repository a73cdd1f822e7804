// Whether a PIN is somebody's, as signing in and agreeing to a relaxation ask it.
import type { Output } from '../../contract/index.ts';
import { findStaff } from '../store/desk/staff.ts';
import type { StaffMember } from '../store/desk/staff.ts';
import type { CommandContext } from './handler.ts';

type Refusal = Exclude<Output<'staff.signIn'>, { readonly kind: 'signed-in' }>;

/** `wrongPins`: how many wrong ones in a row there are after this one, to be written down; null where none was looked at. */
export type CheckedPin =
  | { readonly kind: 'right'; readonly member: StaffMember }
  | { readonly kind: 'refused'; readonly answer: Refusal; readonly wrongPins: number | null };

const refused = (answer: Refusal, wrongPins: number | null = null): CheckedPin => ({
  kind: 'refused',
  answer,
  wrongPins,
});

/** The try is counted. `mayTry` throws where the person is not the right one, before anything is counted. */
export async function checkPin(
  { db, signIns, changed }: CommandContext,
  { initials, pin }: { readonly initials: string; readonly pin: string },
  mayTry: (member: StaffMember) => void = () => undefined,
): Promise<CheckedPin> {
  const member = findStaff(db, initials);
  if (!member) return refused({ kind: 'impossible', why: 'unknown' });
  if (!member.active) return refused({ kind: 'impossible', why: 'switched-off' });
  const { pinHash } = member;
  if (pinHash === null) return refused({ kind: 'impossible', why: 'no-pin' });
  mayTry(member);
  const check = await signIns.check({ ...member, pinHash }, pin);
  // Managers see how many wrong ones there were, and for how long nobody can sign in.
  if (check.kind === 'wrong' || (check.kind === 'right' && member.wrongPins > 0)) changed('staff');
  if (check.kind === 'wait' || check.kind === 'uncounted') return refused(check);
  // Read again: meanwhile they may have been switched off, or given another PIN or role.
  const present = findStaff(db, initials);
  if (present?.pinHash !== pinHash) return refused({ kind: 'wrong', waitMs: 0 });
  if (!present.active) return refused({ kind: 'impossible', why: 'switched-off' });
  if (check.kind === 'wrong') {
    return refused({ kind: 'wrong', waitMs: signIns.waitMs(present) }, present.wrongPins);
  }
  return { kind: 'right', member: present };
}
