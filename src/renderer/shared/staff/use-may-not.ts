// What the role of whoever works at this window does not allow, so that a button says so in place of being refused.
import type { OperationName } from '../../../contract/index.ts';
import { useQuery } from '../../host/use-query.ts';
import { neededRoleWords } from '../words/role-words.ts';

/**
 * Why this operation is not for whoever has signed in, as a sentence; null when it is, or nobody signs in here. The engine
 * refuses it all the same.
 * @example <Button blocked={useMayNot('walkIn.hold')}>Walk-in</Button>
 */
export function useMayNot(name: OperationName): string | null {
  const roles = useQuery('staff.me', {}).value?.refused[name];
  return roles === undefined ? null : neededRoleWords(roles);
}
