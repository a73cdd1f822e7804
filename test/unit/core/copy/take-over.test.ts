// What a take-over refuses before anything has changed: the other desk goes on as if nobody had asked.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../../src/adapters/system-random.ts';
import { createSealer, keyCheckOf } from '../../../../src/core/copy/seal.ts';
import { TakeOverRefused } from '../../../../src/core/copy/bring-copy.ts';
import { takeOverSite } from '../../../../src/core/copy/take-over.ts';
import type { TakeOverOptions } from '../../../../src/core/copy/take-over.ts';
import { CopyDatabaseFailure } from '../../../../src/core/ports/copy.ts';
import type { CopyDatabase, CopySite } from '../../../../src/core/ports/copy.ts';
import { latestVersion } from '../../../../src/core/store/db/inspect.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { storeFolder } from '../../../support/store-fixture.ts';

const siteKey = '0f'.repeat(32);
/** As a database says that an earlier version prepared: it gives its records to the desk that holds the site only. */
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
  here: Partial<Pick<TakeOverOptions, 'freeBytes' | 'judge' | 'finish' | 'atWork' | 'clock'>> = {},
): Promise<unknown> {
  const unused = (): never => {
    throw new Error('It was asked for more than was expected.');
  };
  const database: CopyDatabase = {
    look: unused,
    agree: unused,
    write: unused,
    takeOver: unused,
    ...{ read: unused, records: unused, counts: unused, keys: unused },
    fleet: unused,
    close: async () => {},
    ...answers,
  };
  return takeOverSite({
    ...{ database, siteKey, site: 'leeds', machine: 'desk-2', file },
    key: new Uint8Array(32),
    freeBytes: () => Infinity,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    check,
    atWork: null,
    judge: unused,
    finish: unused,
    ...here,
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
  const folder = storeFolder();
  const answers: Partial<CopyDatabase> = {
    look: async () => ({ ...whole, storeVersion: latestVersion() - 1 + 2 * looks++ }),
    takeOver: async () => ({
      ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
      ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
    }),
  };
  const asked = tryToTakeOver(answers, undefined, folder.file);
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(/newer version.*desk-1.*saves nothing any more: install that version/);
  folder.remove();
});

test.skipIf(process.platform !== 'linux')(
  'a machine that cannot write its folder replaces nobody, also where the copy cannot be read before',
  async () => {
    // Nobody can make a file there.
    const asked = tryToTakeOver({ look: async () => whole }, undefined, '/proc/desk.db');
    await expect(asked).rejects.toThrow(TakeOverRefused);
    await expect(asked).rejects.toThrow(/nothing was changed.*desk-1\) goes on/);
  },
);

test('where the disk here takes no desk, and the copy could not be read before, it says that the other machine saves nothing any more, and what to do', async () => {
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

test('a database that is brought up to date amid a take-over from it, as it was before, is read to its end once', async () => {
  const folder = storeFolder();
  let looks = 0;
  let reads = 0;
  const answers: Partial<CopyDatabase> = {
    look: async () => (looks++ === 0 ? whole : { ...whole, epoch: 4, generation: 1 }),
    takeOver: async () => ({
      ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
      ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
    }),
    read: async () => {
      if (++reads > 1) throw new Error('It was read once more.');
      return { kind: 'records', records: [] };
    },
  };
  const done = { judge: () => {}, finish: () => {} };
  await tryToTakeOver(answers, undefined, folder.file, done);
  expect([looks, reads]).toEqual([2, 1]);
  folder.remove();
});

/** As a database of today says, whose records can be read before anybody is replaced. */
const readable: CopySite = { ...whole, generation: 1 };
const page = { epoch: 3, by: 'desk-1', generation: 1, number: 12, records: [] };

test.each([
  ['SQLITE_FULL', /disk could not take the copy \(SQLITE_FULL\), so nothing was changed.*desk-1\) goes on/],
  ['EDQUOT', /disk could not take the copy \(EDQUOT\), so nothing was changed.*Free some space here/],
])('a machine whose disk fails with %s while the copy is brought replaces nobody', async (code, words) => {
  const folder = storeFolder();
  const answers: Partial<CopyDatabase> = {
    look: async () => readable,
    records: async () => {
      throw Object.assign(new Error('the disk is full'), { code });
    },
  };
  const asked = tryToTakeOver(answers, undefined, folder.file);
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(words);
  expect(readdirSync(dirname(folder.file))).toEqual([]);
  folder.remove();
});

test('where a desk has come into the folder while the copy was brought, it says so, what became of the other machine, and what to do', async () => {
  const folder = storeFolder();
  const answers: Partial<CopyDatabase> = {
    look: async () => whole,
    takeOver: async () => {
      writeFileSync(folder.file, 'a desk');
      return {
        ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
        ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
      };
    },
  };
  const asked = tryToTakeOver(answers, undefined, folder.file);
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(
    /desk in this data folder by now .*desk-1\) saves nothing any more.*another folder with --data-dir/,
  );
  expect(readdirSync(dirname(folder.file))).toEqual([basename(folder.file)]);
  folder.remove();
});

test('a machine whose disk takes the copy, but not the work of a desk beside it, replaces nobody', async () => {
  const folder = storeFolder();
  const answers: Partial<CopyDatabase> = { look: async () => readable, records: async () => page };
  const asked = tryToTakeOver(answers, undefined, folder.file, { freeBytes: () => 1_000 });
  await expect(asked).rejects.toThrow(TakeOverRefused);
  await expect(asked).rejects.toThrow(
    /has 1 MB left .* needs \d+ MB more .*nothing was changed.*desk-1\) goes on/,
  );
  expect(readdirSync(dirname(folder.file))).toEqual([]);
  folder.remove();
});

test.each<[string, Partial<CopyDatabase>, RegExp]>([
  ['before the answer', {}, /it does not answer, so the machine .*\(desk-1\) may save nothing any more/],
  [
    'after it',
    {
      takeOver: async () => ({
        ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
        ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
      }),
    },
    /it does not answer, so no desk was made .*\(desk-1\) saves nothing any more\. Start again/,
  ],
])(
  'where the line breaks as the other machine is replaced, %s, it says what became of that',
  async (_, answers, words) => {
    const folder = storeFolder();
    let isAsked = false;
    const unreachable = (): CopyDatabaseFailure =>
      new CopyDatabaseFailure('unreachable', 'it does not answer');
    const asked = tryToTakeOver(
      {
        look: async () => readable,
        records: async () => {
          if (isAsked) throw unreachable();
          return page;
        },
        takeOver: async (...what) => {
          isAsked = true;
          if (answers.takeOver) return answers.takeOver(...what);
          throw unreachable();
        },
      },
      undefined,
      folder.file,
      { judge: () => {} },
    );
    await expect(asked).rejects.toThrow(TakeOverRefused);
    await expect(asked).rejects.toThrow(words);
    expect(readdirSync(dirname(folder.file))).toEqual([]);
    folder.remove();
  },
);

test('a copy that became another one before the old machine was replaced is judged once more', async () => {
  const folder = storeFolder();
  let [epoch, generation] = [3, 1];
  const answers: Partial<CopyDatabase> = {
    look: async () => ({ ...readable, epoch, generation }),
    records: async () => ({ ...page, epoch, generation }),
    takeOver: async () => {
      [epoch, generation] = [4, 9];
      return {
        ...{ kind: 'taken', epoch, number: 12, chain: '', from: 'desk-1' },
        ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
      };
    },
  };
  const judged: boolean[] = [];
  const asked = tryToTakeOver(answers, undefined, folder.file, {
    judge: (_, isReplaced) => {
      judged.push(isReplaced);
      if (isReplaced) throw new Error('It is of another');
    },
  });
  await expect(asked).rejects.toThrow('It is of another');
  expect(judged).toEqual([false, true]);
  expect(readdirSync(dirname(folder.file))).toEqual([]);
  folder.remove();
});

test('a copy whose records are not for this machine, or came while another took over, replaces nobody and leaves nothing', async () => {
  const folder = storeFolder();
  const look = async (): Promise<CopySite> => readable;
  const judged = tryToTakeOver({ look, records: async () => page }, undefined, folder.file, {
    judge: () => {
      throw new Error('It is of another');
    },
  });
  await expect(judged).rejects.toThrow('It is of another');
  const records = async (): Promise<typeof page> => ({ ...page, epoch: 4, by: 'desk-9' });
  const late = tryToTakeOver({ look, records }, undefined, folder.file);
  await expect(late).rejects.toThrow(
    /^Another machine \(desk-9\) took over .*, and is the site desk: work there\.$/,
  );
  expect(readdirSync(dirname(folder.file))).toEqual([]);
  folder.remove();
});

describe('a desk that was heard of a few seconds ago', () => {
  const LAST_SIGN_MS = 1_000_000;
  /** A clock whose time passes when it is waited for. */
  function waitedClock(): TakeOverOptions['clock'] & { passedMs(): number } {
    let passed = 0;
    return {
      passedMs: () => passed,
      // This machine's clock is wrong by days.
      nowMs: () => passed,
      monotonicMs: () => passed,
      after(delayMs, callback) {
        passed += delayMs;
        queueMicrotask(callback);
        return () => {};
      },
    };
  }

  /** Tries it where the desk gives a sign of life when `signs` says so, by how long it was watched and whether the copy was brought. */
  async function taking(
    signs: (passedMs: number, isBrought: boolean) => boolean,
    { silentForMs = 4_000, ...found }: Partial<CopySite> & { readonly silentForMs?: number } = {},
  ) {
    const folder = storeFolder();
    const clock = waitedClock();
    const asked: unknown[] = [];
    const watched: unknown[] = [];
    let isBrought = false;
    let isReplaced = false;
    const outcome = await tryToTakeOver(
      {
        look: async () => {
          const passed = clock.passedMs();
          const nowMs = LAST_SIGN_MS + silentForMs + passed;
          const lastSignMs = signs(passed, isBrought) ? nowMs - 500 : LAST_SIGN_MS;
          return { ...readable, nowMs, lastSignMs, ...found };
        },
        records: async () => {
          isBrought = true;
          return page;
        },
        takeOver: async () => {
          isReplaced = true;
          throw new Error('It was replaced');
        },
      },
      undefined,
      folder.file,
      {
        clock,
        judge: () => {},
        atWork: {
          onWatch: (desk) => watched.push(desk),
          ask: async (desk) => {
            asked.push(desk);
            throw new Error('They do not mean it');
          },
        },
      },
    ).catch((thrown: unknown) => String(thrown));
    const left = readdirSync(dirname(folder.file));
    folder.remove();
    return { outcome, asked, watched, isBrought, isReplaced, left, waitedMs: clock.passedMs() };
  }

  test('and is heard of again is not replaced before whoever takes over has said that they mean it', async () => {
    const { asked, watched, isBrought, isReplaced } = await taking((passed) => passed >= 7_000);
    expect(watched).toEqual([{ by: 'desk-1', heardAgoMs: 4_000 }]);
    expect(asked).toEqual([{ by: 'desk-1', heardAgoMs: 500 }]);
    expect([isBrought, isReplaced]).toEqual([false, false]);
  });

  test('and is off since is replaced without a question, after it was watched for longer than from one sign to the next', async () => {
    const { asked, isReplaced, waitedMs } = await taking(() => false);
    expect([asked, isReplaced]).toEqual([[], true]);
    expect(waitedMs).toBeGreaterThan(10_000);
    expect(waitedMs).toBeLessThanOrEqual(15_000);
  });

  test('and comes back while the copy is brought is asked about then', async () => {
    const { asked, isReplaced, left } = await taking((_, isBrought) => isBrought);
    expect(asked).toEqual([{ by: 'desk-1', heardAgoMs: 500 }]);
    expect([isReplaced, left]).toEqual([false, []]);
  });

  test.each<[string, Partial<CopySite> & { silentForMs?: number }]>([
    ['for longer than that was silent', { silentForMs: 61_000 }],
    ['was replaced already', { isReplaced: true }],
  ])('or %s is not waited for', async (_, found) => {
    const { waitedMs, watched, isReplaced } = await taking(() => false, found);
    expect([waitedMs, watched, isReplaced]).toEqual([0, [], true]);
  });

  test('and that another machine replaces meanwhile is not taken from that one', async () => {
    const folder = storeFolder();
    const clock = waitedClock();
    const asked = tryToTakeOver(
      {
        look: async () => ({
          ...readable,
          ...{ nowMs: LAST_SIGN_MS + 4_000, lastSignMs: LAST_SIGN_MS },
          epoch: clock.passedMs() < 3_000 ? 3 : 4,
        }),
      },
      undefined,
      folder.file,
      { clock, atWork: { onWatch: () => {}, ask: async () => {} } },
    );
    await expect(asked).rejects.toThrow(TakeOverRefused);
    await expect(asked).rejects.toThrow(/Another machine has taken over the site leeds just now/);
    folder.remove();
  });
});

describe('a copy that is damaged', () => {
  const sealed = createSealer('leeds', siteKey).seal({
    ...{ table: 'setting', key: '["x"]', number: 12, row: '{}' },
  });
  const damaged = {
    ...page,
    records: [{ ...sealed, sealed: Buffer.alloc(60).toString('base64') }],
  };
  test('replaces nobody where that shows before', async () => {
    const folder = storeFolder();
    const asked = tryToTakeOver(
      { look: async () => readable, records: async () => damaged },
      undefined,
      folder.file,
    );
    await expect(asked).rejects.toThrow(TakeOverRefused);
    await expect(asked).rejects.toThrow(
      /A record of setting .*damaged, so nothing was changed.*desk-1\) goes on\. Ask whoever looks after the database/,
    );
    expect(readdirSync(dirname(folder.file))).toEqual([]);
    folder.remove();
  });

  test.each<[string, Partial<CopyDatabase>, RegExp]>([
    [
      'has a record that cannot be opened',
      { records: async (_site, { afterNumber }) => (afterNumber >= 12 ? { ...damaged, epoch: 4 } : page) },
      /A record of setting .*damaged/,
    ],
    [
      'lacks records',
      {
        counts: async () => ({ ...page, epoch: 4, counts: { visit: 1 } }),
        keys: async () => ({ ...page, epoch: 4, keys: [] }),
      },
      /The copy has 1 records of visit, and 0 could be brought/,
    ],
  ])(
    'and %s once the other machine is replaced, says what became of that and what to do',
    async (_, answers, words) => {
      const folder = storeFolder();
      let isTaken = false;
      const asked = tryToTakeOver(
        {
          look: async () => readable,
          ...answers,
          records: async (...what) =>
            isTaken ? ((await answers.records?.(...what)) ?? { ...page, epoch: 4 }) : page,
          takeOver: async () => {
            isTaken = true;
            return {
              ...{ kind: 'taken', epoch: 4, number: 12, chain: '', from: 'desk-1' },
              ...{ copiedUntilMs: 1, lastSignMs: 1, notCopied: 0 },
            };
          },
        },
        undefined,
        folder.file,
        { judge: () => {} },
      );
      await expect(asked).rejects.toThrow(TakeOverRefused);
      await expect(asked).rejects.toThrow(words);
      await expect(asked).rejects.toThrow(
        /desk-1\) saves nothing any more\. Ask whoever looks after the database/,
      );
      expect(readdirSync(dirname(folder.file))).toEqual([]);
      folder.remove();
    },
  );
});
