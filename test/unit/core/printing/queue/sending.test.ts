// Labels leave one at a time, in order, once they are on disk, and what became of each is said as far as it is known.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listActivity } from '../../../../../src/core/store/desk/activity.ts';
import { listPrintJobs } from '../../../../../src/core/store/desk/print-jobs.ts';
import { transaction } from '../../../../../src/core/store/open.ts';
import type { LabelOrder } from '../../../../../src/core/printing/queue/print-orders.ts';
import { sampleLabel } from '../../../../support/print-parts.ts';
import {
  BROKEN,
  kindOf,
  MADE_FOR,
  MINUTE_MS,
  PrintBench,
  REFUSED,
  SENT,
  settled,
  START_MS,
  unacknowledged,
} from '../../../../support/print-bench.ts';
import { atOnce } from '../../../../support/at-once.ts';

let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

describe('a label', () => {
  it('is sent at once, and is `sending` on disk before its first byte is sent', async () => {
    const states: unknown[] = [];
    const look = (): void => {
      const other = bench.folder.open();
      states.push(listPrintJobs(other.db, 1)[0]?.state);
      other.close();
    };
    bench.line.transport.deliver = async (_address, job) => {
      look();
      atOnce(job.begin());
      look();
      return SENT;
    };
    const id = await bench.print('DRW-AAAA01');
    expect(states).toEqual(['queued', 'sending']);
    expect(bench.job(id)).toMatchObject({ state: 'sent', attempts: 1, detail: null, finishedAtMs: START_MS });
    expect(bench.queue.printerStates().get('front')).toEqual({ state: 'ready', detail: null });
    expect(bench.changes).toContain('print-jobs');
  });

  it('is not sent from inside the command’s transaction, nor when that is rolled back', async () => {
    expect(() =>
      transaction(bench.store.db, () => {
        bench.enqueue('DRW-AAAA01');
        bench.queue.wake();
        expect(bench.line.begun).toEqual([]);
        throw new Error('refused');
      }),
    ).toThrow('refused');
    await settled();
    expect(bench.line.begun).toEqual([]);
    expect(listPrintJobs(bench.store.db, 10)).toEqual([]);
  });

  it('waits for the one before it, in order, but not for another printer', async () => {
    await bench.print('DRW-AAAA01');
    await bench.print('DRW-AAAA02');
    await bench.print('DRW-AAAA03', { printerId: 'back' });
    expect(bench.line.begun.map(({ printer }) => printer)).toEqual(['front', 'back']);
    await bench.end(0, SENT);
    expect(bench.codesSent()[2]).toBe('DRW-AAAA02');
  });

  // Wherever between two turns of the delivery's end it is asked for: one of them is after the queue looked for the last time.
  it.each(Array.from({ length: 12 }, (_, turn) => turn))(
    'that is queued just as a delivery ends is not forgotten (%i turns later)',
    async (turns) => {
      await bench.print('DRW-AAAA01');
      bench.line.begun[0]?.end(SENT);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      bench.enqueue('DRW-AAAA02');
      bench.queue.wake();
      await settled();
      expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA02']);
    },
  );

  it('that cannot be printed rightly is refused and leaves no job', () => {
    expect(kindOf(() => bench.enqueue('DRW-MUCH-TOO-LONG'))).toBe('rejected');
    expect(kindOf(() => bench.enqueue('DRW-AAAA01', { printerId: 'attic' }))).toBe('printer-unavailable');
    expect(listPrintJobs(bench.store.db, 10)).toEqual([]);
  });

  it('with a cut name that looks like another’s of the same date of birth is refused, and no other is', () => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
    const between = (middle: string): string => `${long}${middle}${long}`;
    const order = (patientId: string, lastName: string, firstName: string): Partial<LabelOrder> => {
      const { content } = sampleLabel('DRW-AAAA01');
      const { dateOfBirth, code } = content;
      return {
        madeFor: { patientId, registrationId: patientId, firstName, lastName, dateOfBirth, code },
        content: { ...content, firstName, lastName },
      };
    };
    bench.enqueue('DRW-AAAA01', order('one', between('anna'), 'James'));
    const again = order('one', between('anna'), 'James');
    expect(kindOf(() => bench.enqueue('DRW-AAAA01', again))).toBe('done');
    expect(kindOf(() => bench.enqueue('DRW-AAAA01', order('two', between('otto'), 'James')))).toBe(
      'rejected',
    );
    expect(kindOf(() => bench.enqueue('DRW-AAAA01', order('three', between('otto'), 'Jane')))).toBe('done');
    bench.enqueue('DRW-AAAA01', order('four', 'Oliver', 'James'));
    expect(kindOf(() => bench.enqueue('DRW-AAAA01', order('five', 'Oliver', 'James')))).toBe('done');
  });

  it('replaces an older job of the same label of which nothing was sent', async () => {
    const first = await bench.print('DRW-AAAA00');
    const older = bench.enqueue('DRW-AAAA01', { labelId: 'label-1' });
    const newer = bench.enqueue('DRW-AAAA01', { labelId: 'label-1' });
    await bench.end(0, SENT);
    await bench.end(1, SENT);
    expect([first, older, newer].map((id) => bench.job(id).state)).toEqual(['sent', 'cancelled', 'sent']);
    expect(bench.line.begun).toHaveLength(2);
  });
});

describe('what the printer did', () => {
  it('is shown on screens when a delivery begins and when it ends', async () => {
    expect(bench.queue.printerStates().get('front')).toEqual({ state: 'unknown', detail: null });
    bench.enqueue('DRW-AAAA01');
    bench.changes.length = 0;
    await bench.wake();
    expect(bench.changes).toEqual(expect.arrayContaining(['print-jobs', 'board']));
    bench.changes.length = 0;
    await bench.end(0, SENT);
    expect(bench.changes).toEqual(expect.arrayContaining(['print-jobs', 'board', 'connection', 'activity']));
  });

  it('is told apart: it closed the connection, or took everything and said nothing', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, unacknowledged().delivery);
    expect(bench.job(id)).toMatchObject({
      state: 'sent-unacknowledged',
      detail: expect.stringContaining('never have read it') as string,
    });
  });

  it('is unsure after the first byte, and nothing is sent again on its own', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, BROKEN);
    await bench.advance(60 * MINUTE_MS);
    await bench.wake();
    expect(bench.line.begun).toHaveLength(1);
    expect(bench.job(id)).toMatchObject({ state: 'unsure', detail: 'the printer broke the connection' });
    expect(bench.queue.problemCount()).toBe(1);
    expect(bench.queue.printerStates().get('front')).toEqual({
      state: 'attention',
      detail: 'the printer broke the connection',
    });
  });

  it('holds back the labels behind one that broke off, longer each time, until it takes one whole', async () => {
    const codes = ['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03', 'DRW-AAAA04'];
    const ids = codes.map((code) => bench.enqueue(code));
    await bench.wake();
    await bench.end(0, BROKEN);
    expect(bench.codesSent()).toEqual(codes.slice(0, 1));
    expect(ids.map((id) => bench.job(id).state)).toEqual(['unsure', 'attention', 'attention', 'attention']);
    expect(bench.job(ids[0] ?? '').detail).toBe('the printer broke the connection');
    // Nothing of them was sent, and they do not say otherwise.
    for (const id of ids.slice(1)) expect(bench.job(id).detail).toMatch(/nothing of this one was sent$/);
    expect(bench.queue.printerStates().get('front')?.detail).toBe('the printer broke the connection');

    await bench.advance(1_000);
    await bench.end(1, BROKEN);
    await bench.advance(1_000);
    expect(bench.codesSent()).toEqual(codes.slice(0, 2));
    await bench.advance(1_000);
    await bench.end(2, SENT);
    await bench.end(3, SENT);
    expect(ids.map((id) => bench.job(id).state)).toEqual(['unsure', 'unsure', 'sent', 'sent']);
    expect(bench.queue.problemCount()).toBe(2);
  });

  it('is unsure when the transport fails after it took the bytes, in a way that nobody foresaw', async () => {
    bench.line.transport.deliver = (_address, job) => {
      atOnce(job.begin());
      return Promise.reject(new Error('out of sockets'));
    };
    expect(bench.job(await bench.print('DRW-AAAA01')).state).toBe('unsure');
  });

  it('is nothing when the transport fails before it took the bytes', async () => {
    bench.line.transport.deliver = () => Promise.reject(new Error('out of sockets'));
    const id = await bench.print('DRW-AAAA01');
    expect(bench.job(id)).toMatchObject({ state: 'attention', perhapsPrinted: false });
    expect(bench.job(id).nextAttemptAtMs).not.toBeNull();
  });

  it('is unsure when the transport took the bytes and says that nothing was sent', async () => {
    const id = await bench.print('DRW-AAAA01');
    await bench.end(0, REFUSED);
    expect(bench.job(id)).toMatchObject({ state: 'unsure', perhapsPrinted: true });
  });

  it('is unsure after a stop in the middle: the next start sends it no second time', async () => {
    const id = await bench.print('DRW-AAAA01');
    expect(bench.job(id).state).toBe('sending');
    bench.openQueue();
    await settled();
    expect(bench.job(id)).toMatchObject({
      state: 'unsure',
      detail: 'the desk stopped while it was being sent',
    });
    expect(bench.line.begun).toHaveLength(1);
  });
});

describe('a printer that cannot be reached', () => {
  it('keeps the job, shows why on every waiting job, and is tried again by itself', async () => {
    const refusing = bench.refuseConnections();
    const first = bench.enqueue('DRW-AAAA01');
    const second = bench.enqueue('DRW-AAAA02');
    await bench.wake();
    for (const id of [first, second]) {
      expect(bench.job(id)).toMatchObject({
        state: 'attention',
        detail: 'the printer refuses the connection',
      });
    }
    expect(bench.queue.printerStates().get('front')?.state).toBe('unreachable');
    expect(refusing.attempts()).toBe(1);
    refusing.stop();
    await bench.advance(1_000);
    await bench.end(0, SENT);
    await bench.end(1, SENT);
    expect([bench.job(first).state, bench.job(second).state]).toEqual(['sent', 'sent']);
    expect(bench.job(first).attempts).toBe(2);
    expect(bench.queue.problemCount()).toBe(0);
  });

  it('leaves nothing that needs somebody once it is back: what still waits is queued as before', async () => {
    const refusing = bench.refuseConnections();
    const [first, second, third] = ['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03'].map((code) =>
      bench.enqueue(code),
    );
    await bench.wake();
    expect(bench.queue.problemCount()).toBe(3);
    refusing.stop();
    await bench.advance(1_000);
    await bench.end(0, SENT);
    expect(bench.job(first ?? '').state).toBe('sent');
    expect(bench.job(second ?? '').state).toBe('sending');
    expect(bench.job(third ?? '')).toMatchObject({ state: 'queued', detail: null, nextAttemptAtMs: null });
    expect(bench.queue.problemCount()).toBe(0);
    await bench.end(1, SENT);
    await bench.end(2, SENT);
    expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA02', 'DRW-AAAA03']);
  });

  it('does not send by itself what was parked, when it takes another label', async () => {
    const refusing = bench.refuseConnections();
    const parked = await bench.print('DRW-AAAA01');
    for (let minute = 0; minute < 11; minute += 1) await bench.advance(MINUTE_MS);
    refusing.stop();
    await bench.print('DRW-AAAA02');
    await bench.end(0, SENT);
    expect(bench.job(parked)).toMatchObject({
      state: 'attention',
      detail: 'the printer refuses the connection',
      nextAttemptAtMs: null,
    });
  });

  it('is shown with the time of the next try', async () => {
    bench.refuseConnections();
    expect(bench.job(await bench.print('DRW-AAAA01')).nextAttemptAtMs).toBe(START_MS + 1_000);
  });

  it('is tried for a while however long the desk has been running', async () => {
    await bench.advance(60 * MINUTE_MS);
    bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    await bench.advance(MINUTE_MS);
    expect(bench.job(id).nextAttemptAtMs).not.toBeNull();
    for (let minute = 0; minute < 10; minute += 1) await bench.advance(MINUTE_MS);
    expect(bench.job(id).nextAttemptAtMs).toBeNull();
  });

  it('is tried for as long again once a person has sent the label again', async () => {
    bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    for (let minute = 0; minute < 9; minute += 1) await bench.advance(MINUTE_MS);
    await bench.retry(id);
    for (let minute = 0; minute < 5; minute += 1) await bench.advance(MINUTE_MS);
    expect(bench.job(id).nextAttemptAtMs).not.toBeNull();
  });

  it('is tried less and less often', async () => {
    bench.refuseConnections();
    await bench.print('DRW-AAAA01');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const wait = Math.min(...bench.time.waiting());
      waits.push(wait);
      await bench.advance(wait);
    }
    expect(waits).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
  });

  it('is tried at once when a person prints or sends again', async () => {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    await bench.retry(id);
    expect(refusing.attempts()).toBe(2);
  });

  it('gets no label by itself after ten minutes, but still does when a person asks', async () => {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    for (let attempt = 0; attempt < 20 && bench.job(id).nextAttemptAtMs !== null; attempt += 1) {
      await bench.advance(MINUTE_MS);
    }
    expect(refusing.attempts()).toBe(11);
    await bench.advance(60 * MINUTE_MS);
    await bench.wake();
    expect(refusing.attempts()).toBe(11);
    expect(bench.job(id)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
    await bench.retry(id);
    expect(refusing.attempts()).toBe(12);
  });

  it('gets the waiting labels when the desk starts again, unless that was long ago', async () => {
    const old = bench.enqueue('DRW-AAAA01');
    bench.time.advance(11 * MINUTE_MS);
    const fresh = bench.enqueue('DRW-AAAA02');
    bench.openQueue();
    await settled();
    expect(bench.codesSent()).toEqual(['DRW-AAAA02']);
    expect(bench.job(fresh).state).toBe('sending');
    expect(bench.job(old)).toMatchObject({
      state: 'attention',
      detail: 'the desk was stopped before it was sent',
    });
  });

  it('gets no label by itself when the desk stopped during the tries and starts long after', async () => {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    await bench.queue.close();
    bench.time.advance(11 * MINUTE_MS);
    bench.openQueue();
    await settled();
    expect(refusing.attempts()).toBe(1);
    expect(bench.job(id)).toMatchObject({
      state: 'attention',
      detail: 'the printer refuses the connection',
      nextAttemptAtMs: null,
    });
  });

  it('gets no label by itself that the clock of this run has still to come', async () => {
    const id = bench.enqueue('DRW-AAAA01');
    bench.store.db.prepare('UPDATE print_job SET created_at_ms = created_at_ms + 3 * 86400000').run();
    bench.openQueue();
    await settled();
    expect(bench.codesSent()).toEqual([]);
    expect(bench.job(id)).toMatchObject({ state: 'attention', nextAttemptAtMs: null });
  });

  it('that is not set up any more leaves its job failed', () => {
    const id = bench.enqueue('DRW-AAAA01');
    bench.store.db.prepare(`UPDATE print_job SET printer_id = 'gone'`).run();
    bench.openQueue();
    expect(bench.job(id).state).toBe('failed');
    expect(kindOf(() => bench.queue.retry(id))).toBe('printer-unavailable');
  });
});

describe('what was written down', () => {
  it('says what the printer did with a label, and nothing while it refuses the connection', async () => {
    const refusing = bench.refuseConnections();
    await bench.print('DRW-AAAA01');
    expect(bench.written()).toEqual([]);
    refusing.stop();
    await bench.advance(1_000);
    expect(bench.written()).toEqual([]);
    await bench.end(0, SENT);
    await bench.print('DRW-AAAA02');
    await bench.end(1, BROKEN);
    await bench.print('DRW-AAAA03');
    await bench.end(2, unacknowledged().delivery);
    expect(bench.written()).toEqual(['label-sent', 'label-unsure', 'label-sent-unacknowledged']);
  });

  it('says whom the label was made for', async () => {
    await bench.print('DRW-AAAA01', { madeFor: MADE_FOR });
    await bench.end(0, SENT);
    expect(listActivity(bench.store.db, { limit: 1 })).toMatchObject([
      { kind: 'label-sent', detail: { code: 'DRW-AAAA01', patientId: 'patient-1' } },
    ]);
  });

  it('says that a label was not sent once it is not sent by itself any more', async () => {
    bench.refuseConnections();
    await bench.print('DRW-AAAA01');
    for (let minute = 0; minute < 11; minute += 1) await bench.advance(MINUTE_MS);
    expect(bench.written()).toEqual(['label-not-sent']);
  });
});

it('closes when the delivery under way has ended, and starts no other', async () => {
  const first = await bench.print('DRW-AAAA01');
  const second = bench.enqueue('DRW-AAAA02');
  let closed = false;
  const closing = bench.queue.close().then(() => {
    closed = true;
  });
  await settled();
  expect(closed).toBe(false);
  bench.line.begun[0]?.end(SENT);
  await closing;
  expect([bench.job(first).state, bench.job(second).state]).toEqual(['sent', 'queued']);
  await bench.wake();
  expect(bench.line.begun).toHaveLength(1);
});
