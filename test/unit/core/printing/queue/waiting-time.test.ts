// What waits for ten minutes in vain is not printed by itself any more, also when the machine slept meanwhile; what waits its turn is.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BROKEN,
  isAskedAlone,
  MINUTE_MS,
  OFFICE,
  PrintBench,
  REFUSED,
  SENT,
  settled,
} from '../../../../support/print-bench.ts';
import { atOnce } from '../../../../support/at-once.ts';

const NIGHT_MS = 10 * 60 * MINUTE_MS;

let bench: PrintBench;
beforeEach(() => {
  bench = new PrintBench();
});
afterEach(() => bench.close());

const forAPerson = { state: 'attention', nextAttemptAtMs: null, perhapsPrinted: false };
const waitedTooLong = 'it could not be printed for ten minutes, so it is not printed by itself any more';

describe('after a night in which the machine slept', () => {
  /** The printer was off in the evening; in the morning it is on, and the machine is where it was. */
  async function waitsOvernight(): Promise<string> {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    for (let minute = 0; minute < 5; minute += 1) await bench.advance(MINUTE_MS);
    refusing.stop();
    return id;
  }

  it('a label of the evening is left to a person, who can still have it printed', async () => {
    const id = await waitsOvernight();
    await bench.advance(NIGHT_MS);
    await bench.wake();
    expect(bench.line.begun).toEqual([]);
    expect(bench.job(id)).toMatchObject({ ...forAPerson, detail: 'the printer refuses the connection' });
    expect(bench.written()).toEqual(['label-not-sent']);
    expect(bench.changes.slice(-4)).toEqual(['print-jobs', 'board', 'connection', 'activity']);
    await bench.retry(id);
    await bench.end(0, SENT);
    expect(bench.job(id).state).toBe('sent');
  });

  it('the first label of the morning goes out alone', async () => {
    const evening = await waitsOvernight();
    bench.time.advance(NIGHT_MS);
    const morning = await bench.print('DRW-AAAA02');
    await bench.end(0, SENT);
    expect(bench.codesSent()).toEqual(['DRW-AAAA02']);
    expect(bench.job(morning).state).toBe('sent');
    expect(bench.job(evening)).toMatchObject(forAPerson);
  });

  it('a label to whose printer the connection was just being made is not sent over it', async () => {
    let stands: () => void = () => undefined;
    bench.line.transport.deliver = (_address, job) =>
      new Promise((resolve) => {
        if (isAskedAlone(job)) return;
        stands = () => resolve(atOnce(job.begin()) ? SENT : { outcome: 'withheld' });
      });
    const id = await bench.print('DRW-AAAA01');
    await bench.advance(NIGHT_MS);
    stands();
    await settled();
    expect(bench.job(id)).toMatchObject({ ...forAPerson, attempts: 0, detail: waitedTooLong });
    expect(bench.written()).toEqual(['label-not-sent']);
  });

  it.each([
    ['was taken whole', SENT],
    ['broke off', BROKEN],
  ])(
    'what waited behind a label in the middle of which it slept, and which %s, is left to a person',
    async (_, end) => {
      await bench.print('DRW-AAAA01');
      const behind = ['DRW-AAAA02', 'DRW-AAAA03'].map((code) => bench.enqueue(code));
      await bench.wake();
      await bench.advance(NIGHT_MS);
      const morning = bench.enqueue('DRW-AAAA04');
      await bench.end(0, end);
      await bench.advance(MINUTE_MS);
      expect(bench.codesSent()).toEqual(['DRW-AAAA01', 'DRW-AAAA04']);
      for (const id of behind) expect(bench.job(id)).toMatchObject(forAPerson);
      expect(bench.job(morning).state).toBe('sending');
    },
  );
});

describe('however long the desk has been running', () => {
  it('a long line is printed to its end, although its last labels wait for more than ten minutes', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => bench.enqueue(`DRW-AAAA${10 + at}`));
    await bench.wake();
    for (let at = 0; at < ids.length; at += 1) {
      await bench.advance(MINUTE_MS);
      await bench.end(at, SENT);
    }
    expect(ids.map((id) => bench.job(id).state)).toEqual(ids.map(() => 'sent'));
  });

  it('a label behind many that are held back or refused is printed as well', async () => {
    bench.standing = ({ title }) =>
      title.endsWith('01') ? { good: true } : { good: false, reason: 'the patient was changed' };
    const connect: (() => void)[] = [];
    const { deliver } = bench.line.transport;
    bench.line.transport.deliver = async (address, job, limits) => {
      if (!isAskedAlone(job)) await new Promise<void>((connected) => connect.push(connected));
      return deliver(address, job, limits);
    };
    for (let at = 0; at < 6; at += 1) bench.enqueue(`DRW-AAAA${20 + at}`);
    const last = bench.enqueue('DRW-AAAA01');
    await bench.wake();
    for (let at = 0; at < 7; at += 1) {
      await bench.advance(3 * MINUTE_MS);
      connect[at]?.();
      await settled();
    }
    expect(bench.job(last).state).toBe('sending');
  });

  it('a label that a person moves goes out at the other printer', async () => {
    const refusing = bench.refuseConnections();
    const id = await bench.print('DRW-AAAA01');
    for (let minute = 0; minute < 60; minute += 1) await bench.advance(MINUTE_MS);
    refusing.stop();
    expect(bench.job(id)).toMatchObject(forAPerson);
    bench.queue.move(id, 'back');
    await bench.wake();
    expect(bench.line.begun.map(({ printer }) => printer)).toEqual(['back']);
  });

  it('a label waits at a printer that has another address now, while the delivery to the old one ends', async () => {
    let ends: () => void = () => undefined;
    const { deliver } = bench.line.transport;
    bench.line.transport.deliver = (address, job) =>
      new Promise((resolve) => {
        ends = () => resolve(atOnce(job.begin()) ? SENT : { outcome: 'withheld' });
      });
    await bench.advance(60 * MINUTE_MS);
    const first = await bench.print('DRW-AAAA01');
    const [front, ...others] = bench.printers;
    bench.line.transport.deliver = () => Promise.resolve(REFUSED);
    if (front)
      bench.queue.setUp({ printers: [{ ...front, name: 'Room 3' }, ...others], officePrinters: [OFFICE] });
    const second = await bench.print('DRW-AAAA02');
    ends();
    await settled();
    for (const id of [first, second]) expect(bench.job(id).nextAttemptAtMs).not.toBeNull();
    bench.line.transport.deliver = deliver;
    await bench.advance(MINUTE_MS);
    expect(bench.codesSent()).toEqual(['DRW-AAAA01']);
  });
});
