// What two machines say of each other after a take-over. A replacement often gets the name of the machine that it replaces, so a name
// alone would tell people at either of them that it is the other one.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fencedWords, takenOverWords } from '../../../../../src/core/store/copy/copy-words.ts';
import { storeFolder } from '../../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../../support/store-fixture.ts';

const AT_MS = Date.parse('2026-03-03T09:00:00Z');
let folder: StoreFolder;
beforeEach(() => {
  folder = storeFolder();
});
afterEach(() => folder.remove());

it('says of the machine that replaced this one that it is another one, whatever its name', () => {
  const store = folder.open();
  const words = fencedWords(
    { epoch: 2, by: 'front-desk', atMs: AT_MS, copiedNumber: 0 },
    { db: store.db, timeZone: 'Europe/London' },
  );
  store.close();
  expect(words).toBe(
    'Another machine, front-desk, became the site desk at 09:00 on 03-Mar-2026. The one before saves and sends nothing more; work at the new one. Everything that was done here is there too.',
  );
});

it.each([
  [0, 'Whatever was saved there after that is on that machine only'],
  [1, 'At least 1 change saved there after that is on that machine only'],
  [2, 'At least 2 changes saved there after that are on that machine only'],
])(
  'says of the machine that was replaced that it is another one, with %i changes left on it',
  (notCopied, lost) => {
    const taken = { atMs: AT_MS, from: 'front-desk', copiedUntilMs: AT_MS, lastSignMs: AT_MS, notCopied };
    expect(takenOverWords(taken, 'Europe/London')).toBe(
      `The site desk took the place of another machine, front-desk. Everything saved until 09:00 on 03-Mar-2026 is here. ${lost}, last heard of at 09:00 on 03-Mar-2026. What was unsent is being checked with the service.`,
    );
  },
);
