// What answers and events teach the screens, by what the contract says of each operation.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskEvent } from '../../../src/contract/events.ts';
import type { Call } from '../../../src/contract/operation.ts';
import { useActor } from '../../../src/renderer/host/actor.ts';
import { createDeskClient, openDeskClient } from '../../../src/renderer/host/desk-client.ts';
import { foundWhenFailed, reportEngineLink, useEngineLink } from '../../../src/renderer/host/engine-link.ts';
import type { Host } from '../../../src/renderer/host/host.ts';
import { bug, conflict, notSignedIn, offline } from '../../../src/domain/app-error.ts';
import type { Result } from '../../../src/domain/app-error.ts';
import { wallClockAt } from '../../../src/domain/site-time.ts';
import { questionOf } from '../../../src/renderer/host/query-cache.ts';
import { serviceNowMs, serviceTimeOf } from '../../../src/renderer/host/service-clock.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());
const settled = () => new Promise<void>((done) => setImmediate(done));
const AS = { commandId: 'd1b5d0f4-7d0c-4f0e-9d4e-0f5f7f7d2f10', actor: 'Desk' };
const VISIT = questionOf('visits.get', { visitId: 'v1' });
const BOARD = questionOf('board.get', {});
const visitAt = (version: number) => ({ id: 'v1', version, deskState: 'arrived', labelList: [] });

function bench(answers: Partial<Record<string, unknown>>) {
  const calls: Call[] = [];
  let tell: (event: DeskEvent) => void = () => undefined;
  const desk = createDeskClient({
    kind: 'browser',
    call: (call) => {
      calls.push(call);
      return Promise.resolve({ ok: true, value: answers[call.name] });
    },
    subscribe: (_cursor, listener) => {
      tell = listener;
      return () => undefined;
    },
  });
  const changed = (...topics: Extract<DeskEvent, { type: 'changed' }>['topics']) =>
    tell({ type: 'changed', run: 'r', number: 1, topics });
  const asked = (name: string) => calls.filter((call) => call.name === name).length;
  return { desk, calls, asked, changed, tell: (event: DeskEvent) => tell(event) };
}

describe('a call whose answer is lost on the way', () => {
  const lost = { ok: false, error: offline('engine', 'unknown', 'reset') } as const;
  const notSent = { ok: false, error: offline('engine', 'not-sent', 'nobody there') } as const;
  function deskThatAnswers(...answers: Result<unknown>[]) {
    const calls: Call[] = [];
    const desk = createDeskClient({
      kind: 'browser',
      call: (call) => Promise.resolve(answers[calls.push(call) - 1] ?? notSent),
      subscribe: () => () => undefined,
    });
    return { desk, calls };
  }
  const hold = (desk: ReturnType<typeof createDeskClient>) =>
    desk.command('walkIn.release', { visitId: 'v1', seenVersion: 1 }, AS);

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is made again with the same id, and nobody is told', async () => {
    const { desk, calls } = deskThatAnswers(lost, notSent, { ok: true, value: { visitId: 'v1' } });
    const answer = hold(desk);
    await vi.advanceTimersByTimeAsync(1_300);
    expect(await answer).toMatchObject({ ok: true });
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  it('is made again as whoever made it, also when somebody else has signed in meanwhile', async () => {
    useActor.setState({ initials: 'JB', handle: 'handle of JB' });
    const { desk, calls } = deskThatAnswers(lost, notSent, { ok: true, value: { visitId: 'v1' } });
    const answer = hold(desk);
    useActor.getState().signedOut('handle of JB');
    await vi.advanceTimersByTimeAsync(300);
    useActor.getState().signedIn('MC', 'handle of MC');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toMatchObject({ ok: true });
    const made = calls.filter(({ name }) => name === 'walkIn.release');
    expect(made.map(({ handle }) => handle)).toEqual(Array(3).fill('handle of JB'));
    useActor.setState({ initials: 'Desk', handle: null });
  });

  it('is told as perhaps done in the end, although the last ones were not sent', async () => {
    const { desk, calls } = deskThatAnswers(lost);
    const answer = hold(desk);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toMatchObject({ ok: false, error: { reason: 'engine', delivery: 'unknown' } });
    expect(calls).toHaveLength(4);
  });

  it('is told as perhaps done where the desk has started anew and knows nobody any more', async () => {
    const unknown = { ok: false, error: notSignedIn('started anew') } as const;
    useActor.getState().signedIn('JB', 'handle of JB');
    const { desk, calls } = deskThatAnswers(lost, unknown, unknown);
    const first = hold(desk);
    await vi.advanceTimersByTimeAsync(300);
    expect(await first).toMatchObject({ ok: false, error: { kind: 'offline', delivery: 'unknown' } });
    expect(useActor.getState().handle).toBeNull();
    expect(calls).toHaveLength(2);
    // Pressed again before somebody has signed in: what the first one did is still not known.
    expect(await hold(desk)).toMatchObject({ error: { kind: 'offline', delivery: 'unknown' } });
  });

  it('is told as of when it was lost, so that whoever reads it sees that the desk was found since', async () => {
    useActor.getState().signedIn('JB', 'handle of JB');
    const { desk } = deskThatAnswers(lost, { ok: false, error: notSignedIn('started anew') });
    const answer = hold(desk);
    await vi.advanceTimersByTimeAsync(0);
    reportEngineLink('up');
    await vi.advanceTimersByTimeAsync(300);
    const told = await answer;
    if (told.ok) throw new Error('nothing was to be answered');
    expect(useEngineLink.getState().engineFound - foundWhenFailed(told.error).engine).toBe(1);
  });

  it('is made again in the name of whoever made it, also when somebody else has taken the window over', async () => {
    useActor.getState().signedIn('JB', 'handle of JB');
    const { desk, calls } = deskThatAnswers(lost, { ok: true, value: { visitId: 'v1' } });
    const answer = hold(desk);
    await vi.advanceTimersByTimeAsync(0);
    useActor.getState().signedIn('AK', 'handle of AK');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toMatchObject({ ok: true });
    expect(calls.map(({ handle }) => handle)).toEqual(['handle of JB', 'handle of JB']);
  });

  it('has the visit asked for once more: the answer says how it was when it was done first', async () => {
    const { desk, calls } = deskThatAnswers(
      { ok: true, value: visitAt(3) },
      lost,
      { ok: true, value: visitAt(2) },
      { ok: true, value: visitAt(3) },
    );
    desk.watch(VISIT, () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    const moved = desk.command('visits.move', { visitId: 'v1', seenVersion: 1, to: 'arrived' }, AS);
    await vi.advanceTimersByTimeAsync(300);
    expect(await moved).toMatchObject({ ok: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.map(({ name }) => name)).toEqual(['visits.get', 'visits.move', 'visits.move', 'visits.get']);
    expect(desk.read(VISIT).value).toMatchObject({ version: 3 });
  });

  it('is not made again when nothing was sent, or when something else stood in the way', async () => {
    for (const told of [notSent, { ok: false, error: conflict('changed', 'x') } as const]) {
      const { desk, calls } = deskThatAnswers(told);
      expect(await hold(desk)).toMatchObject({ ok: false });
      expect(calls.filter(({ name }) => name === 'walkIn.release')).toHaveLength(1);
    }
  });
});

describe('the screens’ client', () => {
  it('asks at its start once for all, and goes on with the events from there', async () => {
    const calls: string[] = [];
    const cursors: unknown[] = [];
    const answers = {
      'session.get': { nowMs: 1_000 },
      'connection.get': { state: 'online' },
      'staff.list': { items: [] },
      'board.get': { nowMs: 1_000, rows: [{ id: 'v1', label: 'tube \u202Edesrever' }] },
    };
    // Not a zone that a browser could know: what is said of it is all that its clock is told by.
    const zone = { timeZone: 'The/Site', spans: [{ fromMs: 1e12, toMs: 2e12, aheadMs: 600_000 }] };
    const desk = await openDeskClient({
      kind: 'browser',
      call: ({ name }) => {
        calls.push(name);
        return Promise.resolve({ ok: true, value: { cursor: { run: 'r', number: 7 }, zone, answers } });
      },
      subscribe: (cursor) => {
        cursors.push(cursor);
        return () => undefined;
      },
    });
    desk.watch(BOARD, () => undefined);
    desk.watch(questionOf('session.get', {}), () => undefined);
    await settled();
    expect(calls).toEqual(['opening.get']);
    expect(cursors).toEqual([{ run: 'r', number: 7 }]);
    expect(wallClockAt(Date.UTC(2026, 6, 1, 8), 'The/Site').time).toBe('08:10');
    expect(desk.read(BOARD).value).toMatchObject({ rows: [{ label: 'tube desrever' }] });
    expect(serviceNowMs()).toBeLessThan(60_000);
  });

  it('asks each question by itself where the first answer cannot be had', async () => {
    const calls: string[] = [];
    const desk = await openDeskClient({
      kind: 'browser',
      call: ({ name }) => {
        calls.push(name);
        return Promise.resolve(
          name === 'opening.get' ? { ok: false, error: bug('cannot be read') } : { ok: true, value: {} },
        );
      },
      subscribe: (cursor) => {
        calls.push(`events from ${String(cursor)}`);
        return () => undefined;
      },
    });
    desk.watch(questionOf('staff.list', {}), () => undefined);
    await settled();
    expect(calls).toEqual(['opening.get', 'events from null', 'staff.list']);
  });

  it('shows the visit that a command answers with, on its own screen and on the board, without asking again', async () => {
    const { desk, asked } = bench({
      'board.get': {
        nowMs: Date.now(),
        rows: [
          { id: 'v1', version: 2 },
          { id: 'v2', version: 9 },
        ],
      },
      'visits.checkIn': visitAt(3),
    });
    desk.watch(BOARD, () => undefined);
    await settled();
    await desk.command('visits.checkIn', { visitId: 'v1', seenVersion: 2, identifiers: [] }, AS);
    expect(desk.read(VISIT).value).toEqual(visitAt(3));
    expect(desk.read(BOARD).value).toMatchObject({ rows: [visitAt(3), { id: 'v2', version: 9 }] });
    expect(asked('visits.get')).toBe(0);
    expect(asked('board.get')).toBe(1);
  });

  it('leaves the board as it is where a scan tells nothing new of the visit, and takes up what it does', async () => {
    const row = { id: 'v1', version: 3, sync: 'synced', labels: { toReprint: 0 } };
    const answers = {
      'board.get': { nowMs: Date.now(), rows: [row] },
      'scan.submit': { kind: 'visit', visit: { ...row, labels: { toReprint: 0 }, history: [] } },
    };
    const { desk } = bench(answers);
    const drawn = vi.fn();
    desk.watch(BOARD, drawn);
    await settled();
    drawn.mockClear();
    const scan = () => desk.command('scan.submit', { text: 'x', visitId: null, source: 'scanner' }, AS);
    await scan();
    expect(drawn).not.toHaveBeenCalled();
    // Also of the same version: what waits to be sent does not count as a change of the visit.
    answers['scan.submit'].visit.labels.toReprint = 1;
    await scan();
    expect(drawn).toHaveBeenCalledTimes(1);
    expect(desk.read(BOARD).value).toMatchObject({ rows: [{ labels: { toReprint: 1 } }] });
  });

  it('never puts an older visit into a newer board', async () => {
    const { desk } = bench({
      'board.get': { nowMs: Date.now(), rows: [{ id: 'v1', version: 5 }] },
      'visits.move': visitAt(4),
    });
    desk.watch(BOARD, () => undefined);
    await settled();
    await desk.command('visits.move', { visitId: 'v1', seenVersion: 3, to: 'arrived' }, AS);
    expect(desk.read(BOARD).value).toMatchObject({ rows: [{ id: 'v1', version: 5 }] });
  });

  it('uses the visit within an answer, when there is one', async () => {
    const { desk } = bench({ 'scan.submit': { kind: 'visit', visit: visitAt(1), matchedBy: 'trf-code' } });
    await desk.command('scan.submit', { text: 'x', visitId: null, source: 'typed' }, AS);
    expect(desk.read(VISIT).value).toEqual(visitAt(1));
    const other = bench({ 'scan.submit': { kind: 'unknown', text: 'x' } });
    await other.desk.command('scan.submit', { text: 'x', visitId: null, source: 'typed' }, AS);
    expect(other.desk.read(VISIT).value).toBeNull();
  });

  it('shows an own request about an order or a registration before it is done, so that the next one is not told of it', async () => {
    const ORDER = questionOf('orders.get', { orderId: 'o1' });
    const REQUESTS = questionOf('registrations.requests', { registrationId: 'r1' });
    const { desk, asked } = bench({
      'orders.get': { id: 'o1', version: 1 },
      'orders.reship': { id: 'o1', version: 2 },
      'registrations.requests': { registrationId: 'r1', version: 1 },
      'registrations.retest': { registrationId: 'r1', version: 2 },
    });
    for (const question of [ORDER, REQUESTS]) desk.watch(question, () => undefined);
    await settled();
    await desk.command('orders.reship', { orderId: 'o1', seenVersion: 1 }, AS);
    expect(desk.read(ORDER).value).toEqual({ id: 'o1', version: 2 });
    await desk.command('registrations.retest', { registrationId: 'r1', seenVersion: 1 }, AS);
    expect(desk.read(REQUESTS).value).toEqual({ registrationId: 'r1', version: 2 });
    expect([asked('orders.get'), asked('registrations.requests')]).toEqual([1, 1]);
  });

  it('takes nothing from an answer of which the contract says nothing, whatever it looks like', async () => {
    const { desk } = bench({ 'staff.add': visitAt(1) });
    await desk.command('staff.add', { initials: 'AB', name: 'A B' }, AS);
    expect(desk.read(VISIT).value).toBeNull();
  });

  it('asks again for a visit when an event came while the command was under way', async () => {
    const { desk, asked, changed } = bench({ 'visits.get': visitAt(4), 'visits.move': visitAt(3) });
    desk.watch(VISIT, () => undefined);
    await settled();
    const answer = desk.command('visits.move', { visitId: 'v1', seenVersion: 2, to: 'arrived' }, AS);
    changed('staff');
    await answer;
    await settled();
    expect(asked('visits.get')).toBe(2);
    expect(desk.read(VISIT).value).toEqual(visitAt(4));
  });

  it('takes the service’s time from the answers that tell it by the contract', async () => {
    const lateMs = Date.UTC(2030, 0, 1);
    const { desk } = bench({ 'training.advanceClock': { serviceNowMs: lateMs } });
    await desk.command('training.advanceClock', { seconds: 60 }, AS);
    expect(Math.abs(serviceNowMs() - lateMs)).toBeLessThan(5_000);
    // A moment that only this machine's clock has noted is told by the service's clock as well.
    expect(Math.abs(serviceTimeOf(Date.now() - 60_000) - (lateMs - 60_000))).toBeLessThan(5_000);
    expect(desk.read(questionOf('training.get', {})).value).toEqual({ serviceNowMs: lateMs });
  });

  it('asks again for everything that is shown when events were missed', async () => {
    const { desk, asked, tell } = bench({ 'board.get': { rows: [] }, 'visits.get': visitAt(1) });
    desk.watch(BOARD, () => undefined);
    desk.watch(VISIT, () => undefined)();
    await settled();
    tell({ type: 'resynchronise', run: 'another', number: 0 });
    await settled();
    expect(asked('board.get')).toBe(2);
    expect(asked('visits.get')).toBe(1);
  });

  it('asks again for everything that is shown when a command met a change of others', async () => {
    const calls: string[] = [];
    const conflicts: Host['call'] = ({ name }) => {
      calls.push(name);
      return Promise.resolve(
        name === 'visits.get'
          ? { ok: true, value: visitAt(1) }
          : { ok: false, error: conflict('changed', 'Somebody else was first.') },
      );
    };
    const desk = createDeskClient({ kind: 'browser', call: conflicts, subscribe: () => () => undefined });
    desk.watch(VISIT, () => undefined);
    await settled();
    await desk.command('visits.move', { visitId: 'v1', seenVersion: 0, to: 'expected' }, AS);
    await settled();
    expect(calls).toEqual(['visits.get', 'visits.move', 'visits.get']);
  });

  it('shows texts of others without marks that turn writing round, and leaves the parts of names and what was typed', async () => {
    // A name that the engine has set apart keeps its marks; those of others that turn writing round go.
    const apart = '\u2068כהן, דוד\u2069 12.5';
    const comment = `${apart} \u202Egnihton\u202C \u2067is\u2069 wrong`;
    const person = { firstName: '\u202EJames', lastName: 'محمد' };
    const { desk } = bench({
      'visits.get': { ...visitAt(1), products: [comment], activity: [{ reason: comment }], person },
      'visits.move': { ...visitAt(2), products: [comment] },
      'drafts.list': { items: [{ form: 'a', text: comment, ageMs: 1 }] },
    });
    desk.watch(VISIT, () => undefined);
    await settled();
    const clean = `${apart} gnihton is wrong`;
    expect(desk.read(VISIT).value).toMatchObject({
      products: [clean],
      activity: [{ reason: clean }],
      person,
    });
    await desk.command('visits.move', { visitId: 'v1', seenVersion: 1, to: 'expected' }, AS);
    expect(desk.read(VISIT).value).toMatchObject({ products: [clean] });
    expect(await desk.ask('drafts.list', { windowId: AS.commandId })).toMatchObject({
      value: { items: [{ text: comment }] },
    });
  });

  it('shows names and comments written from right to left as they are', async () => {
    const kept = {
      ...visitAt(1),
      products: ['فيتامين د\u200F (25-OH)'],
      person: { firstName: 'رویا‌ها', lastName: 'כהן' },
    };
    const { desk } = bench({ 'visits.get': kept });
    desk.watch(VISIT, () => undefined);
    await settled();
    expect(desk.read(VISIT).value).toBe(kept);
  });
});

describe('a window whose sign-in has ended', () => {
  const NOT_SIGNED_IN = { kind: 'not-signed-in', retry: 'after-sign-in', detail: '' } as const;

  it('asks again with the next sign-in, shows meanwhile what it had, and says with each call who asks', async () => {
    const calls: Call[] = [];
    const desk = createDeskClient({
      kind: 'browser',
      call: (call) => {
        calls.push(call);
        return Promise.resolve(
          call.handle === 'second' ? { ok: true, value: { rows: [] } } : { ok: false, error: NOT_SIGNED_IN },
        );
      },
      subscribe: () => () => undefined,
    });
    useActor.getState().signedIn('MS', 'first');
    let told = 0;
    desk.watch(BOARD, () => (told += 1));
    await settled();
    expect(calls.map(({ handle }) => handle)).toEqual(['first']);
    expect(useActor.getState().handle).toBeNull();
    expect([told, desk.read(BOARD).error]).toEqual([0, null]);
    expect(await desk.command('sync.now', {}, AS)).toMatchObject({ error: { kind: 'not-signed-in' } });

    useActor.getState().signedIn('RT', 'second');
    await settled();
    expect(desk.read(BOARD)).toMatchObject({ value: { rows: [] }, error: null });
    useActor.getState().signedOut('first');
    expect(useActor.getState().handle).toBe('second');
    useActor.getState().signedOut('second');
  });

  it('shows the next person nothing that only the one before was allowed to see', async () => {
    let mayRead = true;
    const desk = createDeskClient({
      kind: 'browser',
      call: () =>
        Promise.resolve(
          mayRead
            ? { ok: true, value: { items: ['MS'] } }
            : { ok: false, error: { kind: 'not-allowed', retry: 'never', roles: ['manager'], detail: '' } },
        ),
      subscribe: () => () => undefined,
    });
    const people = questionOf('staff.people', {});
    desk.watch(people, () => undefined);
    await settled();
    expect(desk.read(people).value).toEqual({ items: ['MS'] });
    mayRead = false;
    desk.resynchronise();
    await settled();
    expect(desk.read(people)).toMatchObject({ value: null, error: { kind: 'not-allowed' } });
  });
});

describe('a window whose machine has slept', () => {
  afterEach(() => void vi.useRealTimers());

  it('asks for the time at once, and does not go by an answer that was on its way meanwhile', async () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const answers: ((nowMs: number) => void)[] = [];
    const desk = createDeskClient({
      kind: 'browser',
      call: () => new Promise((done) => answers.push((nowMs) => done({ ok: true, value: { nowMs } }))),
      subscribe: () => () => undefined,
    });
    const give = async (nowMs: number): Promise<void> => {
      answers.shift()?.(nowMs);
      await vi.advanceTimersByTimeAsync(0);
    };
    desk.watch(questionOf('session.get', {}), () => undefined);
    await give(5_000_000);
    desk.refresh(questionOf('session.get', {}));
    // The monotonic clock stands still.
    vi.setSystemTime(Date.now() + 600_000);
    await give(5_000_000);
    expect(serviceNowMs()).toBe(5_600_000);
    await give(5_601_000);
    expect(serviceNowMs()).toBe(5_601_000);
    expect(answers).toHaveLength(0);
  });
});
