// Who is let in as they were, where the latest that was saved is missing: whoever was kept out since then is not known for it any more.
import type { Db } from '../db/database.ts';
import { listDesks } from './desks.ts';
import { listStaff } from './staff.ts';

/**
 * What a site manager has to look at, as sentences after one that names a time; empty where nobody signs in by a PIN or a badge and no
 * further desk is let in.
 */
export function letInWords(db: Db): string {
  return desksWords(db) + peopleWords(db);
}

function desksWords(db: Db): string {
  const count = listDesks(db).filter(({ shutOutAtMs }) => shutOutAtMs === null).length;
  if (count === 0) return '';
  const who = count === 1 ? '1 further desk goes' : `${count} further desks go`;
  return ` ${who} on here as before: shut out again, under Desks, any that was shut out after that time.`;
}

function peopleWords(db: Db): string {
  const isKnownByIt = listStaff(db).some(({ pinHash, badgeHash }) => pinHash !== null || badgeHash !== null);
  return isKnownByIt
    ? ' People sign in here as before: switch off again, under People, whoever was switched off after that time, and give new PINs and badges again.'
    : '';
}
