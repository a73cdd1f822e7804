// The head of a record as a list has just shown it. Pure.
import type { Output } from '../../../contract/index.ts';
import type { RegistrationDetailView, RegistrationRowView } from '../../../contract/registration-views.ts';

/** What a row of the list and the whole record say alike. */
export type RecordHead = Pick<RegistrationRowView, 'trfCode' | 'gone' | 'status' | 'sync' | 'person'> &
  Pick<RegistrationDetailView, 'asOfMs'>;

/**
 * The head of a registration from its row in one of the lists, so that it is on the screen at once and nothing of it moves when the
 * rest comes. Null where no list has it, and where something would stand above it, such as a change that waits.
 *
 * @example shownInList(desk.kept('registrations.list'), registrationId)?.trfCode // 'DRW-AAA001'
 */
export function shownInList(
  lists: readonly Output<'registrations.list'>[],
  registrationId: string,
): RecordHead | null {
  for (const { rows, asOfMs } of lists) {
    const row = rows.find(({ id }) => id === registrationId);
    if (row) return row.sync === 'synced' && !row.contested ? { ...row, asOfMs } : null;
  }
  return null;
}
