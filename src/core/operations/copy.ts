// The copy of this desk's own facts in the site's PostgreSQL database.
import type { copyOperations } from '../../contract/copy.ts';
import { AppException, conflict } from '../../domain/app-error.ts';
import { refusedTo, seesEverybody } from '../../domain/permissions.ts';
import { takenOverWords, timeWords } from '../store/copy/copy-words.ts';
import type { CopyLook } from '../copy/copier-interface.ts';
import { recoveryKeyOf } from '../copy/seal.ts';
import type { ActivityDetail, RecordedActivity } from '../store/desk/activity.ts';
import { letInWords } from '../store/desk/let-in-words.ts';
import { countUncopied, uncopiedActivity } from '../store/copy/recording.ts';
import { activityViews } from './activity-view.ts';
import type { Context, Handlers } from './handler.ts';

/** More are counted, and not named one by one. */
const NAMED = 200;
/** For so long people are reminded where this desk came from. */
const REMINDED_MS = 86_400_000;

/** A notice of the copy, as `session.get` lists them. */
interface CopyNotice {
  readonly id: string;
  readonly kind:
    'taken-over' | 'works-elsewhere' | 'site-held' | 'not-copied' | 'copy-ahead' | 'recovery-key-unseen';
  readonly detail: string;
}

/**
 * What people should know of the copy before they work on; nothing at a desk without one. The copy is looked at once for all of
 * them, because looking counts every change that waits to be copied, and windows ask often.
 */
export function copyNotices(context: Context): CopyNotice[] {
  const look = context.copier?.look();
  if (!look) return [];
  return [
    ...takenOverNotice(context, look),
    ...worksElsewhereNotice(look),
    ...aheadNotice(look),
    ...notCopiedNotice(context, look),
    ...unseenKeyNotice(context, look),
  ];
}

/** The notice of a desk that has taken another's place, on its first day; empty otherwise, and once it was itself replaced. */
function takenOverNotice({ clock, site, db }: Context, { state }: CopyLook): CopyNotice[] {
  const { takenOver, fenced } = state;
  if (takenOver === null || fenced !== null || clock.nowMs() - takenOver.atMs > REMINDED_MS) return [];
  return [
    {
      id: `taken-over-${takenOver.atMs}`,
      kind: 'taken-over',
      detail: takenOverWords(takenOver, site.timeZone) + letInWords(db),
    },
  ];
}

/** The notice that another machine works with the same data folder, told at once; empty otherwise. */
function worksElsewhereNotice({ worksElsewhere: who, state }: CopyLook): CopyNotice[] {
  if (who === null || state.fenced !== null) return [];
  return [
    {
      id: `works-elsewhere-${who}`,
      kind: 'works-elsewhere',
      detail: `It is ${who}, which was made from the disk or a backup of this one, or this one of it. Only one of the two may work. This one goes on by itself half a minute after the other was switched off.`,
    },
  ];
}

/** The notice that the copy has what this desk lacks, told at once: what is to be done about it has to be done before people work on. */
function aheadNotice({ stage, problem }: CopyLook): CopyNotice[] {
  if (stage !== 'ahead' || problem === null) return [];
  return [
    { id: 'copy-ahead', kind: 'copy-ahead', detail: `${problem[0]?.toUpperCase()}${problem.slice(1)}.` },
  ];
}

/**
 * The notice of a desk whose work is not copied: the database refuses it, or has taken nothing for long. Empty where it is,
 * at a desk that was replaced, and where another machine is at work, which has a notice of its own.
 */
function notCopiedNotice(
  { site }: Context,
  { stage, state, problem, heldBy, unreachableSinceMs: sinceMs, isToBeMended, worksElsewhere }: CopyLook,
): CopyNotice[] {
  if (worksElsewhere !== null) return [];
  const why = problem ?? 'the database does not answer';
  if (stage === 'refused') {
    const kind = heldBy === null ? 'not-copied' : 'site-held';
    return [{ id: 'copy-refused', kind, detail: `Nothing is copied: ${why}.` }];
  }
  if (stage !== 'unreachable' || sinceMs === null || !isToBeMended) return [];
  const detail = `The database of the copy has taken nothing since ${timeWords(sinceMs, site.timeZone)}: ${why}. The managed settings name the site ${state.site}.`;
  return [{ id: `copy-unreachable-${sinceMs}`, kind: 'not-copied', detail }];
}

/** The notice, for whoever may see the recovery key, that nobody has: without it a copy is of use to nobody. Empty otherwise. */
function unseenKeyNotice({ who }: Context, { stage, state }: CopyLook): CopyNotice[] {
  const mayNot = who !== null && 'copy.showRecoveryKey' in refusedTo(who.role);
  // Between two batches there is always something that is not copied yet.
  const isCopied = stage === 'copied' || stage === 'copying';
  if (!isCopied || state.keyShownAtMs !== null || mayNot) return [];
  return [
    {
      id: 'recovery-key-unseen',
      kind: 'recovery-key-unseen',
      detail: `The copy of the site ${state.site} can be read with it alone.`,
    },
  ];
}

/** An entry of the activity as a change of its table holds it. */
const entryOf = (row: Record<string, unknown>): RecordedActivity => ({
  number: Number(row['number']),
  atMs: Number(row['at_ms']),
  actor: String(row['actor']),
  desk: typeof row['desk'] === 'string' ? row['desk'] : null,
  visitId: typeof row['visit_id'] === 'string' ? row['visit_id'] : null,
  kind: String(row['kind']),
  detail: JSON.parse(String(row['detail'])) as ActivityDetail,
});

/** What people did that only this desk knows. Who may not see everybody's work sees their own, and what is on a visit. */
function lostEntries({ db, who }: Context, afterNumber: number): RecordedActivity[] {
  const entries = uncopiedActivity(db, afterNumber, NAMED).map(entryOf);
  if (who === null || seesEverybody(who.role)) return entries;
  return entries.filter(({ actor, visitId }) => actor === who.initials || visitId !== null);
}

export const copyHandlers: Handlers<typeof copyOperations> = {
  'copy.get': (context) => {
    const { copier, db, clock } = context;
    const nowMs = clock.nowMs();
    if (copier === null) {
      return {
        isConfigured: false,
        stage: null,
        problem: null,
        site: null,
        unreachableSinceMs: null,
        copiedUntilMs: null,
        waiting: 0,
        isDatabaseOld: false,
        nowMs,
        isKeyOfCopy: false,
        keyShownAtMs: null,
        fenced: null,
        takenOver: null,
      };
    }
    const { state, worksElsewhere: _, heldBy: __, isToBeMended: ___, ...look } = copier.look();
    const { fenced, takenOver } = state;
    return {
      isConfigured: true,
      ...look,
      site: state.site,
      nowMs,
      isKeyOfCopy: state.epoch > 0,
      keyShownAtMs: state.keyShownAtMs,
      fenced: fenced && {
        by: fenced.by,
        atMs: fenced.atMs,
        lost: countUncopied(db, fenced.copiedNumber),
        lostActivity: activityViews(context, lostEntries(context, fenced.copiedNumber)),
      },
      takenOver,
    };
  },

  'copy.showRecoveryKey': {
    effect: async (context) => {
      const { copier } = context;
      if (copier === null) throw new AppException(conflict('state', 'This site has no copy.'));
      context.record('recovery-key-shown', { visitId: null, site: copier.look().state.site });
      copier.keyWasShown(context.clock.nowMs());
      context.changed('copy', 'session');
      return { recoveryKey: recoveryKeyOf(copier.look().state.key) };
    },
  },
};
