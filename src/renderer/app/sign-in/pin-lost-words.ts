// What to do about a lost PIN.
import type { Output } from '../../../contract/index.ts';

/**
 * Whoever could give a new one may be the very person who has lost theirs.
 *
 * @param initials whose PIN it is
 * @param staff everybody who works here; undefined while they are being read
 */
export function pinLostWords(initials: string, staff: Output<'staff.list'>['items'] | undefined): string {
  const givers = staff?.filter((one) => one.role === 'manager' && one.hasPin && one.initials !== initials);
  return givers?.length === 0
    ? 'PIN lost? No other site manager has one, so nobody can give a new one here. Whoever looks after this computer can: the guide tells how, in “People and PINs”.'
    : 'PIN lost? A site manager gives you a new one, under “People”.';
}
