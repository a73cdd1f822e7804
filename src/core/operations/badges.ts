// Staff badges: what is read of one, whose it is, and what it is good for at this site.
import { AppException, rejected } from '../../domain/app-error.ts';
import { BADGE_ALONE_LENGTH, badgeShape, SHORTEST_BADGE, USUAL_BADGE_USE } from '../../domain/staff.ts';
import type { BadgeHolder } from '../../contract/staff.ts';
import type { BadgeUse } from '../../domain/staff.ts';
import { newBadgeSalt, whoseBadge } from '../pin-hash.ts';
import { recogniseScan, type ScannerFrame } from '../scanning/scan-text.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { findStaff, listStaff } from '../store/desk/staff.ts';
import type { StaffMember } from '../store/desk/staff.ts';
import type { Context } from './handler.ts';
import { scannerOf } from './scanner.ts';

const NO_FRAME: ScannerFrame = { prefix: '', trailer: '' };

/** What was read of a scan, the same whichever scanner has read it; null: no code, or that of a form. */
function codeOf(text: string, frame: ScannerFrame): string | null {
  const { candidates, looksLike } = recogniseScan(text, frame);
  return looksLike === 'trf-code' ? null : (candidates[0]?.toUpperCase() ?? null);
}

/** What a badge is good for here and now: nothing where people do not sign in, or nobody has one. */
export function badgeUseOf({ db, site, signIns }: Pick<Context, 'db' | 'site' | 'signIns'>): BadgeUse {
  const use = site.people.badge ?? USUAL_BADGE_USE;
  if (use === 'off' || signIns.state() !== 'pin') return 'off';
  return listStaff(db).some(({ active, badgeHash }) => active && badgeHash !== null) ? use : 'off';
}

export type ReadBadge =
  | { readonly kind: 'known'; readonly member: StaffMember }
  /** It is the badge of somebody who works here no more. */
  | { readonly kind: 'switched-off'; readonly member: StaffMember }
  /** `count`: how many in a row there are at this desk; null: it was none that is counted. */
  | { readonly kind: 'unknown'; readonly count: number | null }
  | { readonly kind: 'wait'; readonly waitMs: number };

/** Who has a badge with one of these codes, of those who work or have worked here; null: nobody. */
async function holderOf(
  { db }: Pick<Context, 'db'>,
  codes: readonly string[],
): Promise<{ readonly member: StaffMember; readonly code: string } | null> {
  for (const code of codes) {
    const found = await whoseBadge(code, listStaff(db));
    if (found === null) continue;
    // Read again: meanwhile they may have been switched off, or their badge taken away.
    const member = findStaff(db, found.initials);
    return member?.badgeHash === found.badgeHash ? { member, code } : null;
  }
  return null;
}

/** Whether there is any badge at this site. Where there is none, nothing need be looked at for one. */
export const anybodyHasBadge = ({ db }: Pick<Context, 'db'>): boolean =>
  listStaff(db).some(({ badgeHash }) => badgeHash !== null);

/** Whether a code looks like one of the badges that people here have. Where it is not known what one of them looks like, each code may. */
function looksLikeBadge({ db }: Pick<Context, 'db'>, code: string): boolean {
  const shapes = readSetting(db, 'badgeShapes') ?? {};
  const shape = badgeShape(code);
  return listStaff(db).some(
    ({ initials, badgeHash }) => badgeHash !== null && (shapes[initials] ?? shape) === shape,
  );
}

/** Keeps what somebody's badge looks like; null: they have none any more. */
export function keepBadgeShape({ db }: Pick<Context, 'db'>, initials: string, code: string | null): void {
  const others = Object.entries(readSetting(db, 'badgeShapes') ?? {}).filter(([of]) => of !== initials);
  const shape = code === null ? [] : [[initials, badgeShape(code)] as const];
  writeSetting(db, 'badgeShapes', Object.fromEntries([...others, ...shape]));
}

/** The codes in a text that may be a badge: as this desk's scanner sends it, or as it is typed and as the camera reads it. */
function badgeCodesIn(context: Context, text: string): string[] {
  const codes = [codeOf(text, scannerOf(context)), codeOf(text, NO_FRAME)];
  return [...new Set(codes)].filter(
    (code) => code !== null && code.length >= SHORTEST_BADGE && looksLikeBadge(context, code),
  ) as string[];
}

/** Whether a text may be a badge, by its length and its signs alone. */
export const mayBeBadge = (context: Context, text: string): boolean => badgeCodesIn(context, text).length > 0;

/**
 * Whose badge was scanned or typed where somebody is signed in; null: nobody's. It is one also where badges are good for nothing, and
 * where its owner is switched off: its code is shown and sent nowhere. Nothing is counted: whoever asks is known, and learns no more than
 * the name.
 */
export async function holderOfBadge(context: Context, text: string): Promise<BadgeHolder | null> {
  if (!anybodyHasBadge(context)) return null;
  const found = await holderOf(context, badgeCodesIn(context, text));
  if (found === null) return null;
  const { initials, name, active } = found.member;
  return { initials, name, active };
}

/**
 * Whose badge was scanned at a locked window. The try is counted, where the code could be a badge at all: a PIN that came as quickly as a
 * scan, or a tube, must not hold up the badges.
 */
export async function readBadge(context: Context, text: string): Promise<ReadBadge> {
  const { badgeTries, desk } = context;
  const codes = badgeUseOf(context) === 'off' ? [] : badgeCodesIn(context, text);
  if (codes.length === 0) return { kind: 'unknown', count: null };
  const at = desk?.id ?? null;
  const waitMs = badgeTries.waitMs(at);
  if (waitMs > 0) return { kind: 'wait', waitMs };
  const counted = badgeTries.count(at);
  const found = await holderOf(context, codes);
  if (found === null) return { kind: 'unknown', count: counted.unknown };
  const { member, code } = found;
  counted.takeBack();
  // Of a badge that an older version has given.
  if (!(member.initials in (readSetting(context.db, 'badgeShapes') ?? {}))) {
    context.saveIfPossible(() => keepBadgeShape(context, member.initials, code));
  }
  return { kind: member.active ? 'known' : 'switched-off', member };
}

/**
 * The code of a badge that somebody is to be given. It was read with the scanner's rules already where it came from one.
 *
 * @throws AppException `rejected`, `badge` saying why it can be none
 */
export function newBadgeCode(badge: string): { readonly code: string; readonly isLong: boolean } {
  const refuse = (why: string, detail: string): never => {
    throw new AppException(rejected(detail, { badge: why }));
  };
  if (recogniseScan(badge, NO_FRAME).looksLike === 'trf-code') {
    refuse('form', 'That is the code of a form, which many people have in their hands.');
  }
  const code = codeOf(badge, NO_FRAME) ?? refuse('no-code', 'There is no code in it.');
  if (code.length < SHORTEST_BADGE) refuse('short', 'The code of a badge has at least four characters.');
  return { code, isLong: code.length >= BADGE_ALONE_LENGTH };
}

/** The salt of this site's badges, made with the first. */
export function badgeSaltOf({ db }: Pick<Context, 'db'>): string {
  const known = readSetting(db, 'badgeSalt');
  if (known !== null) return known;
  const salt = newBadgeSalt();
  writeSetting(db, 'badgeSalt', salt);
  return salt;
}

/** Throws `rejected` when somebody else has this badge. */
export async function requireOwnBadge(context: Context, code: string, initials: string): Promise<void> {
  const holder = await whoseBadge(code, listStaff(context.db));
  if (holder === null || holder.initials === initials) return;
  throw new AppException(
    rejected('Somebody else has this badge.', { badge: 'in-use', other: holder.initials }),
  );
}
