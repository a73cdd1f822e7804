// What the outbox's sender makes of an answer: doubts, what is kept, and when a person is asked.
import { describe, expect, it } from 'vitest';
import {
  again,
  confirmed,
  forHuman,
  inDoubt,
  looked,
  tooEarly,
} from '../../../../src/core/outbox/verdict.ts';
import type { Verdict } from '../../../../src/core/outbox/verdict.ts';
import { choicesOf } from '../../../../src/core/operations/outbox-choices.ts';
import { run } from '../../../../src/core/store/db/database.ts';
import { changeRow, moveRow } from '../../../../src/core/store/outbox/outbox-moves.ts';
import {
  bug,
  busy,
  conflict,
  notFound,
  offline,
  rejected,
  timeout,
} from '../../../../src/domain/app-error.ts';
import type { AppError } from '../../../../src/domain/app-error.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import { patient } from '../../../support/outbox-changes.ts';
import { byHand, useSender, waiting } from '../../../support/test-sender.ts';

const START_MS = Date.parse('2026-11-20T09:00:00Z');
const at = useSender(START_MS);

describe('a change in doubt', () => {
  it('is verified, and told how long it has been in doubt, from the end of its request on', async () => {
    const { answers, asked } = at.inTurn(
      inDoubt(timeout('lost'), 3_000),
      inDoubt(timeout('lost'), 60_000),
      inDoubt(timeout('lost'), 4_000),
    );
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({
      state: 'unknown',
      attempts: 1,
      nextAttemptAtMs: START_MS + 3_000,
    });
    await at.clock.advance(3_000);
    expect(at.now(row).attempts).toBe(2);
    // Somebody sets the machine's clock a day ahead: that makes no doubt older.
    at.clock.setNow(START_MS + 24 * 60 * 60_000);
    at.sender.wake();
    await at.clock.advance(4_000);
    expect(asked.map(({ how, attempt }) => [how, attempt.doubtAgeMs])).toEqual([
      ['send', 0],
      ['verify', 3_000],
      ['verify', 3_000],
      ['verify', 7_000],
    ]);
    expect(at.now(row)).toMatchObject({ state: 'confirmed', nextAttemptAtMs: null });
  });

  it('from the last run is measured from the moment this run first saw it, even while it waits', async () => {
    const row = at.save(patient('a'));
    moveRow(at.store.db, row.sequence, 'sending', { attempts: 1 });
    moveRow(at.store.db, row.sequence, 'unknown', { nextAttemptAtMs: START_MS + 7_000 });
    const { answers, asked } = at.inTurn();
    at.start(answers);
    at.sender.wake();
    await at.clock.advance(7_000);
    expect(asked.map(({ how, attempt }) => [how, attempt.doubtAgeMs])).toEqual([['verify', 7_000]]);
  });

  it('begins anew when the change was sent again in between', async () => {
    const { answers, asked } = at.inTurn(
      inDoubt(timeout('lost'), 5_000),
      again(0),
      inDoubt(timeout('lost'), 1_000),
    );
    at.start(answers);
    at.save(patient('a'));
    at.sender.wake();
    await at.clock.advance(6_000);
    expect(asked.map(({ how, attempt }) => [how, attempt.doubtAgeMs])).toEqual([
      ['send', 0],
      ['verify', 5_000],
      ['send', 0],
      ['verify', 1_000],
    ]);
  });

  it('keeps what a person decided while it was being verified', async () => {
    const { answers, asked } = byHand();
    at.start(answers);
    const row = at.save(patient('a'));
    moveRow(at.store.db, row.sequence, 'sending');
    moveRow(at.store.db, row.sequence, 'unknown');
    at.sender.wake();
    await at.clock.settle();
    moveRow(at.store.db, row.sequence, 'discarded');
    asked[0]?.answer(confirmed(() => [{ kind: 'patient', serverId: 'x' }]));
    await at.clock.settle();
    expect(at.now(row).state).toBe('discarded');
    expect(at.written).toEqual([]);
    expect(at.moved).toEqual([]);
  });

  it('is what becomes of a change whose sending failed in a way that nobody foresaw', async () => {
    const { answers, asked } = at.inTurn(new RangeError('a mistake'));
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({
      state: 'unknown',
      lastError: { kind: 'bug', operation: 'patient.create' },
    });
    await at.clock.advance(60_000);
    expect(asked.map(({ how }) => how)).toEqual(['send', 'verify']);
  });
});

describe('what is kept of an answer', () => {
  it('is what it changed, and who must look again', async () => {
    const { answers } = at.inTurn(confirmed(() => [{ kind: 'patient', serverId: 'at the service' }]));
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.written).toEqual([{ kind: 'patient', serverId: 'at the service' }]);
    expect(at.now(row)).toMatchObject({ state: 'confirmed', finishedAtMs: START_MS });
    expect(at.moved).toEqual([`${row.id} sending`, `${row.id} confirmed`]);
  });

  it('says by the service’s time when it was sent and when it ended, however wrong this machine’s clock is', async () => {
    const serverNowMs = (): number => at.clock.nowMs() - 3_600_000;
    const { answers } = at.inTurn(inDoubt(timeout('slow'), 5_000));
    at.start(answers, { serverNowMs });
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({
      attemptedAtMs: START_MS - 3_600_000,
      nextAttemptAtMs: START_MS + 5_000,
    });
    await at.clock.advance(5_000);
    expect(at.now(row)).toMatchObject({ state: 'confirmed', finishedAtMs: START_MS + 5_000 - 3_600_000 });
  });

  it('is what the service said, when a person has to decide; nothing is tried again then', async () => {
    const error = rejected('no');
    const { answers, asked } = at.inTurn(forHuman('refused', error, { said: 'no' }));
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.advance(600_000);
    expect(at.now(row)).toMatchObject({
      state: 'refused',
      lastError: error,
      answer: { said: 'no' },
      nextAttemptAtMs: null,
    });
    expect(asked).toHaveLength(1);
  });

  it('is no answer, and the old one is not lost, when the service said nothing', async () => {
    const { answers } = at.inTurn(forHuman('conflict', rejected('again')));
    at.start(answers);
    const row = at.save(patient('a'));
    changeRow(at.store.db, row.sequence, { answer: { said: 'before' } });
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({ state: 'conflict', answer: { said: 'before' } });
  });

  it('is why a change was given up', async () => {
    const { answers } = at.inTurn({ to: 'discarded', resolution: { lapsed: true } });
    at.start(answers);
    const row = at.save(patient('a'));
    moveRow(at.store.db, row.sequence, 'sending');
    moveRow(at.store.db, row.sequence, 'unknown');
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row)).toMatchObject({
      state: 'discarded',
      resolution: { lapsed: true },
      finishedAtMs: START_MS,
    });
  });
});

describe('a change that this version cannot read', () => {
  it('is not sent: a person has to decide', async () => {
    const { answers, asked } = at.inTurn();
    at.start(answers);
    const row = at.save(patient('a'));
    run(at.store.db, 'UPDATE outbox SET payload_version = 99');
    at.sender.wake();
    await at.clock.settle();
    expect(asked).toHaveLength(0);
    expect(at.now(row)).toMatchObject({ state: 'needs-human', lastError: { kind: 'bug' } });
  });
});

describe('answers that waiting does not improve', () => {
  const nonsense = (text = 'no sense'): Verdict => inDoubt(bug(text, { origin: 'service' }), 0);
  const foreign = (): Verdict => inDoubt(busy('gateway', null, 'a proxy'), 0);
  const cut = (): Verdict => inDoubt(timeout('lost'), 0);
  const repeat = (times: number, verdict: () => Verdict): Verdict[] => Array.from({ length: times }, verdict);

  async function endOf(...verdicts: Verdict[]): Promise<{ state: string; asked: number }> {
    const { answers, asked } = at.inTurn(...verdicts);
    at.start(answers);
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    return { state: at.now(row).state, asked: asked.length };
  }

  it('go to a person after five in a row', async () => {
    expect(await endOf(...repeat(9, nonsense))).toEqual({ state: 'needs-human', asked: 5 });
  });

  it('go on counting when the change was sent again in between', async () => {
    expect(await endOf(...repeat(4, nonsense), again(0), nonsense())).toEqual({
      state: 'needs-human',
      asked: 6,
    });
  });

  it('are counted anew after any other answer', async () => {
    expect(await endOf(...repeat(4, nonsense), cut(), ...repeat(4, nonsense))).toMatchObject({
      state: 'confirmed',
    });
    expect(
      await endOf(
        ...repeat(4, nonsense),
        waiting(offline('refused', 'not-sent', 'cut'), { delayMs: 0 }),
        ...repeat(4, nonsense),
      ),
    ).toMatchObject({ state: 'confirmed' });
  });

  it.each([rejected('no such key'), conflict('state', ''), notFound('')])(
    'to looks are hopeless too where the service refuses to be asked: $kind',
    async (error) => {
      const refused = (): Verdict => inDoubt(error, 0);
      expect(await endOf(...repeat(9, refused))).toEqual({ state: 'needs-human', asked: 5 });
    },
  );

  it('of different kinds do not add up', async () => {
    expect(await endOf(...repeat(4, nonsense), foreign(), ...repeat(4, nonsense))).toMatchObject({
      state: 'confirmed',
    });
  });

  const MINUTE_MS = 60_000;
  const serverError = (): AppError => busy('server-error', null, '500');
  /** A page of maintenance, or of a proxy, whatever status it comes with. */
  const pageOnTheWay = (): AppError => busy('gateway', null, '403, and not by the service itself');

  /** Server errors about one change while the rest is answered as `meanwhile` notes, and other answers where `instead` gives one. */
  function startFailing(
    meanwhile: () => void,
    {
      of = inDoubt,
      error = serverError,
      instead = () => null,
    }: {
      of?: (error: AppError) => Verdict;
      error?: () => AppError;
      instead?: (asked: number) => Verdict | null;
    } = {},
  ): OutboxRow {
    let asked = 0;
    at.start(async () => {
      meanwhile();
      asked += 1;
      return instead(asked) ?? of(error());
    });
    const row = at.save(patient('a'));
    at.sender.wake();
    return row;
  }
  const othersAreRead = (): void => void (at.answeredWellAtMs = at.clock.monotonicMs());
  const othersAreCarriedOut = (): void => {
    othersAreRead();
    at.changedWellAtMs = at.clock.monotonicMs();
  };

  it.each([
    ['a change in doubt', (error: AppError) => inDoubt(error)],
    ['a look before anything was sent', (error: AppError) => waiting(error)],
  ])(
    'that are server errors about %s go to a person in the end while other changes are carried out',
    async (_what, of) => {
      const row = startFailing(othersAreCarriedOut, { of });
      await at.clock.advance(9 * MINUTE_MS);
      expect(at.now(row).state).not.toBe('needs-human');
      expect(at.now(row).attempts).toBeGreaterThan(5);
      await at.clock.advance(16 * MINUTE_MS);
      expect(at.now(row)).toMatchObject({ state: 'needs-human', lastError: { reason: 'server-error' } });
      expect(choicesOf(at.now(row), null)).toContain('give-up');
    },
  );

  it.each([
    ['server errors', serverError],
    ['pages of something on the way', pageOnTheWay],
    ['now the one and now the other', () => (at.clock.monotonicMs() % 2 ? serverError() : pageOnTheWay())],
  ])(
    'that are %s are waited for an hour while the service is only read: it may be worked on',
    async (_what, error) => {
      const row = startFailing(othersAreRead, { error });
      await at.clock.advance(58 * MINUTE_MS);
      expect(at.now(row).state).toBe('unknown');
      await at.clock.advance(12 * MINUTE_MS);
      expect(at.now(row).state).toBe('needs-human');
    },
  );

  it('that are pages of something on the way go to a person while other changes get through: it objects to this one', async () => {
    const row = startFailing(othersAreCarriedOut, { error: pageOnTheWay });
    await at.clock.advance(25 * MINUTE_MS);
    expect(at.now(row)).toMatchObject({ state: 'needs-human', lastError: { reason: 'gateway' } });
    expect(choicesOf(at.now(row), null)).toContain('give-up');
  });

  it('that are server errors are nobody’s decision where the service has only just begun to carry out changes again', async () => {
    const row = startFailing(() => {
      othersAreRead();
      // The first change that gets through after three quarters of an hour, while this one still fails.
      if (at.clock.monotonicMs() >= 45 * MINUTE_MS) at.changedWellAtMs = at.clock.monotonicMs();
    });
    await at.clock.advance(52 * MINUTE_MS);
    expect(at.changedWellAtMs).toBeGreaterThan(0);
    expect(at.now(row).state).toBe('unknown');
  });

  it('that are server errors count from when other requests are answered again', async () => {
    const row = startFailing(() => {
      if (at.clock.monotonicMs() >= 55 * MINUTE_MS) othersAreRead();
    });
    await at.clock.advance(100 * MINUTE_MS);
    expect(at.now(row).state).toBe('unknown');
    await at.clock.advance(30 * MINUTE_MS);
    expect(at.now(row).state).toBe('needs-human');
  });

  it('that are server errors go on counting when an answer is lost between', async () => {
    const row = startFailing(othersAreRead, { instead: (asked) => (asked % 6 === 0 ? cut() : null) });
    await at.clock.advance(80 * MINUTE_MS);
    expect(at.now(row).state).toBe('needs-human');
  });

  it('that are neither the service’s nor a change’s own are waited for, however long, while nothing else is answered either', async () => {
    at.start(async () => inDoubt(at.clock.monotonicMs() % 2 ? serverError() : pageOnTheWay()));
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.advance(3 * 60 * 60_000);
    expect(at.now(row).state).toBe('unknown');
  });

  it('to looks before anything was sent go to a person as well', async () => {
    const unread = (): Verdict => waiting(bug('no sense', { origin: 'service' }), { delayMs: 0 });
    expect(await endOf(...repeat(9, unread))).toEqual({ state: 'needs-human', asked: 5 });
  });

  it('are not counted when the service itself is busy, however well it answers everything else', async () => {
    at.answeredWellAtMs = 0;
    let asked = 0;
    at.start(async () => {
      at.answeredWellAtMs += 1;
      asked += 1;
      return asked < 20 ? inDoubt(busy('server-error', null, 'later'), 0) : confirmed();
    });
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row).state).toBe('confirmed');
  });

  it('to looks are counted anew after a look that was answered as it should be', async () => {
    const notThere = (): Verdict => looked({ to: 'unknown', error: null, delayMs: 0, counted: false });
    // The change is sent first: the other answers are to looks.
    expect(
      await endOf(
        ...repeat(4, nonsense),
        notThere(),
        ...repeat(3, nonsense),
        notThere(),
        ...repeat(3, nonsense),
        notThere(),
        ...repeat(3, nonsense),
      ),
    ).toMatchObject({ state: 'confirmed' });
  });

  it('to requests that carry the change out add up, however well the looks between them are answered', async () => {
    const asked: string[] = [];
    at.start(async (attempt, how) => {
      asked.push(how);
      // Else it would be asked for ever where nothing adds up.
      if (asked.length > 40) return confirmed();
      return how === 'send' ? nonsense() : looked(again());
    });
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row).state).toBe('needs-human');
    expect(asked.filter((how) => how === 'send')).toHaveLength(5);
  });

  it('that stand from before while the change only waits are counted once', async () => {
    const { asked, answers } = at.inTurn();
    at.start(async (attempt, how) => {
      await answers(attempt, how);
      if (asked.length === 1) return nonsense();
      return asked.length < 12 ? tooEarly(attempt.row, 0) : confirmed();
    });
    const row = at.save(patient('a'));
    at.sender.wake();
    await at.clock.settle();
    expect(at.now(row).state).toBe('confirmed');
  });
});
