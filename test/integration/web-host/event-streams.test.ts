// Events over real HTTP: resynchronising, what was missed, and streams that end or are cut off.
import { describe, expect, test } from 'vitest';
import { MINUTE_MS, useWebHost } from './support/host-under-test.ts';

const desk = useWebHost();
const { origin, json, ask, openSession, bearerFor, callWith } = desk;

describe('events', () => {
  /** Lines of an open stream, blank ones left out. */
  async function openEvents(query = '', bearer?: string) {
    const abort = new AbortController();
    const answer = await fetch(`${origin()}/api/events${query}`, {
      headers: { authorization: `Bearer ${bearer ?? (await bearerFor())}` },
      signal: abort.signal,
    });
    expect(answer.status).toBe(200);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let heartbeats = 0;
    const nextLine = async (): Promise<string | null> => {
      for (;;) {
        const end = rest.indexOf('\n');
        if (end >= 0) {
          const line = rest.slice(0, end);
          rest = rest.slice(end + 1);
          return line;
        }
        const { value, done } = await reader.read();
        if (done) return null;
        rest += value;
      }
    };
    return {
      askAgainS: answer.headers.get('retry-after'),
      close: () => abort.abort(),
      heartbeats: () => heartbeats,
      nextLine,
      async next(): Promise<unknown> {
        for (;;) {
          const line = await nextLine();
          if (line === null) return null;
          if (line !== '') return JSON.parse(line);
          heartbeats += 1;
        }
      },
    };
  }

  test('a new window resynchronises, then hears what changes', async () => {
    const stream = await openEvents();
    expect(await stream.next()).toEqual({ type: 'resynchronise', run: 'run-1', number: 0 });
    desk.engine.events.publish(['board']);
    expect(await stream.next()).toEqual({ type: 'changed', run: 'run-1', number: 1, topics: ['board'] });
    stream.close();
  });

  test('a window that comes back gets what it missed, in order and once', async () => {
    desk.engine.events.publish(['board']);
    desk.engine.events.publish(['outbox']);
    desk.engine.events.publish(['staff']);
    const stream = await openEvents('?run=run-1&number=1');
    expect(await stream.next()).toMatchObject({ number: 2, topics: ['outbox'] });
    expect(await stream.next()).toMatchObject({ number: 3, topics: ['staff'] });
    stream.close();
  });

  const numbersOf = async (stream: { next(): Promise<unknown> }, count: number): Promise<number[]> => {
    const numbers: number[] = [];
    while (numbers.length < count) {
      const event = (await stream.next()) as { number: number } | null;
      if (event === null) break;
      numbers.push(event.number);
    }
    return numbers;
  };
  const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

  test('a window that missed as many as the desk keeps gets all of them, in order and once', async () => {
    for (let sent = 0; sent < 1_000; sent += 1) desk.engine.events.publish(['board']);
    const stream = await openEvents('?run=run-1&number=0');
    expect(await numbersOf(stream, 1_000)).toEqual(upTo(1_000));
    desk.engine.events.publish(['staff']);
    expect(await stream.next()).toMatchObject({ number: 1_001, topics: ['staff'] });
    stream.close();
  });

  test('a window that reads is not cut off by as many at once, as a further desk passes them on', async () => {
    const stream = await openEvents();
    await stream.next();
    for (let sent = 0; sent < 1_000; sent += 1) desk.engine.events.publish(['board']);
    expect(await numbersOf(stream, 1_000)).toEqual(upTo(1_000));
    stream.close();
  });

  test.each(['?run=earlier-run&number=7', '?run=run-1&number=99', '?number=1', '?run=run-1&number=-1'])(
    'the cursor %s resynchronises',
    async (query) => {
      desk.engine.events.publish(['board']);
      const stream = await openEvents(query);
      expect(await stream.next()).toEqual({ type: 'resynchronise', run: 'run-1', number: 1 });
      stream.close();
    },
  );

  test('a quiet stream shows that it stands', async () => {
    const stream = await openEvents();
    await stream.next();
    expect([await stream.nextLine(), await stream.nextLine()]).toEqual(['', '']);
    stream.close();
  });

  test('a window that goes away is forgotten', async () => {
    const stream = await openEvents();
    await stream.next();
    expect(desk.engine.listenerCount()).toBe(1);
    stream.close();
    await expect.poll(() => desk.engine.listenerCount()).toBe(0);
  });

  test('a window that does not read is cut off instead of filling the memory', async () => {
    const stream = await openEvents();
    await stream.next();
    await expect
      .poll(
        () => {
          for (let sent = 0; sent < 5_000; sent += 1)
            desk.engine.events.publish(['board', 'outbox', 'activity']);
          return desk.engine.listenerCount();
        },
        { interval: 5 },
      )
      .toBe(0);
    stream.close();
  });

  test('a window that opens streams without end loses its own oldest ones, and shuts nobody out', async () => {
    const other = await openEvents();
    await other.next();
    const bearer = await bearerFor();
    const streams = [];
    for (let count = 0; count < 20; count += 1) streams.push(await openEvents('', bearer));
    expect(desk.engine.listenerCount()).toBe(9);
    await streams[0]?.next();
    expect(await streams[0]?.next()).toBeNull();
    desk.engine.events.publish(['board']);
    await streams[19]?.next();
    expect(await streams[19]?.next()).toMatchObject({ topics: ['board'] });
    expect(await other.next()).toMatchObject({ topics: ['board'] });
    for (const stream of [other, ...streams]) stream.close();
  });

  test('many windows that open streams without end shut nobody out either', async () => {
    const quiet = await openEvents();
    for (let window = 0; window < 20; window += 1) {
      const bearer = await bearerFor();
      for (let count = 0; count < 8; count += 1) await openEvents('', bearer);
    }
    expect(desk.engine.listenerCount()).toBe(128);
    await quiet.next();
    desk.engine.events.publish(['board']);
    expect(await quiet.next()).toMatchObject({ topics: ['board'] });
    expect(await (await openEvents()).next()).toMatchObject({ type: 'resynchronise' });
  });

  test('more windows than a browser has connections for ask again instead of keeping one each, and miss nothing', async () => {
    await desk.host.close();
    desk.passingMs = 50;
    await desk.start();
    const lasting = [];
    for (let count = 0; count < 4; count += 1) lasting.push(await openEvents());
    expect(lasting.map(({ askAgainS }) => askAgainS)).toEqual([null, null, null, null]);
    const fifth = await openEvents();
    expect(fifth.askAgainS).toBe('2');
    expect(await fifth.next()).toMatchObject({ type: 'resynchronise', number: 0 });
    expect(await fifth.next()).toBeNull();
    expect(desk.engine.listenerCount()).toBe(4);
    desk.engine.events.publish(['board']);
    const again = await openEvents('?run=run-1&number=0');
    expect(await again.next()).toMatchObject({ number: 1, topics: ['board'] });
    expect(await again.next()).toBeNull();

    lasting[0]?.close();
    await expect.poll(() => desk.engine.listenerCount()).toBe(3);
    const kept = await openEvents('?run=run-1&number=1');
    expect(kept.askAgainS).toBeNull();
    for (const stream of [...lasting, kept]) stream.close();
  });

  test('a window that listens keeps its bearer; one that is signed out stops hearing', async () => {
    const { bearer } = await openSession();
    const stream = await openEvents('', bearer);
    await stream.next();
    for (let count = 0; count < 4; count += 1) {
      desk.nowMs += 10 * MINUTE_MS;
      await stream.nextLine();
      await stream.nextLine();
    }
    expect((await callWith(bearer)).status).toBe(200);
    await ask('/api/sign-out', {}, json({ authorization: `Bearer ${bearer}` }));
    await expect.poll(() => desk.engine.listenerCount()).toBe(0);
    stream.close();
  });

  test('stopping the host ends the streams', async () => {
    const stream = await openEvents();
    await stream.next();
    await desk.host.close();
    expect(await stream.next()).toBeNull();
    expect(desk.engine.listenerCount()).toBe(0);
  });
});
