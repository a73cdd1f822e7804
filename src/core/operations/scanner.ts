// What each desk has learned of its scanner. A further desk that has learned nothing goes by what the site desk has. Managed settings
// come before all of it.
import type { Output } from '../../contract/index.ts';
import type { scannerOperations } from '../../contract/scanner.ts';
import { AppException, conflict, rejected } from '../../domain/app-error.ts';
import { learnScanner, USUAL_SCANNER } from '../../domain/scanner.ts';
import { readSetting, writeSetting, type LearnedScanner } from '../store/desk/settings.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';

/** What the desk that asks goes by: the managed settings, else what was learned, else what most scanners do. */
export function scannerOf({
  db,
  site,
  desk,
}: Pick<Context, 'db' | 'site' | 'desk'>): Output<'session.get'>['scanner'] {
  if (site.scanner) return { ...site.scanner, from: 'managed', learnedAtMs: null };
  const own = desk ? readSetting(db, 'scannersAt')?.[desk.id] : readSetting(db, 'scanner');
  if (own) return { ...own, from: 'learned' };
  const ofSite = desk && readSetting(db, 'scanner');
  if (ofSite) return { ...ofSite, from: 'site' };
  return { ...USUAL_SCANNER, from: 'usual', learnedAtMs: null };
}

/** Keeps what the desk that asks has learned; null: nothing any more. */
function keepLearned({ db, desk }: CommandContext, learned: LearnedScanner | null): void {
  if (desk === null) {
    writeSetting(db, 'scanner', learned);
    return;
  }
  const others = Object.entries(readSetting(db, 'scannersAt') ?? {}).filter(([id]) => id !== desk.id);
  writeSetting(db, 'scannersAt', Object.fromEntries(learned ? [...others, [desk.id, learned]] : others));
}

function mustNotBeFixed({ site }: Context): void {
  if (site.scanner !== null) {
    throw new AppException(conflict('state', "The scanner is set by this desk's managed settings."));
  }
}

export const scannerHandlers: Handlers<typeof scannerOperations> = {
  'scanner.learn': {
    transaction: (context, scan) => {
      mustNotBeFixed(context);
      const learned = learnScanner(scan);
      if ('problem' in learned) {
        throw new AppException(rejected('The scan of the sheet cannot be used.', { sheet: learned.problem }));
      }
      keepLearned(context, { ...learned.rules, learnedAtMs: context.nowMs });
      context.record('scanner-learned', { visitId: null, ...learned.rules });
      context.changed('session');
      return scannerOf(context);
    },
  },
  'scanner.forget': {
    transaction: (context) => {
      mustNotBeFixed(context);
      const { prefix, trailer, suffix, idleMs } = scannerOf(context);
      keepLearned(context, null);
      context.record('scanner-forgotten', { visitId: null, prefix, trailer, suffix, idleMs });
      context.changed('session');
      return scannerOf(context);
    },
  },
};
