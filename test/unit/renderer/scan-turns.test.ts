// Scans that wait behind one that hangs, when somebody else signs in at the window meanwhile.
import { beforeEach, expect, it, vi } from 'vitest';
import type { ScanOutcome } from '../../../src/contract/scan.ts';

await vi.hoisted(async () => {
  const { giveTabStorage } = await import('../../support/tab-storage.ts');
  giveTabStorage();
  vi.stubGlobal('document', { activeElement: null, querySelector: () => null });
  vi.stubGlobal('HTMLInputElement', class {});
});
vi.mock('../../../src/renderer/ui/alarm-sound.ts', () => ({
  soundAlarm: () => undefined,
  soundGood: () => undefined,
}));
vi.mock('../../../src/renderer/ui/paint-mark.ts', () => ({ markPainted: () => undefined }));

const { submitScan, useScanCard } = await import('../../../src/renderer/app/scan-router.ts');
const { useWrongLabels } = await import('../../../src/renderer/features/visit/wrong-label-store.ts');
const { useActor } = await import('../../../src/renderer/host/actor.ts');

let told: { readonly text: string; readonly actor: string; answer: (outcome: unknown) => void }[];
const way = {
  desk: {
    command: (_name: string, { text }: { text: string }, { actor }: { actor: string }) =>
      new Promise((resolve) => told.push({ text, actor, answer: (value) => resolve({ ok: true, value }) })),
  },
  navigate: (path: string) => expect.unreachable(path),
} as unknown as Parameters<typeof submitScan>[0];
const scan = (text: string, source: 'scanner' | 'typed' = 'typed'): Promise<ScanOutcome | null> =>
  submitScan(way, text, source);
const unknown = (text: string) => ({ kind: 'unknown', text });

beforeEach(() => {
  told = [];
  useActor.getState().signedIn('AB', 'handle-1');
  useScanCard.getState().show(null);
  useWrongLabels.getState().end();
});

it('what waits behind a scan that hangs is not carried out in the name of who has signed in meanwhile', async () => {
  const [hangs, waits] = [scan('FIRST'), scan('SECOND')];
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().signedIn('CD', 'handle-2');
  const theirs = scan('THIRD');
  told[0]?.answer(unknown('FIRST'));
  expect(await hangs).toBeNull();
  expect(await waits).toBeNull();
  // Nor is what came of the first one shown to them.
  expect(useScanCard.getState().card).toBeNull();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  told[1]?.answer(unknown('THIRD'));
  expect(await theirs).toEqual(unknown('THIRD'));
  expect(told.map(({ text, actor }) => [text, actor])).toEqual([
    ['FIRST', 'AB'],
    ['THIRD', 'CD'],
  ]);
});

it('what waits is carried out where the same person signs in again', async () => {
  const [first, second] = [scan('FIRST'), scan('SECOND')];
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().signedIn('AB', 'handle-3');
  told[0]?.answer(unknown('FIRST'));
  expect(await first).toEqual(unknown('FIRST'));
  await vi.waitFor(() => expect(told).toHaveLength(2));
  told[1]?.answer(unknown('SECOND'));
  expect(await second).toEqual(unknown('SECOND'));
});

it('whoever has signed in is told of a scan that was not taken', async () => {
  const [hangs, waits] = [scan('FIRST', 'scanner'), scan('SECOND', 'scanner')];
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().signedIn('CD', 'handle-2');
  told[0]?.answer(unknown('FIRST'));
  expect(await hangs).toBeNull();
  expect(useScanCard.getState().card).toBeNull();
  expect(await waits).toBeNull();
  expect(useScanCard.getState().card).toEqual({ kind: 'not-taken' });
});

it('whoever has signed in is told of a scan that proved nothing', async () => {
  const proves = scan('FORM', 'scanner');
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().signedIn('CD', 'handle-2');
  told[0]?.answer({ kind: 'label-not-proven', why: 'not-printed' });
  expect(await proves).toBeNull();
  expect(useScanCard.getState().card).toEqual({ kind: 'not-taken' });
});

it('the alarm counts a scan that was dropped', async () => {
  const [wrong, waits] = [scan('WRONG', 'scanner'), scan('SECOND', 'scanner')];
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().signedIn('CD', 'handle-2');
  const label = { code: 'WRONG', why: 'unknown', belongsTo: null };
  const visit = { id: 'visit-1', person: null, wrongLabels: [label] };
  told[0]?.answer({ kind: 'label-refused', visit, ...label });
  await wrong;
  expect(await waits).toBeNull();
  expect(useWrongLabels.getState()).toMatchObject({ wrong: { labels: [label] }, scansMeanwhile: 1 });
  expect(told).toHaveLength(1);
});

it('where nobody signs in, a scan is recorded as whoever was chosen when it was made', async () => {
  const [first, second] = [scan('FIRST'), scan('SECOND')];
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().work('CD');
  told[0]?.answer(unknown('FIRST'));
  await first;
  await vi.waitFor(() => expect(told).toHaveLength(2));
  told[1]?.answer(unknown('SECOND'));
  await second;
  expect(told.map(({ actor }) => actor)).toEqual(['AB', 'AB']);
});

it('a wrong label is shown to whoever is at the window when it is answered', async () => {
  const wrong = scan('WRONG');
  await vi.waitFor(() => expect(told).toHaveLength(1));
  useActor.getState().signedIn('CD', 'handle-2');
  const label = { code: 'WRONG', why: 'unknown', belongsTo: null };
  const visit = { id: 'visit-1', person: null, wrongLabels: [label] };
  told[0]?.answer({ kind: 'label-refused', visit, ...label });
  await wrong;
  expect(useWrongLabels.getState().wrong?.labels).toEqual([label]);
});
