// What people are told when another machine has taken this desk's place.
import { formatDate, wallClockAt } from '../../../domain/site-time.ts';
import type { Db } from '../db/database.ts';
import type { Fenced, TakenOver } from './copy-state.ts';
import { countUncopied } from './recording.ts';

/** A moment by the site's clock on the wall: `14:02 on 15-Mar-2026`. */
export const timeWords = (atMs: number, timeZone: string): string => {
  const { date, time } = wallClockAt(atMs, timeZone);
  return `${time} on ${formatDate(date)}`;
};

/** @example otherMachineWords('desk-1', 'desk-1') // 'another machine named desk-1' */
export const otherMachineWords = (by: string, own: string): string =>
  by === own ? `another machine named ${by}` : by;

const changesWords = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

/**
 * The notice of a desk that was replaced, which its further desks show as well: “this machine” would be another one there. The machine
 * that did it may have this one's name.
 */
export function fencedWords(
  { by, atMs, copiedNumber }: Fenced,
  { db, timeZone }: { readonly db: Db; readonly timeZone: string },
): string {
  const left = countUncopied(db, copiedNumber);
  return [
    `Another machine, ${by}, became the site desk at ${timeWords(atMs, timeZone)}. The one before saves and sends nothing more; work at the new one.`,
    left === 0
      ? 'Everything that was done here is there too.'
      : `${changesWords(left)} saved here never reached the copy, and the other desk does not know ${left === 1 ? 'it' : 'them'}: see Service.`,
  ].join(' ');
}

/** Why nothing is copied from a machine that was started beside the site desk; a part of a sentence. */
export const heldWords = (site: string, by: string): string =>
  `the site ${site} has a site desk already (${by}). If this machine is to take its place, stop Drawdesk here and start it with --take-over and an empty data folder. If it stands at another site, site.copy.site of its managed settings is wrong`;

/** The notice of a desk that has taken another's place; its further desks show it as well. */
export function takenOverWords(
  { from, copiedUntilMs, notCopied, lastSignMs }: TakenOver,
  timeZone: string,
): string {
  const until =
    copiedUntilMs === null
      ? 'An unknown part'
      : `Everything saved until ${timeWords(copiedUntilMs, timeZone)}`;
  const lastHeard = lastSignMs === null ? '' : `, last heard of at ${timeWords(lastSignMs, timeZone)}`;
  const lost =
    notCopied === 0
      ? `Whatever was saved there after that is on that machine only${lastHeard}.`
      : `At least ${changesWords(notCopied)} saved there after that ${notCopied === 1 ? 'is' : 'are'} on that machine only${lastHeard}.`;
  return `The site desk took the place of another machine, ${from}. ${until} is here. ${lost} What was unsent is being checked with the service.`;
}

/**
 * Why nothing is copied where the copy has what this desk lacks, as after an older backup was restored; a part of a sentence. `by`: the
 * machine that worked with the same data until now. Which of the two goes on, only people know.
 */
export function aheadWords({ copiedUntilMs, keptUntilMs, by }: AheadCopy, timeZone: string): string {
  const until = copiedUntilMs === null ? '' : ` until ${timeWords(copiedUntilMs, timeZone)}`;
  const [saved, lead, unless] =
    by === null
      ? ['was saved', 'To get it back,', '']
      : [`${by} saved`, 'If that is to go on,', 'If what is here is right, leave it so. '];
  return `the copy has what ${saved}${until}, and this desk lacks a part of it. ${lead} stop Drawdesk before anybody works on here, and start it with --take-over and an empty data folder; keep this one, in case it has what the copy lacks. ${unless}At ${timeWords(keptUntilMs, timeZone)} the copy is overwritten with what this desk has`;
}

interface AheadCopy {
  readonly copiedUntilMs: number | null;
  readonly keptUntilMs: number;
  readonly by: string | null;
}
