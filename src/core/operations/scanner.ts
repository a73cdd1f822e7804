// What this desk has learned of its scanner. Managed settings come before it.
import type { Output } from '../../contract/index.ts';
import type { scannerOperations } from '../../contract/scanner.ts';
import { AppException, conflict, rejected } from '../../domain/app-error.ts';
import { learnScanner, USUAL_SCANNER } from '../../domain/scanner.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import type { Context, Handlers } from './handler.ts';

/** What this desk goes by: the managed settings, else what was learned, else what most scanners do. */
export function scannerOf({ db, site }: Pick<Context, 'db' | 'site'>): Output<'session.get'>['scanner'] {
  if (site.scanner) return { ...site.scanner, from: 'managed', learnedAtMs: null };
  const learned = readSetting(db, 'scanner');
  if (learned) {
    const { learnedAtMs, ...rules } = learned;
    return { ...rules, from: 'learned', learnedAtMs };
  }
  return { ...USUAL_SCANNER, from: 'usual', learnedAtMs: null };
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
      writeSetting(context.db, 'scanner', { ...learned.rules, learnedAtMs: context.nowMs });
      context.record('scanner-learned', { visitId: null, ...learned.rules });
      context.changed('session');
      return scannerOf(context);
    },
  },
  'scanner.forget': {
    transaction: (context) => {
      mustNotBeFixed(context);
      const { prefix, trailer, suffix, idleMs } = scannerOf(context);
      writeSetting(context.db, 'scanner', null);
      context.record('scanner-forgotten', { visitId: null, prefix, trailer, suffix, idleMs });
      context.changed('session');
      return scannerOf(context);
    },
  },
};
