// What a take-over refuses before anything has changed: the other desk goes on as if nobody had asked.
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../../src/adapters/system-random.ts';
import { keyCheckOf } from '../../../../src/core/copy/seal.ts';
import { takeOverSite, TakeOverRefused } from '../../../../src/core/copy/take-over.ts';
import type { CopyDatabase, CopySite } from '../../../../src/core/ports/copy.ts';
import { latestVersion } from '../../../../src/core/store/db/inspect.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { storeFolder } from '../../../support/store-fixture.ts';

const siteKey = '0f'.repeat(32);
const whole: CopySite = {
  epoch: 3,
  holderName: 'desk-1',
  keyCheck: keyCheckOf(siteKey),
  storeVersion: latestVersion(),
  number: 12,
  isWhole: true,
  copiedUntilMs: 1,
  lastSignMs: 1,
  notCopied: 0,
};

/** Tries to take over from a database that answers nothing but `answers`. */
function tryToTakeOver(
  answers: Partial<CopyDatabase>,
  check = (_: CopySite): void => {},
  file = '/nowhere/desk.db',
): Promise<unknown> {
  const unused = (): never => {
    throw new Error('It was asked for more than was expected.');
  };
  const database: CopyDatabase = {
    look: unused,
    agree: unused,
    write: unused,
    takeOver: unused,
    read: unused,
    fleet: unused,
    close: async () => {},
    ...answers,
  };
  return takeOverSite({
    ...{ database, siteKey, site: 'leeds', machine: 'desk-2', file },
    key: new Uint8Array(32),
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    check,
    finish: unused,
  });
}

test.each<[string, Partial<CopySite>, RegExp]>([
  ['that no desk has ever copied', { epoch: 0 }, /No desk has ever copied the site leeds/],
  ['of another recovery key', { keyCheck: keyCheckOf('00'.repeat(32)) }, /recovery key is not the one/],
  ['whose first copy never became whole', { isWhole: false }, /never became whole/],
  ['written by a newer version', { storeVersion: latestVersion() + 1 }, /newer version of Drawdesk/],
])('a site %s is not taken over, and nothing is changed there', async (_, found, words) => {
  const asked = tryToTakeOver({ look: async () => ({ ...whole, ...found }) });
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(words);
});

test('a site that is refused by what is found there is not taken over, and nothing is changed there', async () => {
  const asked = tryToTakeOver({ look: async () => ({ ...whole, madeFor: 'another' }) }, ({ madeFor }) => {
    throw new Error(`It is of ${String(madeFor)}`);
  });
  await expect(asked).rejects.toThrow('It is of another');
});

test('a copy that became one of a newer version while it was looked at is not read as an older one, and says what to do', async () => {
  let looks = 0;
  const asked = tryToTakeOver({
    look: async () => ({ ...whole, storeVersion: latestVersion() - 1 + 2 * looks++ }),
    takeOver: async () => ({
      ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
      ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
    }),
  });
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(/newer version.*desk-1.*saves nothing any more: install that version/);
});

test('where the disk here takes no desk, it says that the other machine saves nothing any more, and what to do', async () => {
  const folder = storeFolder();
  const answers: Partial<CopyDatabase> = {
    look: async () => whole,
    takeOver: async () => ({
      ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
      ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
    }),
    read: async () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    },
  };
  const asked = tryToTakeOver(answers, undefined, folder.file);
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(/desk-1\) saves nothing any more.*start again with --take-over/);
  folder.remove();
});
