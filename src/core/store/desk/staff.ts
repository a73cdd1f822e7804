// The people who work at this site, by their initials. Nobody is ever deleted: the activity names them.
import type { Role } from '../../../domain/staff.ts';
import { all, get, run } from '../db/database.ts';
import type { Db } from '../db/database.ts';

export interface StaffMember {
  readonly initials: string;
  readonly name: string;
  readonly role: Role;
  /** False: works here no more. */
  readonly active: boolean;
  /** See `core/pin-hash.ts`; null until they were given a PIN. */
  readonly pinHash: string | null;
  /** See `core/pin-hash.ts`; null: they have no badge. */
  readonly badgeHash: string | null;
  /** Nobody could guess the code of their badge. */
  readonly badgeIsLong: boolean;
  /** In a row, since the last right one. */
  readonly wrongPins: number;
}

interface StaffRow {
  initials: string;
  name: string;
  role: Role;
  active: number;
  pin_hash: string | null;
  badge_hash: string | null;
  badge_is_long: number;
  wrong_pins: number;
}

const COLUMNS = 'initials, name, role, active, pin_hash, badge_hash, badge_is_long, wrong_pins';

const toMember = ({
  active,
  pin_hash,
  badge_hash,
  badge_is_long,
  wrong_pins,
  ...row
}: StaffRow): StaffMember => ({
  ...row,
  active: active === 1,
  pinHash: pin_hash,
  badgeHash: badge_hash,
  badgeIsLong: badge_is_long === 1,
  wrongPins: wrong_pins,
});

/** Everybody who works or has worked here, in the order of their initials. */
export function listStaff(db: Db): StaffMember[] {
  return all<StaffRow>(db, `SELECT ${COLUMNS} FROM staff ORDER BY initials`).map(toMember);
}

/** The names of everybody who works or has worked here, by their initials. */
export const namesOfStaff = (db: Db): ReadonlyMap<string, string> =>
  new Map(listStaff(db).map(({ initials, name }) => [initials, name]));

/** Somebody by their initials, whether they still work here or not; null when nobody ever had them. */
export function findStaff(db: Db, initials: string): StaffMember | null {
  const row = get<StaffRow>(db, `SELECT ${COLUMNS} FROM staff WHERE initials = ?`, [initials]);
  return row && toMember(row);
}

/** Whether somebody can sign in who may look after people. */
export function hasManager(db: Db, except = ''): boolean {
  return (
    get(
      db,
      `SELECT 1 FROM staff WHERE role = 'manager' AND active = 1 AND pin_hash IS NOT NULL AND initials <> ?`,
      [except],
    ) !== null
  );
}

/** Returns false, and changes nothing, when the initials are taken. */
export function addStaff(
  db: Db,
  member: Pick<StaffMember, 'initials' | 'name' | 'role' | 'pinHash'>,
  nowMs: number,
): boolean {
  return (
    run(
      db,
      `INSERT INTO staff (initials, name, role, pin_hash, added_at_ms)
       VALUES (@initials, @name, @role, @pinHash, @nowMs) ON CONFLICT DO NOTHING`,
      { ...member, nowMs },
    ) === 1
  );
}

/** Changes what is said of somebody; their initials stay. */
export function changeStaff(
  db: Db,
  member: Pick<StaffMember, 'initials' | 'name' | 'role' | 'active'>,
): void {
  run(db, 'UPDATE staff SET name = @name, role = @role, active = @active WHERE initials = @initials', {
    ...member,
    active: member.active ? 1 : 0,
  });
}

/** Gives somebody a PIN, and forgets how many wrong ones there were. */
export function setPinHash(db: Db, initials: string, pinHash: string): void {
  run(db, 'UPDATE staff SET pin_hash = ?, wrong_pins = 0 WHERE initials = ?', [pinHash, initials]);
}

/** Gives somebody a badge; null takes it away. */
export function setBadgeHash(
  db: Db,
  initials: string,
  badge: { readonly hash: string; readonly isLong: boolean } | null,
): void {
  run(db, 'UPDATE staff SET badge_hash = ?, badge_is_long = ? WHERE initials = ?', [
    badge?.hash ?? null,
    badge?.isLong === true ? 1 : 0,
    initials,
  ]);
}

/** Keeps how many wrong PINs there were in a row. */
export function setWrongPins(db: Db, initials: string, wrongPins: number): void {
  run(db, 'UPDATE staff SET wrong_pins = ? WHERE initials = ?', [wrongPins, initials]);
}
