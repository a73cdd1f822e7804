// When the outbox's sender sends what: how much at once, after which pause, and what stops it.
import { describe, expect, it } from 'vitest';
import { LATE_WRITE_MS, LONGEST_WAIT_ON_DISK_MS } from '../../../../src/core/outbox/retry-policy.ts';
import { again, confirmed, inDoubt } from '../../../../src/core/outbox/verdict.ts';
import { run, watchCommits } from '../../../../src/core/store/db/database.ts';
import { changeRow, moveRow } from '../../../../src/core/store/outbox/outbox-moves.ts';
import type { Verdict } from '../../../../src/core/outbox/verdict.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import {
  busy,
  conflict,
  offline,
  rejected,
  storageFull,
  timeout,
  unauthorised,
} from '../../../../src/domain/app-error.ts';
import { patient } from '../../../support/outbox-changes.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { assignment, byHand, useSender, waiting } from '../../../support/test-sender.ts';
import type { Answers } from '../../../support/test-sender.ts';

const START_MS = Date.parse('2026-11-20T09:00:00Z');
const at = useSender(START_MS);

describe('what is sent at once', () => {
  it('are three records at most; the next one follows when an answer is there', async () => {
    const { answers, asked } = byHand();
    at.start(answers);
    const rows = ['a', 'b', 'c', 'd'].map((id) => at.save(patient(id)));
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(3);
    expect(rows.map((row) => at.now(row).state)).toEqual(['sending', 'sending', 'sending', 'pending']);
    asked[1]?.answer(confirmed());
    await at.clock.settle();
    expect(asked).toHaveLength(4);
    expect(asked[3]?.attempt.row.id).toBe(rows[3]?.id);
    for (const one of asked) one.answer(confirmed());
    await at.clock.settle();
  });

  it('is never the same row twice, however often the sender is woken', async () => {
    const { answers, asked } = byHand();
    at.start(answers);
    at.save(patient('a'));
    at.sender.wake();
    at.sender.wake();
    await at.clock.settle();
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(1);
    asked[0]?.answer(confirmed());
    await at.clock.settle();
  });

  it('is one change of a record at a time, also while the first one is verified', async () => {
    const { answers, asked } = byHand();
    at.start(answers);
    const [first, second] = [at.save(assignment('r', 'a')), at.save(assignment('r', 'b'))];
    run(at.store.db, 'DELETE FROM outbox_dependency');
    moveRow(at.store.db, first.sequence, 'sending');
    moveRow(at.store.db, first.sequence, 'unknown');
    at.sender.wake();
    await at.clock.settle();
    expect(asked.map(({ attempt }) => attempt.row.id)).toEqual([first.id]);
    asked[0]?.answer(confirmed());
    await at.clock.settle();
    expect(asked.map(({ attempt }) => attempt.row.id)).toEqual([first.id, second.id]);
    asked[1]?.answer(confirmed());
    await at.clock.settle();
  });

  it('is nothing while the connection is down, and nothing after the desk is closed', async () => {
    const { answers, asked } = at.inTurn();
    at.start(answers);
    at.connected = false;
    at.save(patient('a'));
    at.sender.wake();
    await at.clock.advance(60_000);
    expect(asked).toHaveLength(0);
    await at.sender.close();
    at.connected = true;
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(0);
  });
});

describe('when a change is tried again', () => {
  it('is after its pause, not before, and its time is kept on disk', async () => {
    const { answers, asked } = at.inTurn(waiting(timeout('slow'), { delayMs: 5_000 }));
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({
      state: 'pending',
      nextAttemptAtMs: START_MS + 5_000,
      lastError: timeout('slow'),
      attempts: 1,
    });
    at.sender.wake();
    await at.clock.advance(4_999);
    expect(asked).toHaveLength(1);
    await at.clock.advance(1);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 5_000]);
    expect(at.now(row)).toMatchObject({ state: 'confirmed', lastError: null, nextAttemptAtMs: null });
  });

  it('is after the pause of its attempts when the answer names none, and at once when it names 0', async () => {
    const { answers, asked } = at.inTurn(waiting(timeout('slow')), again(0));
    at.start(answers, { rules: { pauseMs: (attempts, fraction) => attempts * 1_000 + fraction } });
    at.save(patient('a'));
    at.sender.wake();
    await at.clock.advance(1_000);
    expect(asked).toHaveLength(1);
    await at.clock.advance(1);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 1_001, 1_001]);
  });

  it('does not count an attempt that says nothing about the change', async () => {
    const { answers } = at.inTurn(
      waiting(offline('refused', 'not-sent', 'no line'), { counted: false, delayMs: 60_000 }),
    );
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({ state: 'pending', attempts: 0 });
  });

  it('is the earliest of several that wait', async () => {
    const { answers, asked } = at.inTurn(
      waiting(timeout('slow'), { delayMs: 9_000 }),
      waiting(timeout('slow'), { delayMs: 2_000 }),
    );
    at.start(answers);
    at.save(patient('a'));
    at.save(patient('b'));
    at.sender.wake();
    await at.clock.advance(2_000);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 0, 2_000]);
    await at.clock.advance(7_000);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 0, 2_000, 9_000]);
  });

  it('is now when the machine’s clock was set back by more than any pause', async () => {
    const { answers, asked } = at.inTurn();
    at.start(answers);
    const [near, far] = [at.save(patient('a')), at.save(patient('b'))];
    changeRow(at.store.db, near.sequence, { nextAttemptAtMs: START_MS + LONGEST_WAIT_ON_DISK_MS });
    changeRow(at.store.db, far.sequence, { nextAttemptAtMs: START_MS + LONGEST_WAIT_ON_DISK_MS + 1 });
    at.sender.wake();
    await at.clock.settle();
    expect(asked.map(({ attempt }) => attempt.row.id)).toEqual([far.id]);
  });

  it('is at once when the connection is back, for those that wait because it was down, and for no other', async () => {
    const { answers, asked } = at.inTurn();
    at.start(answers);
    const rows = [
      offline('refused', 'unknown', 'cut'),
      timeout('slow'),
      rejected('later'),
      busy('server-error', null, ''),
    ].map((lastError, number) => {
      const row = at.save(patient(`p${number}`));
      changeRow(at.store.db, row.sequence, { lastError, nextAttemptAtMs: START_MS + 60_000 });
      return row;
    });
    at.sender.connectionIsBack();
    await at.clock.settle();
    expect(asked.map(({ attempt }) => attempt.row.id)).toEqual([rows[0]?.id, rows[1]?.id]);
    expect(rows.slice(2).map((row) => at.now(row).nextAttemptAtMs)).toEqual([
      START_MS + 60_000,
      START_MS + 60_000,
    ]);
  });

  it('waits for the disk once when the connection is back, however many changes it had cut off', () => {
    at.start(at.inTurn().answers);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      const { sequence } = at.save(patient(id));
      changeRow(at.store.db, sequence, { lastError: timeout('cut'), nextAttemptAtMs: START_MS + 60_000 });
    }
    at.connected = false;
    let commits = 0;
    watchCommits(at.store.db, { beforeCommit: () => void (commits += 1), afterCommit() {} });
    at.sender.connectionIsBack();
    expect(commits).toBe(1);
  });

  it.each<[string, () => Verdict]>([
    ['a page of another server', () => inDoubt(offline('captive-portal', 'unknown', 'page'))],
    [
      'a redirect that is not followed',
      () => ({ ...waiting(offline('refused', 'not-sent', '')), delayMs: 0, counted: false }),
    ],
    ['a token that may only read', () => ({ ...waiting(unauthorised('')), delayMs: 0, counted: false })],
  ])('grows while each try meets %s and every read is answered well', async (_what, met) => {
    const asked: number[] = [];
    at.start(async (_attempt, how) => {
      // What was perhaps carried out is looked for first, and the look goes well.
      if (how === 'verify') return { ...again(), looked: true };
      asked.push(at.clock.monotonicMs());
      // A sender without pauses would go on for ever.
      return asked.length > 1_000 ? confirmed() : met();
    });
    const row = at.save(patient('a'));
    for (let second = 0; second < 600; second += 1) {
      at.sender.connectionIsBack();
      await at.clock.advance(1_000);
    }
    const pauses = asked.slice(1).map((atMs, number) => atMs - (asked[number] ?? 0));
    expect(asked.length).toBeLessThan(14);
    expect(pauses.at(-1)).toBeGreaterThan(100_000);
    // A person who does not want to wait for it does not.
    const before = asked.length;
    changeRow(at.store.db, row.sequence, { nextAttemptAtMs: null });
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(before + 1);
  });

  it('is at once again for a change that was cut off often, once that is some time ago', async () => {
    const { answers, asked } = at.inTurn(...Array<Verdict>(5).fill(waiting(timeout('cut'))));
    at.start(answers);
    at.save(patient('a'));
    const comesBack = async (): Promise<number> => {
      at.sender.connectionIsBack();
      await at.clock.settle();
      return asked.length;
    };
    expect([await comesBack(), await comesBack(), await comesBack(), await comesBack()]).toEqual([
      1, 2, 3, 3,
    ]);
    at.connected = false;
    await at.clock.advance(20 * 60_000);
    at.connected = true;
    expect([await comesBack(), await comesBack(), await comesBack()]).toEqual([4, 5, 6]);
  });
});

describe('an early copy of an assignment that may still be under way', () => {
  it('is waited for before the registration is assigned again', async () => {
    const { answers, asked } = at.inTurn(again(0));
    at.start(answers);
    at.save(assignment('r', 'a'));
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(2);
    at.save(assignment('r', 'b'));
    at.save(assignment('other', 'c'));
    at.sender.wake();
    await at.clock.advance(LATE_WRITE_MS - 1);
    expect(asked.map(({ attempt }) => attempt.row.subjectId)).toEqual(['r', 'r', 'other']);
    await at.clock.advance(1);
    expect(asked.map(({ atMs }) => atMs)).toEqual([0, 0, 0, LATE_WRITE_MS]);
  });

  it.each([
    ['appointment.assign', { appointmentId: 'x', patientId: 'a' }],
    ['appointment.confirm', { appointmentId: 'x', patientId: 'a' }],
  ] as const)('is waited for before an appointment is given to somebody else: %s', async (kind, payload) => {
    const { answers, asked } = at.inTurn(again(0));
    at.start(answers);
    const about = { ...patient('x'), subjectId: 'x' };
    at.save({ ...about, kind, payload });
    at.sender.wake();
    await at.clock.settle();
    at.save({ ...about, kind: 'appointment.release', payload: { appointmentId: 'x' } });
    at.save({ ...about, kind: 'appointment.assign', payload: { appointmentId: 'x', patientId: 'b' } });
    at.sender.wake();
    await at.clock.advance(LATE_WRITE_MS);
    // It names a patient, and so undoes nothing but whom the appointment is for.
    expect(asked.map(({ attempt, atMs }) => [attempt.row.kind, atMs])).toEqual([
      [kind, 0],
      [kind, 0],
      ['appointment.release', 0],
      ['appointment.assign', LATE_WRITE_MS],
    ]);
  });

  it('is waited for where a person has given the assignment up in doubt, also after a restart', async () => {
    const { answers, asked } = at.inTurn(inDoubt(timeout('slow'), 5 * 60_000));
    at.start(answers);
    const doubtful = at.save(assignment('r', 'a'));
    at.sender.wake();
    await at.clock.advance(10_000);
    moveRow(at.store.db, doubtful.sequence, 'discarded', { finishedAtMs: at.clock.nowMs() });
    at.save(assignment('r', 'b'));
    at.sender.wake();
    await at.clock.advance(LATE_WRITE_MS - 10_001);
    expect(asked).toHaveLength(1);
    await at.sender.close();
    at.start(answers);
    at.sender.wake();
    await at.clock.advance(LATE_WRITE_MS - 1);
    expect(asked).toHaveLength(1);
    await at.clock.advance(1);
    expect(asked.map(({ attempt }) => attempt.row.subjectId)).toEqual(['r', 'r']);
  });

  it('is waited for where it is given up in doubt after a restart, before the line is back', async () => {
    const { answers, asked } = at.inTurn(inDoubt(timeout('slow'), 5 * 60_000));
    at.start(answers);
    const doubtful = at.save(assignment('r', 'a'));
    at.sender.wake();
    await at.clock.advance(10_000);
    await at.sender.close();
    at.connected = false;
    at.start(answers);
    at.sender.wake();
    moveRow(at.store.db, doubtful.sequence, 'discarded', { finishedAtMs: at.clock.nowMs() });
    at.save(assignment('r', 'b'));
    at.connected = true;
    at.sender.wake();
    await at.clock.advance(LATE_WRITE_MS - 1);
    expect(asked).toHaveLength(1);
    await at.clock.advance(1);
    expect(asked).toHaveLength(2);
  });

  it('holds up nothing when the change was refused, and not the change itself', async () => {
    const { answers, asked } = at.inTurn(
      inDoubt(timeout('slow'), 0),
      again(0),
      inDoubt(conflict('changed', ''), 0),
    );
    at.start(answers);
    at.save(assignment('r', 'a'));
    at.sender.wake();
    await at.clock.settle();
    expect(asked.map(({ how, atMs }) => [how, atMs])).toEqual([
      ['send', 0],
      ['verify', 0],
      ['send', 0],
      ['verify', 0],
    ]);
    const refused = at.save(assignment('other', 'a'));
    moveRow(at.store.db, refused.sequence, 'sending');
    moveRow(at.store.db, refused.sequence, 'refused');
    moveRow(at.store.db, refused.sequence, 'discarded', { finishedAtMs: at.clock.nowMs() });
    at.save(assignment('other', 'b'));
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(5);
  });

  it('does not keep the next assignment from being verified when it is in doubt itself', async () => {
    const { answers, asked } = at.inTurn(again(0));
    at.start(answers);
    at.save(assignment('r', 'a'));
    at.sender.wake();
    await at.clock.settle();
    const second = at.save(assignment('r', 'b'));
    moveRow(at.store.db, second.sequence, 'sending');
    moveRow(at.store.db, second.sequence, 'unknown');
    at.sender.wake();
    await at.clock.settle();
    expect(asked.map(({ how, atMs }) => [how, atMs])).toEqual([
      ['send', 0],
      ['send', 0],
      ['verify', 0],
    ]);
  });

  it('is waited for after a restart as well, and not when the assignment was sent once', async () => {
    const finish = (row: OutboxRow, attempts: number, finishedAtMs: number): void => {
      moveRow(at.store.db, row.sequence, 'sending', { attempts });
      moveRow(at.store.db, row.sequence, 'confirmed', { finishedAtMs });
    };
    finish(at.save(assignment('twice', 'a')), 2, START_MS - 1_000);
    finish(at.save(assignment('once', 'a')), 1, START_MS - 1_000);
    finish(at.save(assignment('long-ago', 'a')), 2, START_MS - 24 * 60 * 60_000);
    finish(at.save(patient('p')), 2, START_MS - 1_000);
    const { answers, asked } = at.inTurn();
    at.start(answers);
    at.save(patient('p'));
    for (const id of ['twice', 'once', 'long-ago']) at.save(assignment(id, 'b'));
    at.sender.wake();
    await at.clock.settle();
    expect(asked.map(({ attempt }) => attempt.row.subjectId)).toEqual(['p', 'once', 'long-ago']);
    await at.clock.advance(LATE_WRITE_MS);
    expect(asked.map(({ attempt }) => attempt.row.subjectId)).toEqual(['p', 'once', 'long-ago', 'twice']);
  });
});

describe('a doubt', () => {
  it('grows older while its change waits, by the clock that only grows', async () => {
    const { answers, asked } = byHand();
    at.start(answers);
    const row = at.save(patient('a'));
    moveRow(at.store.db, row.sequence, 'sending');
    moveRow(at.store.db, row.sequence, 'unknown', { nextAttemptAtMs: START_MS + 20_000 });
    at.sender.wake();
    await at.clock.advance(21_000);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.attempt.doubtAgeMs).toBeGreaterThanOrEqual(20_000);
    asked[0]?.answer(confirmed());
    await at.clock.settle();
  });
});

describe('a disk that cannot be written', () => {
  const full = (): Error => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  let stuck: boolean[];
  let failedAtMs: number[];

  /** The file may not grow any more, and its last free bytes are used up. */
  function fillDisk(): void {
    run(at.store.db, 'CREATE TABLE filler (text TEXT)');
    at.store.db.pragma(`max_page_count = ${String(at.store.db.pragma('page_count', { simple: true }))}`);
    for (let length = 2_000; length >= 1; length = Math.floor(length / 2)) {
      for (;;) {
        try {
          run(at.store.db, 'INSERT INTO setting (key, value) VALUES (hex(randomblob(?)), ?)', [length, '']);
        } catch {
          break;
        }
      }
    }
  }
  const makeRoom = (): void => void at.store.db.pragma('max_page_count = 100000');

  function startOnFullDisk(answers: Answers): void {
    stuck = [];
    failedAtMs = [];
    at.start(answers, {
      onDiskStuck: () => stuck.push(at.sender.isDiskStuck()),
      log: { ...silentLog, error: () => failedAtMs.push(at.clock.monotonicMs()) },
    });
  }

  it('is tried after growing pauses of at most a minute, and others’ reports do not make them longer', async () => {
    startOnFullDisk(at.inTurn().answers);
    at.sender.diskFailed(new Error('not about the disk'));
    expect(at.sender.isDiskStuck()).toBe(false);
    fillDisk();
    at.sender.diskFailed(full());
    for (let report = 0; report < 5; report += 1) at.sender.diskFailed(full());
    expect(at.sender.isDiskStuck()).toBe(true);
    await at.clock.advance(200_000);
    expect(failedAtMs.map((ms) => ms / 1_000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(stuck).toEqual([true]);
    makeRoom();
    await at.clock.advance(60_000);
    expect(stuck).toEqual([true, false]);
    at.sender.diskFailed(full());
    expect(stuck).toEqual([true, false, true]);
  });

  it('stops all sending, and what waited is sent by itself when there is room again', async () => {
    const { answers, asked } = at.inTurn();
    startOnFullDisk(answers);
    at.save(patient('a'));
    fillDisk();
    at.sender.diskFailed(full());
    at.sender.wake();
    await at.clock.advance(30_000);
    expect(asked).toHaveLength(0);
    makeRoom();
    await at.clock.advance(60_000);
    expect(asked).toHaveLength(1);
  });

  it('throws nothing into whoever says that the connection is back', () => {
    at.start(at.inTurn().answers);
    const row = at.save(patient('a'));
    changeRow(at.store.db, row.sequence, { lastError: timeout('slow'), nextAttemptAtMs: START_MS + 60_000 });
    run(at.store.db, `CREATE TRIGGER full BEFORE UPDATE ON outbox BEGIN SELECT RAISE(FAIL, 'full'); END`);
    expect(() => at.sender.connectionIsBack()).not.toThrow();
    run(at.store.db, 'DROP TRIGGER full');
  });

  it('is not tried any more after the desk is closed', async () => {
    startOnFullDisk(at.inTurn().answers);
    fillDisk();
    at.sender.diskFailed(full());
    await at.sender.close();
    await at.clock.advance(200_000);
    expect(failedAtMs).toEqual([0]);
    at.sender.diskFailed(full());
    expect(failedAtMs).toEqual([0]);
  });
});

describe('closing', () => {
  it('waits for the request under way, stores its answer, and starts nothing more', async () => {
    const { answers, asked } = byHand();
    at.start(answers);
    const [first, second] = [at.save(assignment('r', 'a')), at.save(assignment('r', 'b'))];
    at.sender.wake();
    await at.clock.settle();
    let closed = false;
    const closing = at.sender.close().then(() => (closed = true));
    await at.clock.settle();
    expect(closed).toBe(false);
    asked[0]?.answer(confirmed());
    await closing;
    expect([at.now(first).state, at.now(second).state]).toEqual(['confirmed', 'pending']);
    await at.clock.advance(600_000);
    expect(asked).toHaveLength(1);
  });

  it('ends the pauses: nothing is sent by a timer afterwards', async () => {
    const { answers, asked } = at.inTurn(waiting(storageFull('full'), { delayMs: 1_000 }));
    at.start(answers);
    at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    await at.sender.close();
    await at.clock.advance(600_000);
    expect(asked).toHaveLength(1);
  });
});
