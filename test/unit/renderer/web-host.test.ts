// What a browser's window sends to its desk, and what it keeps back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LARGEST_CALL_BYTES } from '../../../src/contract/largest-call.ts';
import { useEngineLink } from '../../../src/renderer/host/engine-link.ts';
import { webHost } from '../../../src/renderer/host/web-host.ts';
import { errorWords } from '../../../src/renderer/shared/words/error-words.ts';

let sent: string[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('window', { setInterval: () => 0 });
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    sent.push(body);
    return Response.json({ ok: true, value: {} });
  });
});
afterEach(() => vi.unstubAllGlobals());

const host = () =>
  webHost({
    enter: () => Promise.resolve({ kind: 'open', bearer: 'bearer-1' }),
    leave: () => undefined,
    forget: () => undefined,
  });
const find = (text: string) => host().call({ name: 'search.find', input: { text } });

it('keeps back a call that the desk would refuse for its size, and says in words that it is too long', async () => {
  const answer = await find('ł'.repeat(LARGEST_CALL_BYTES / 2));
  expect(sent).toEqual([]);
  expect(answer).toMatchObject({ ok: false, error: { kind: 'rejected' } });
  if (!answer.ok) expect(errorWords(answer.error).advice).toMatch(/longer than .* Shorten it/);
});

it('sends a call as large as the desk takes', async () => {
  const around = JSON.stringify({ name: 'search.find', input: { text: '' } }).length;
  expect(await find('x'.repeat(LARGEST_CALL_BYTES - around))).toEqual({ ok: true, value: {} });
  expect(sent).toHaveLength(1);
  expect(await find('x'.repeat(LARGEST_CALL_BYTES - around + 1))).toMatchObject({ ok: false });
});

it.each([500, 503, 404])('says so where no events are told (%d), and not once they are', async (status) => {
  const events = new TransformStream<Uint8Array, Uint8Array>();
  const answers = [new Response('no', { status }), new Response(events.readable)];
  const waits: (() => void)[] = [];
  vi.stubGlobal('window', {
    setInterval: () => 0,
    setTimeout: (run: () => void, ms: number) => (ms < 10_000 ? waits.push(run) : 0),
    clearTimeout: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('fetch', async () => answers.shift());
  useEngineLink.setState({ link: 'up' });
  const stop = host().subscribe(null, () => undefined);
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  expect(useEngineLink.getState().link).toBe('stopped');
  waits[0]?.();
  await vi.waitFor(() => expect(useEngineLink.getState().link).toBe('up'));
  stop();
});

it('says so where the desk takes the stream of events and sends no sign of life for three times as long as it should', async () => {
  const limits: (() => void)[] = [];
  vi.stubGlobal('window', {
    setInterval: () => 0,
    setTimeout: (run: () => void, ms: number) => (ms > 40_000 ? limits.push(run) : 0),
    clearTimeout: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  useEngineLink.setState({ link: 'up', isSilent: false });
  const stop = host().subscribe(null, () => undefined);
  expect(limits).toHaveLength(1);
  expect(useEngineLink.getState().isSilent).toBe(false);
  limits[0]?.();
  expect(useEngineLink.getState().isSilent).toBe(true);
  stop();
});
