// What the screens are told of the copy, of a desk that was replaced, and of all sites.
import { afterEach, expect, test } from 'vitest';
import { createCopier } from '../../../src/core/copy/copier.ts';
import type { CopyLook } from '../../../src/core/copy/copier-interface.ts';
import { siteKeyOf } from '../../../src/core/copy/seal.ts';
import { siteStatusSchema } from '../../../src/core/copy/site-status.ts';
import { CopyDatabaseFailure } from '../../../src/core/ports/copy.ts';
import type { CopyBatch, CopyDatabase, CopyRefusal, FleetSite } from '../../../src/core/ports/copy.ts';
import { readCopyState, writeCopyState } from '../../../src/core/store/copy/copy-state.ts';
import { countUncopied } from '../../../src/core/store/copy/recording.ts';
import { POSTGRES_SCHEMA } from '../../../src/core/store/copy/postgres-schema.ts';
import { run, transaction } from '../../../src/core/store/db/database.ts';
import { listRows } from '../../../src/core/store/outbox/outbox.ts';
import { atOnce } from '../../support/at-once.ts';
import { zplAnswer } from '../../support/zpl-answers.ts';
import { NINE_O_CLOCK_MS, openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

let desk: TestDesk;
afterEach(() => desk.close());

/** A database that answers as it is told, and takes everything unless it is told otherwise. */
function scripted(answers: Partial<CopyDatabase> = {}): CopyDatabase {
  const unused = (): never => {
    throw new Error('not asked in this test');
  };
  return {
    look: unused,
    takeOver: unused,
    ...{ read: unused, records: unused, counts: unused, keys: unused },
    fleet: unused,
    agree: async () => ({ kind: 'agreed', epoch: 1, number: 0, chain: '' }),
    write: async () => ({ kind: 'copied' }),
    close: async () => {},
    ...answers,
  };
}

const copyTo = (database: CopyDatabase, fleet: CopyDatabase | null = null) =>
  openTestDesk({}, {}, { copy: { database, site: 'leeds', machine: 'desk-1', fleet } });

/** What the copier of the next start of this desk says, with these settings. */
async function lookOfNextStart(site: string, database = scripted()): Promise<CopyLook> {
  const { store, clock, random, log } = desk.parts;
  const copier = createCopier({
    ...{ store, clock, random, log, site, database },
    machine: 'desk-1',
    timeZone: 'Europe/London',
    status: () => ({}),
    onChange: () => {},
    onMaySend: () => {},
  });
  copier.start();
  await desk.advance(1_000);
  const look = copier.look();
  await copier.close();
  return look;
}

test('a desk without a copy says so', async () => {
  desk = openTestDesk();
  expect(await desk.done('copy.get', {})).toMatchObject({ isConfigured: false, stage: null });
  expect(await desk.done('fleet.get', {})).toMatchObject({ isConfigured: false, sites: [] });
  expect(await desk.refused('copy.showRecoveryKey', {})).toMatchObject({ kind: 'conflict' });
});

test('a copy that is up to date says until when, and shows its recovery key once somebody asks', async () => {
  desk = copyTo(scripted());
  await desk.advance(1_000);
  expect(await desk.done('copy.get', {})).toMatchObject({
    stage: 'copied',
    site: 'leeds',
    isKeyOfCopy: true,
    waiting: 0,
    copiedUntilMs: expect.any(Number),
    keyShownAtMs: null,
  });
  const notices = async () => (await desk.done('session.get', {})).notices;
  expect(await notices()).toMatchObject([
    { kind: 'recovery-key-unseen', detail: expect.stringContaining('leeds') },
  ]);
  const { recoveryKey } = await desk.done('copy.showRecoveryKey', {});
  expect(await notices()).toEqual([]);
  expect(siteKeyOf(recoveryKey)).toBe(desk.parts.copier?.look().state.key);
  expect(await desk.done('copy.get', {})).toMatchObject({ keyShownAtMs: expect.any(Number) });
  const { items } = await desk.done('activity.list', {});
  expect(items[0]).toMatchObject({ kind: 'recovery-key-shown' });
});

test('that its recovery key was shown is kept, also where that was while a batch was under way', async () => {
  const answered = Promise.withResolvers<{ kind: 'copied' }>();
  let isSlow = false;
  desk = copyTo(scripted({ write: async () => (isSlow ? answered.promise : { kind: 'copied' }) }));
  await desk.advance(1_000);
  isSlow = true;
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(1_000);
  expect((await desk.done('session.get', {})).notices).toMatchObject([{ kind: 'recovery-key-unseen' }]);
  await desk.done('copy.showRecoveryKey', {});
  answered.resolve({ kind: 'copied' });
  await desk.advance(1_000);
  expect(await desk.done('copy.get', {})).toMatchObject({
    stage: 'copied',
    keyShownAtMs: expect.any(Number),
  });
  expect((await desk.done('session.get', {})).notices).toEqual([]);
  expect(readCopyState(desk.parts.store.db)).toMatchObject({ keyShownAtMs: expect.any(Number) });
});

test('commits of one moment are copied together, and a desk that saves all the time is copied four times a second', async () => {
  const batches: number[] = [];
  desk = copyTo(
    scripted({
      write: async (_holder, { rows }) => {
        if (rows.length > 0) batches.push(rows.length);
        return { kind: 'copied' };
      },
    }),
  );
  await desk.advance(1_000);
  batches.length = 0;
  for (let person = 0; person < 50; person += 1) {
    const initials = String.fromCharCode(65 + Math.floor(person / 26), 65 + (person % 26));
    await desk.done('staff.add', { initials, name: `Person ${initials}` });
    await desk.advance(20);
  }
  expect(batches.length).toBeGreaterThanOrEqual(3);
  expect(batches.length).toBeLessThanOrEqual(5);
  await desk.advance(40);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'copied', waiting: 0 });
});

test('a database that does not answer holds no command up, and the screen says since when', async () => {
  desk = copyTo(
    scripted({
      agree: async () => {
        throw new CopyDatabaseFailure('unreachable', 'no connection (ECONNREFUSED)');
      },
    }),
  );
  await desk.advance(60_000);
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  const notices = async () =>
    (await desk.done('session.get', {})).notices.filter(({ kind }) => kind === 'not-copied');
  expect(await notices()).toEqual([]);
  expect(await desk.done('copy.get', {})).toMatchObject({
    stage: 'unreachable',
    problem: 'no connection (ECONNREFUSED)',
    unreachableSinceMs: expect.any(Number),
    waiting: expect.any(Number),
  });
  // After an hour everybody is told, wherever they are.
  await desk.advance(3_600_000);
  expect(await notices()).toMatchObject([
    { detail: expect.stringContaining('09:00 on 03-Mar-2026: no connection') },
  ]);
});

test.each([
  ['refuses the site or the login', 'refused', 'the database holds no such site for this login', 1_000],
  ['has not answered since the start', 'unreachable', 'no connection (ENOTFOUND)', 6 * 60_000],
] as const)(
  'a database that %s is told of at every desk soon, and no longer once it answers',
  async (_, reason, words, withinMs) => {
    let isMended = false;
    desk = copyTo(
      scripted({
        agree: async () => {
          if (isMended) return { kind: 'agreed', epoch: 1, number: 0, chain: '' };
          throw new CopyDatabaseFailure(reason, words);
        },
      }),
    );
    const told = async () =>
      (await desk.done('session.get', {})).notices.filter(({ kind }) => kind === 'not-copied');
    await desk.advance(withinMs);
    expect(await told()).toMatchObject([
      {
        detail: `The database of the copy has taken nothing since 09:00 on 03-Mar-2026: ${words}. The managed settings name the site leeds.`,
      },
    ]);
    isMended = true;
    await desk.advance(60_000);
    expect(await told()).toEqual([]);
  },
);

test('a database that answered since the start and is away is no trouble for an hour', async () => {
  let isAway = false;
  desk = copyTo(
    scripted({
      write: async () => {
        if (isAway) throw new CopyDatabaseFailure('unreachable', 'no connection (ECONNREFUSED)');
        return { kind: 'copied' };
      },
      agree: async () => {
        if (isAway) throw new CopyDatabaseFailure('unreachable', 'no connection (ECONNREFUSED)');
        return { kind: 'agreed', epoch: 1, number: 0, chain: '' };
      },
    }),
  );
  await desk.advance(1_000);
  isAway = true;
  const told = async () =>
    (await desk.done('session.get', {})).notices.filter(({ kind }) => kind === 'not-copied');
  await desk.advance(55 * 60_000);
  expect(await told()).toEqual([]);
  await desk.advance(10 * 60_000);
  expect(await told()).toHaveLength(1);
});

test('a desk tells the database how many entries of the activity are not copied, as it counts them once it was replaced', async () => {
  const told: unknown[] = [];
  let isWhole = true;
  desk = copyTo(
    scripted({
      write: async (_holder, { status }) => {
        told.push((status as { notCopied?: unknown }).notCopied);
        if (isWhole) return { kind: 'copied' };
        throw new CopyDatabaseFailure('unreachable', 'it does not answer');
      },
    }),
  );
  await desk.advance(1_000);
  expect(told.at(-1)).toBe(0);
  isWhole = false;
  const { db } = desk.parts.store;
  const { number } = desk.parts.copier?.look().state ?? { number: 0 };
  // More than a batch holds. Settings are rows of the copy, and nothing that people did.
  for (let person = 0; person < 150; person += 1) {
    const initials = `P${String.fromCharCode(65 + Math.floor(person / 26), 65 + (person % 26))}`;
    await desk.done('staff.add', { initials, name: `Person ${initials}` });
  }
  isWhole = true;
  told.length = 0;
  const done = countUncopied(db, number);
  expect(done).toBe(150);
  await desk.advance(60_000);
  expect(desk.parts.copier?.look().stage).toBe('copied');
  const counts = told.map(Number);
  expect(Math.max(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThan(done);
  expect(counts.at(-1)).toBe(0);
});

test('of a database that does not answer people are told although this computer’s clock was three years ahead and is put right meanwhile', async () => {
  const unreachable = new CopyDatabaseFailure('unreachable', 'no connection (ECONNREFUSED)');
  desk = copyTo(scripted({ agree: () => Promise.reject(unreachable) }));
  desk.setNow(NINE_O_CLOCK_MS + 3 * 365 * 86_400_000);
  await desk.advance(60_000);
  desk.setNow(NINE_O_CLOCK_MS);
  await desk.advance(3_600_000);
  const { notices } = await desk.done('session.get', {});
  expect(notices.filter(({ kind }) => kind === 'not-copied')).toMatchObject([
    { detail: expect.stringMatching(/08:59 on 03-Mar-2026: no connection/) },
  ]);
});

test('nothing is sent to the service before it is known whether another machine took over, or that nobody can tell', async () => {
  for (const isAnswered of [true, false]) {
    let answer: (found: Awaited<ReturnType<CopyDatabase['agree']>>) => void = () => {};
    const own = copyTo(scripted({ agree: () => new Promise((done) => (answer = done)) }));
    await own.setLine({ up: true, reading: false });
    const draft = {
      firstName: 'Mary',
      lastName: 'Okafor',
      dateOfBirth: '1990-07-01',
      gender: 'female',
    } as const;
    await own.done('patients.create', { draft: { ...draft, email: 'mary@example.test' } });
    await own.advance(10_000);
    const attempts = () => listRows(own.parts.store.db, 'open').map((row) => row.attempts);
    expect(attempts()).toEqual([0]);
    if (isAnswered) answer({ kind: 'agreed', epoch: 1, number: 0, chain: '' });
    await own.advance(isAnswered ? 5_000 : 20_000);
    expect(attempts()).not.toEqual([0]);
    answer({ kind: 'agreed', epoch: 1, number: 0, chain: '' });
    desk = own;
    if (isAnswered) await own.close();
  }
});

test('a desk that has slept sends nothing before it is known whether another machine took over meanwhile, or that nobody can tell', async () => {
  let now: 'mine' | 'taken' | 'away' = 'mine';
  const refusal = { kind: 'fenced', epoch: 2, by: 'desk-2', atMs: NINE_O_CLOCK_MS, copiedNumber: 0 } as const;
  const answer = <Answer>(mine: Answer): Answer | typeof refusal => {
    if (now === 'away') throw new CopyDatabaseFailure('unreachable', 'it does not answer');
    return now === 'taken' ? refusal : mine;
  };
  desk = copyTo(
    scripted({
      agree: async () => answer({ kind: 'agreed', epoch: 1, number: 0, chain: '' } as const),
      write: async () => answer({ kind: 'copied' } as const),
    }),
  );
  await desk.advance(60_000);
  const maySend = () => desk.parts.copier?.maySend();
  expect(maySend()).toBe(true);
  desk.sleep(2 * 3_600_000);
  expect(maySend()).toBe(false);
  await desk.advance(0);
  expect(maySend()).toBe(true);

  now = 'away';
  desk.sleep(2 * 3_600_000);
  expect(maySend()).toBe(false);
  await desk.advance(15_000);
  expect(maySend()).toBe(false);
  await desk.advance(6_000);
  expect(maySend()).toBe(true);

  // Nobody asks, and its own timer finds it.
  now = 'taken';
  desk.sleep(2 * 3_600_000);
  await desk.advance(60_000);
  expect(maySend()).toBe(false);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'fenced', fenced: { by: 'desk-2' } });
});

test('a desk whose data another machine works with sends nothing and says so, until that one is quiet or nobody can tell', async () => {
  let now: 'mine' | 'at-work' | 'away' | 'taken' = 'at-work';
  const refusal = { kind: 'fenced', epoch: 2, by: 'desk-3', atMs: NINE_O_CLOCK_MS, copiedNumber: 0 } as const;
  const told: string[] = [];
  desk = copyTo(
    scripted({
      agree: async (_desk, { start }) => {
        told.push(start?.id ?? '');
        if (now === 'away') throw new CopyDatabaseFailure('unreachable', 'it does not answer');
        if (now === 'at-work') return { kind: 'at-work', by: 'desk-2' };
        if (now === 'taken') return refusal;
        return { kind: 'agreed', epoch: 1, number: 0, chain: '' };
      },
      write: async () => ({ kind: now === 'mine' ? 'copied' : 'out-of-step' }),
    }),
  );
  const notices = async () => (await desk.done('session.get', {})).notices.map(({ kind }) => kind);
  const maySend = () => desk.parts.copier?.maySend();
  await desk.advance(120_000);
  expect(maySend()).toBe(false);
  expect(await notices()).toEqual(['works-elsewhere']);
  expect(await desk.done('copy.get', {})).toMatchObject({
    fenced: null,
    problem: 'desk-2 works with the same data',
  });
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  now = 'mine';
  await desk.advance(60_000);
  expect(maySend()).toBe(true);
  expect(await notices()).toEqual(['recovery-key-unseen']);

  // The other one is started while this one works, as after a break of the line.
  now = 'at-work';
  await desk.advance(15_000);
  expect(maySend()).toBe(false);
  expect(await notices()).toEqual(['works-elsewhere']);
  now = 'away';
  await desk.advance(60_000);
  expect(maySend()).toBe(false);
  await desk.advance(60_000);
  expect(maySend()).toBe(true);
  expect(await notices()).toEqual([]);
  // Of which its next start knows.
  expect(readCopyState(desk.parts.store.db)?.starts).toEqual([told[0]]);

  now = 'at-work';
  await desk.advance(60_000);
  expect(maySend()).toBe(false);
  now = 'taken';
  await desk.advance(60_000);
  expect(await notices()).toEqual(['fenced']);
});

test('a wrong name of the site that no database has accepted is mended in the settings, and one that was stays', async () => {
  desk = copyTo(scripted({ agree: async () => ({ kind: 'held', by: 'desk-9' }) }));
  await desk.advance(1_000);
  // The key that this desk made for itself opens no copy.
  expect(await desk.done('copy.get', {})).toMatchObject({
    stage: 'refused',
    site: 'leeds',
    isKeyOfCopy: false,
  });
  const { notices } = await desk.done('session.get', {});
  expect(notices).toMatchObject([
    { kind: 'site-held', detail: expect.stringMatching(/desk-9.*--take-over and an empty data folder/) },
  ]);
  expect(await lookOfNextStart('york')).toMatchObject({ stage: 'copied', state: { site: 'york', epoch: 1 } });
  expect(await lookOfNextStart('hull')).toMatchObject({ stage: 'refused', state: { site: 'york' } });
});

test('a desk that was replaced refuses every command, sends nothing and names what only it has', async () => {
  let isTaken = false;
  const refusal = { kind: 'fenced', epoch: 2, by: 'desk-2', atMs: NINE_O_CLOCK_MS, copiedNumber: 0 } as const;
  desk = copyTo(scripted({ write: async () => (isTaken ? refusal : { kind: 'copied' }) }));
  await desk.advance(1_000);
  isTaken = true;
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(1_000);
  expect(await desk.refused('staff.add', { initials: 'KC', name: 'Kay Cole' })).toMatchObject({
    kind: 'storage-lost',
  });
  const { fenced } = await desk.done('copy.get', {});
  expect(fenced).toMatchObject({ by: 'desk-2', lost: 1, lostActivity: [{ kind: 'staff-added' }] });
  const { notices } = await desk.done('session.get', {});
  expect(notices).toMatchObject([{ kind: 'fenced' }]);
  expect(desk.parts.copier?.maySend()).toBe(false);
  // It is known at the next start too, when the database may be away.
  expect(readCopyState(desk.parts.store.db)).toMatchObject({ fenced: { by: 'desk-2' } });
});

test('while some of it still waits, the copy is as old as it was', async () => {
  let batches = Infinity;
  const rest = Promise.withResolvers<{ kind: 'copied' }>();
  desk = copyTo(scripted({ write: async () => ((batches -= 1) < 0 ? rest.promise : { kind: 'copied' }) }));
  await desk.advance(1_000);
  const before = (await desk.done('copy.get', {})).copiedUntilMs;
  expect(before).not.toBeNull();
  const { db } = desk.parts.store;
  await desk.advance(60_000);
  // The signs of life of that minute are over; from now on the first batch is taken, and the second is not answered.
  batches = 1;
  for (let person = 0; person < 250; person += 1) {
    const initials = [26 * 26, 26, 1].map((of) => String.fromCharCode(65 + (Math.floor(person / of) % 26)));
    transaction(db, () =>
      run(db, "INSERT INTO staff (initials, name, added_at_ms) VALUES (?, 'Jo', 1)", [initials.join('')]),
    );
  }
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(1_000);
  expect(batches).toBeLessThan(0);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'copying', copiedUntilMs: before });
  rest.resolve({ kind: 'copied' });
  await desk.advance(1_000);
  const after = await desk.done('copy.get', {});
  expect(after).toMatchObject({ stage: 'copied', waiting: 0 });
  expect(after.copiedUntilMs).toBeGreaterThanOrEqual((before ?? Infinity) + 60_000);
});

test('a copy that has what this desk lacks is said at once, and left as it is for two hours', async () => {
  let batches = 0;
  desk = copyTo(
    scripted({
      agree: async () => ({
        ...{ kind: 'agreed', epoch: 1, number: 900, chain: 'of what is not here' },
        ...{ copiedUntilMs: NINE_O_CLOCK_MS - 60_000, schema: POSTGRES_SCHEMA },
      }),
      write: async () => {
        batches += 1;
        return { kind: 'copied' };
      },
    }),
  );
  await desk.advance(1_000);
  const ahead = async () =>
    (await desk.done('session.get', {})).notices.filter(({ kind }) => kind === 'copy-ahead');
  expect(await ahead()).toMatchObject([
    {
      detail:
        'The copy has what was saved until 08:59 on 03-Mar-2026, and this desk lacks a part of it. To get it back, stop Drawdesk before anybody works on here, and start it with --take-over and an empty data folder; keep this one, in case it has what the copy lacks. At 11:00 on 03-Mar-2026 the copy is overwritten with what this desk has.',
    },
  ]);
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(110 * 60_000);
  expect(batches).toBe(0);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'ahead' });
  await desk.advance(11 * 60_000);
  expect(await ahead()).toEqual([]);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'copied', waiting: 0 });
});

test('a copy of another machine with the same data is left as it is for two hours, from when that one is quiet', async () => {
  let isAtWork = true;
  const [batches, asked]: [number[], number[]] = [[], []];
  desk = copyTo(
    scripted({
      agree: async () => {
        asked.push(desk.parts.clock.nowMs());
        if (isAtWork) return { kind: 'at-work', by: 'desk-2' };
        const copiedUntilMs = NINE_O_CLOCK_MS + 170 * 60_000;
        return {
          ...{ kind: 'agreed', epoch: 1, number: 900, chain: 'of what is not here' },
          ...{ copiedUntilMs, schema: POSTGRES_SCHEMA },
        };
      },
      write: async () => {
        batches.push(desk.parts.clock.nowMs());
        return { kind: 'copied' };
      },
    }),
  );
  const notices = async () => (await desk.done('session.get', {})).notices;
  await desk.advance(180 * 60_000);
  // The database answers all the time, so nothing else is said.
  expect((await notices()).map(({ kind }) => kind)).toEqual(['works-elsewhere']);
  isAtWork = false;
  await desk.advance(60_000);
  // This one goes on, and whoever comes has to decide before it is too late.
  expect(desk.parts.copier?.maySend()).toBe(true);
  expect(await notices()).toMatchObject([
    {
      kind: 'copy-ahead',
      detail: expect.stringMatching(
        /^The copy has what desk-2 saved until 11:50 .* If that is to go on, stop .* If what is here is right, leave it so\. At 14:0\d/,
      ) as string,
    },
  ]);
  // It is seen to be at work by the other one, should that be switched on again: within half a minute.
  const since = asked.length;
  await desk.advance(10 * 60_000);
  const gaps = asked.slice(since).map((atMs, index) => atMs - (asked[since + index - 1] ?? atMs));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(15_000);
  // It was, for a while: the two hours begin anew.
  isAtWork = true;
  await desk.advance(60_000);
  expect((await notices()).map(({ kind }) => kind)).toEqual(['works-elsewhere']);
  isAtWork = false;
  await desk.advance(115 * 60_000);
  expect(batches).toEqual([]);
  await desk.advance(10 * 60_000);
  expect(batches).not.toEqual([]);
  expect((await notices()).filter(({ kind }) => kind === 'copy-ahead')).toEqual([]);
});

/** A desk of which the copy has what it lacks, so that it is left as it is; `fromNowOn` answers in place of the database after that. */
async function deskOfOlderBackup(): Promise<{ fromNowOn: (answer: CopyDatabase['agree']) => void }> {
  let agree: CopyDatabase['agree'] = async () => ({ kind: 'agreed', epoch: 1, number: 0, chain: '' });
  let write: CopyDatabase['write'] = async () => ({ kind: 'copied' });
  desk = copyTo(scripted({ agree: (...asked) => agree(...asked), write: (...given) => write(...given) }));
  await desk.advance(1_000);
  write = async () => ({ kind: 'out-of-step' });
  agree = async () => ({ kind: 'agreed', epoch: 1, number: 5_000, chain: 'of what is not here' });
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(60_000);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'ahead' });
  return { fromNowOn: (answer) => (agree = answer) };
}

const takenOver: CopyRefusal = {
  kind: 'fenced',
  epoch: 2,
  by: 'desk-2',
  atMs: NINE_O_CLOCK_MS,
  copiedNumber: 5_000,
};

test('what was saved while the copy was further than its desk is named once another was made from the copy', async () => {
  const { fromNowOn } = await deskOfOlderBackup();
  fromNowOn(async () => takenOver);
  await desk.advance(60_000);
  const { fenced } = await desk.done('copy.get', {});
  expect(fenced).toMatchObject({ by: 'desk-2', lost: 1, lostActivity: [{ kind: 'staff-added' }] });
  expect((await desk.done('session.get', {})).notices).toMatchObject([
    { kind: 'fenced', detail: expect.stringContaining('1 change saved here never reached the copy') },
  ]);
});

test('the same where the desk was stopped before another was made from the copy', async () => {
  await deskOfOlderBackup();
  await desk.parts.copier?.close();
  const { stage, state } = await lookOfNextStart('leeds', scripted({ agree: async () => takenOver }));
  expect(stage).toBe('fenced');
  expect(countUncopied(desk.parts.store.db, state.fenced?.copiedNumber ?? Infinity)).toBe(1);
});

test.each<[string, Partial<CopyRefusal>]>([
  ['of these numbers', { copiedChain: 'of what is not here' }],
  // As where an earlier version prepared the database, which says a number only.
  ['with higher numbers', {}],
])(
  'what a desk from an older backup saved is named where the copy has other changes %s, also if its database was never reached since',
  async (_, more) => {
    let answer: CopyRefusal | null = null;
    desk = copyTo(scripted({ write: async () => answer ?? { kind: 'copied' } }));
    await desk.advance(1_000);
    const { number } = desk.parts.copier?.look().state ?? { number: 0 };
    answer = { ...takenOver, copiedNumber: number + 50, ...more };
    for (let person = 0; person < (more.copiedChain ? 60 : 1); person += 1) {
      const initials = String.fromCharCode(65 + Math.floor(person / 26), 65 + (person % 26));
      await desk.done('staff.add', { initials, name: 'Jo Bell' });
    }
    await desk.advance(1_000);
    const { fenced } = await desk.done('copy.get', {});
    expect(fenced).toMatchObject({ by: 'desk-2', lost: more.copiedChain ? 60 : 1 });
  },
);

test('a batch whose answer was lost is known again after an update, so that its copy is not said to have what this desk lacks', async () => {
  let taken: CopyBatch | null = null;
  let isAnswered = true;
  const database = scripted({
    agree: async () => ({ kind: 'agreed', epoch: 1, number: taken?.number ?? 0, chain: taken?.chain ?? '' }),
    write: async (_holder, batch) => {
      taken = batch;
      if (isAnswered) return { kind: 'copied' };
      throw new CopyDatabaseFailure('unreachable', 'it does not answer');
    },
  });
  desk = copyTo(database);
  await desk.advance(1_000);
  isAnswered = false;
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(100);
  await desk.parts.copier?.close();
  const { db } = desk.parts.store;
  const state = readCopyState(db);
  if (state) writeCopyState(db, { ...state, recordedFor: 'of before the update' });
  isAnswered = true;
  expect(await lookOfNextStart('leeds', database)).toMatchObject({ stage: 'copied', waiting: 0 });
});

test('while its database does not answer, a copy that is further than its desk is still said to be that, and only for two hours', async () => {
  const { fromNowOn } = await deskOfOlderBackup();
  fromNowOn(async () => {
    throw new CopyDatabaseFailure('unreachable', 'it does not answer');
  });
  await desk.advance(60 * 60_000);
  expect((await desk.done('session.get', {})).notices).toMatchObject([
    { kind: 'copy-ahead', detail: expect.stringContaining('this desk lacks a part of it') },
  ]);
  await desk.advance(61 * 60_000);
  expect((await desk.done('session.get', {})).notices).toMatchObject([
    { kind: 'not-copied', detail: expect.stringContaining('it does not answer') },
  ]);
});

test('a copy that was restored from a backup is as old as the database says, until everything is copied anew', async () => {
  const rest = Promise.withResolvers<{ kind: 'copied' }>();
  let isRestored = false;
  let copyNumber = 0;
  desk = copyTo(
    scripted({
      agree: async () => ({
        ...{ kind: 'agreed', epoch: 1, number: copyNumber, chain: '' },
        ...{ copiedUntilMs: isRestored ? NINE_O_CLOCK_MS - 60_000 : null, schema: POSTGRES_SCHEMA },
      }),
      write: async (_holder, { afterNumber, allAnew }) => {
        if (allAnew && isRestored) return rest.promise;
        if (!isRestored) return { kind: 'copied' };
        copyNumber = afterNumber - 1;
        return { kind: 'out-of-step' };
      },
    }),
  );
  await desk.advance(1_000);
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(60_000);
  expect((await desk.done('copy.get', {})).copiedUntilMs).toBeGreaterThanOrEqual(NINE_O_CLOCK_MS);
  isRestored = true;
  await desk.done('staff.add', { initials: 'RT', name: 'Rupert Thorn' });
  await desk.advance(1_000);
  const said = await desk.done('copy.get', {});
  const kept = readCopyState(desk.parts.store.db);
  // A desk that is closed waits for its batch.
  rest.resolve({ kind: 'copied' });
  await desk.advance(1_000);
  expect(said).toMatchObject({ stage: 'copying', copiedUntilMs: NINE_O_CLOCK_MS - 60_000 });
  // Also where another machine takes over meanwhile, and this one says what only it has.
  expect(kept).toMatchObject({ copiedUntilMs: NINE_O_CLOCK_MS - 60_000 });
});

test('a database restored from before this desk took over replaces it by nobody: it goes on, says why, and copies again once that is mended', async () => {
  let isRestored = false;
  const refusal = { kind: 'fenced', epoch: 1, by: 'desk-1', atMs: NINE_O_CLOCK_MS, copiedNumber: 0 } as const;
  const agreed = { kind: 'agreed', epoch: 2, number: 0, chain: '', schema: POSTGRES_SCHEMA } as const;
  desk = copyTo(
    scripted({
      agree: async () => (isRestored ? refusal : agreed),
      write: async () => (isRestored ? refusal : { kind: 'copied', schema: POSTGRES_SCHEMA }),
    }),
  );
  await desk.advance(1_000);
  isRestored = true;
  await desk.done('staff.add', { initials: 'JB', name: 'Jo Bell' });
  await desk.advance(1_000);
  await desk.done('staff.add', { initials: 'KC', name: 'Kay Cole' });
  expect(await desk.done('copy.get', {})).toMatchObject({
    fenced: null,
    stage: 'unreachable',
    problem: expect.stringContaining('restored from a backup of before this machine became the site desk'),
  });
  expect(desk.parts.copier?.maySend()).toBe(true);
  isRestored = false;
  await desk.advance(60_000);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'copied', waiting: 0 });
});

test('a database that was not brought up to date is said to be old, until it is', async () => {
  let schema: { schema?: number } = {};
  desk = copyTo(scripted({ write: async () => ({ kind: 'copied', ...schema }) }));
  await desk.advance(1_000);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'copied', isDatabaseOld: true });
  schema = { schema: POSTGRES_SCHEMA };
  await desk.advance(60_000);
  expect(await desk.done('copy.get', {})).toMatchObject({ stage: 'copied', isDatabaseOld: false });
});

test('people still sign in at a desk that was replaced, so that they see what only it has, and its PINs are not guessed', async () => {
  let isTaken = false;
  const refusal = { kind: 'fenced', epoch: 2, by: 'desk-2', atMs: NINE_O_CLOCK_MS, copiedNumber: 0 } as const;
  const database = scripted({ write: async () => (isTaken ? refusal : { kind: 'copied' }) });
  desk = openTestDesk(
    { people: { signIn: 'pin', idleMinutes: 5 } },
    {},
    { copy: { database, site: 'leeds', machine: 'desk-1', fleet: null } },
  );
  await desk.done('staff.setUp', { initials: 'ms', name: 'Mira Shah', pin: '80264' });
  await desk.advance(1_000);
  isTaken = true;
  const before = await desk.done('staff.signIn', { initials: 'MS', pin: '80264' });
  await desk.advance(1_000);
  expect((await desk.done('session.get', {})).notices).toMatchObject([{ kind: 'fenced' }]);

  // Locked, as by itself after some minutes, and signed in again.
  const handle = before.kind === 'signed-in' ? before.handle : '';
  await desk.done('staff.signOut', { why: 'idle' }, { handle });
  expect(await desk.done('staff.signIn', { initials: 'MS', pin: '80264' })).toMatchObject({
    kind: 'uncounted',
  });
  await desk.advance(60_000);
  expect(await desk.refused('copy.get', {}, { handle })).toMatchObject({ kind: 'not-signed-in' });
  const again = await desk.done('staff.signIn', { initials: 'MS', pin: '80264' });
  const seen = again.kind === 'signed-in' ? again.handle : '';
  const { fenced } = await desk.done('copy.get', {}, { handle: seen });
  expect(fenced).toMatchObject({ by: 'desk-2', lostActivity: [{ kind: 'signed-in' }] });

  // A wrong PIN cannot be counted on the disk any more, so already the first one makes the next try wait, each longer.
  const wrong = () => desk.done('staff.signIn', { initials: 'MS', pin: '70707' });
  expect(await wrong()).toEqual({ kind: 'wrong', waitMs: 15_000 });
  expect(await desk.done('staff.signIn', { initials: 'MS', pin: '80264' })).toMatchObject({ kind: 'wait' });
  await desk.advance(15_000);
  expect(await wrong()).toEqual({ kind: 'wrong', waitMs: 30_000 });
  await desk.advance(30_000);
  expect(await desk.done('staff.signIn', { initials: 'MS', pin: '80264' })).toMatchObject({
    kind: 'signed-in',
  });
});

test('what is written for the fleet counts a printer that says itself that it cannot print, and each printer once', async () => {
  const counted: unknown[] = [];
  const database = scripted({
    write: async (_holder, { status }: CopyBatch) => {
      counted.push(siteStatusSchema.parse(status).printersInTrouble);
      return { kind: 'copied' };
    },
  });
  const printer = { state: zplAnswer({ noLabels: true }) };
  desk = openTestDesk(
    {},
    {
      transport: {
        deliver: async (_address, { question, begin }) => {
          const said = question ? atOnce(question.read(Buffer.from(printer.state, 'latin1'))) : null;
          if (said?.complete && said.problem !== null)
            return { outcome: 'not-started', detail: said.problem, reached: true };
          return atOnce(begin()) ? { outcome: 'sent', reply: new Uint8Array() } : { outcome: 'withheld' };
        },
      },
    },
    { copy: { database, site: 'leeds', machine: 'desk-1', fleet: null } },
  );
  await desk.advance(1_000);
  expect(counted.at(-1)).toBe(0);
  // It is asked soon after the start, before anybody prints.
  await desk.advance(10_000);
  expect(counted.at(-1)).toBe(1);
  await desk.done('printers.printSheet', { printerId: 'desk-printer', sheet: 'test' });
  await desk.advance(10_000);
  expect(counted.at(-1)).toBe(1);
  printer.state = zplAnswer();
  await desk.advance(60_000);
  expect(counted.at(-1)).toBe(0);
});

test('the fleet is what each site has written last, whatever an older version left out', async () => {
  const site: FleetSite = {
    site: 'leeds',
    holderName: 'desk-1',
    epoch: 1,
    isWhole: true,
    copiedUntilMs: 5,
    lastSignMs: 9_000,
    nowMs: 10_000,
    status: {
      atMs: 8_000,
      version: '1.0.0',
      location: 'Leeds',
      open: 3,
      waiting: 1,
      waitingSinceMs: 2_000,
      toSend: 0,
    },
  };
  let down = false;
  const fleet = scripted({
    fleet: async () => {
      if (down) throw new CopyDatabaseFailure('unreachable', 'it does not answer');
      return [site, { ...site, site: 'york', status: {} }];
    },
  });
  desk = copyTo(scripted(), fleet);
  expect(await desk.done('fleet.get', {})).toMatchObject({
    nowMs: 10_000,
    sites: [
      { site: 'leeds', machine: 'desk-1', open: 3, waiting: 1, countedAtMs: 8_000, attention: null },
      { site: 'york', open: null },
    ],
  });
  down = true;
  // It is no matter of the service's connection, in whose words a screen would tell `offline`.
  expect(await desk.done('fleet.get', {})).toEqual({
    isConfigured: true,
    problem: 'it does not answer',
    nowMs: null,
    sites: [],
  });
});
