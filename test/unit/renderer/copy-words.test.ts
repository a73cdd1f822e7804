// The copy of the site in words: how far it is, since when it was not reached, and what a desk that was replaced says.
import { expect, test } from 'vitest';
import type { Output } from '../../../src/contract/index.ts';
import { copyWords } from '../../../src/renderer/features/service/copy-words.ts';

const AT = Date.UTC(2026, 2, 3, 9, 0);
const copy: Output<'copy.get'> = {
  isConfigured: true,
  stage: 'copied',
  problem: null,
  site: 'leeds',
  unreachableSinceMs: null,
  copiedUntilMs: AT,
  waiting: 0,
  isDatabaseOld: false,
  isKeyOfCopy: true,
  nowMs: AT,
  keyShownAtMs: null,
  fenced: null,
  takenOver: null,
};

test.each<[string, Partial<Output<'copy.get'>>, string]>([
  ['all is copied', {}, 'Everything is copied, the last change at 03-Mar-2026 09:00.'],
  [
    'some is on its way',
    { stage: 'copying', waiting: 1 },
    'Everything until 03-Mar-2026 09:00 is copied. 1 change is on the way.',
  ],
  [
    'the database is down',
    { stage: 'unreachable', problem: 'no connection (ECONNREFUSED)', unreachableSinceMs: AT, waiting: 2 },
    'The database has taken nothing since 03-Mar-2026 09:00: no connection (ECONNREFUSED). Work goes on. Everything until 03-Mar-2026 09:00 is copied. 2 changes wait.',
  ],
  [
    'the desk was replaced',
    { stage: 'fenced', fenced: { by: 'desk-2', atMs: AT, lost: 3, lostActivity: [] } },
    'Another machine, desk-2, has been the site desk since 03-Mar-2026 09:00. 3 changes saved here never reached it.',
  ],
  [
    'the database was prepared by an earlier version',
    { isDatabaseOld: true },
    'Everything is copied, the last change at 03-Mar-2026 09:00. An earlier version of Drawdesk prepared the database: have “npm run copy” run again for it. Until then a machine that takes over may stop this one before it has room for the copy.',
  ],
])('when %s', (_, change, words) => {
  expect(copyWords({ ...copy, ...change }, 'Europe/London')).toBe(words);
});
