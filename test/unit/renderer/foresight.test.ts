// What is asked while a scanner still sends its keys, and what becomes of the answer.
import { beforeEach, expect, it, vi } from 'vitest';
import { foresee, foreseenByNow, whatWasForeseen } from '../../../src/renderer/app/foresight.ts';
import { submitScan, useScanCard } from '../../../src/renderer/app/scan-router.ts';
import { useLock } from '../../../src/renderer/app/sign-in/held-scan.ts';
import type { DeskClient } from '../../../src/renderer/host/desk-client.ts';
import { handOver } from '../../../src/renderer/host/next-person.ts';
import { openCollection } from '../../../src/renderer/shared/visit/open-collection.ts';

await vi.hoisted(async () => {
  (await import('../../support/tab-storage.ts')).giveTabStorage();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('HTMLInputElement', class {});
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('document', { querySelector: () => null, activeElement: null });
  Object.assign(window, { location: { hash: '#/' } });
});

vi.mock('../../../src/renderer/ui/alarm-sound.ts', () => ({
  soundAlarm: () => undefined,
  soundGood: () => undefined,
}));

const CODE = 'DRW-7K2M9Q';
const NO_FRAME = { prefix: '', trailer: '' };
const visit = (id: string) => ({ id, formCodes: [], wrongLabels: [] });
const opened = (id: string) => ({ kind: 'visit', visit: visit(id), matchedBy: 'trf-code' });
const known = (status: string) => ({
  kind: 'registration',
  registrationId: 'r1',
  trfCode: CODE,
  person: null,
  status,
});
const foreseen = (leadsTo: unknown, text = CODE) => ({ text, leadsTo, isStillTrue: () => isStillTrue });

let codes: string[];
let isStillTrue: boolean;
let asked: string[];
/** What the engine says, by what was asked. */
let says: (text: string) => Promise<unknown>;
let submitted: Promise<unknown>;
let went: string[];
const desk = {
  kept: () => [{ rows: codes.map((code) => ({ trfCodes: [code] })) }],
  foresee: (text: string) => {
    asked.push(text);
    return says(text);
  },
  command: () => submitted,
} as unknown as DeskClient;
const type = (text: string, frame = NO_FRAME) => {
  for (let length = 1; length <= text.length; length += 1) foresee(desk, text.slice(0, length), frame);
};
const scan = (text: string) =>
  submitScan({ desk, navigate: (path) => void went.push(path) }, text, 'scanner');
const settled = () => new Promise<void>((done) => setImmediate(done));

beforeEach(() => {
  handOver('B', 'A');
  useLock.setState({ locked: false });
  codes = [CODE, 'DRW-7KAAAA'];
  isStillTrue = true;
  asked = [];
  went = [];
  says = (text) => Promise.resolve(foreseen(opened('v1'), text));
  submitted = new Promise(() => undefined);
});

it('asks once, as soon as one code of the board alone begins so', () => {
  foresee(desk, 'drw-7k', NO_FRAME);
  expect(asked).toEqual([]);
  foresee(desk, 'drw-7k2', NO_FRAME);
  expect(asked).toEqual([CODE]);
  type(CODE.toLowerCase());
  expect(asked).toEqual([CODE]);
});

it('asks for the whole of what the scanner sends, with its prefix, its trailer and the sign of the symbology', () => {
  type(`~]C0${CODE}`, { prefix: '~', trailer: '#' });
  expect(asked).toEqual([`~]C0${CODE}#`]);
});

it('asks how a code goes on that the board does not know, until the engine has said it', async () => {
  says = (text) =>
    Promise.resolve(foreseen(text.length < 6 ? null : opened('v1'), text.length < 6 ? text : 'DRW-ZQ2M9Q'));
  for (const text of ['drw-z', 'drw-zq', 'drw-zq2', 'drw-zq2m9', 'drw-zq2m9q']) {
    foresee(desk, text, NO_FRAME);
    await settled();
  }
  expect(asked).toEqual(['DRW-Z', 'DRW-ZQ']);
  expect(foreseenByNow('drw-zq2m9q')).toMatchObject({ visit: { id: 'v1' } });
  expect(foreseenByNow('drw-zq2m9')).toBeNull();
});

it('finds its answer among several that are on their way', async () => {
  codes = [];
  says = (text) => Promise.resolve(text === CODE ? foreseen(opened('v1')) : foreseen(null, text));
  type(CODE);
  expect(await whatWasForeseen(CODE)).toMatchObject({ visit: { id: 'v1' } });
});

it('asks anew for a code that was foreseen before an event', async () => {
  type(CODE);
  const before = asked.length;
  await settled();
  isStillTrue = false;
  type(CODE);
  expect(asked.length).toBeGreaterThan(before);
});

it('shows a registration in its card at once, and once more only where the scan says something else', async () => {
  for (const [said, cards] of [
    ['pending', 1],
    ['completed', 2],
  ] as const) {
    handOver('B', 'A');
    const { serial } = useScanCard.getState();
    says = () => Promise.resolve(foreseen(known('pending')));
    let answer: (value: unknown) => void = () => undefined;
    submitted = new Promise((done) => (answer = done));
    type(CODE);
    await settled();
    const scanned = scan(CODE);
    await settled();
    expect(useScanCard.getState()).toMatchObject({ card: { outcome: known('pending') }, serial: serial + 1 });
    answer({ ok: true, value: known(said) });
    expect(await scanned).toEqual(known(said));
    expect(useScanCard.getState()).toMatchObject({ card: { outcome: known(said) }, serial: serial + cards });
  }
});

it('asks nothing in the label step, and at a locked window', () => {
  const end = openCollection.begin('v1');
  type(CODE);
  end();
  useLock.setState({ locked: true });
  type(CODE);
  expect(asked).toEqual([]);
});

it('shows the visit before the scan is answered, and goes there once', async () => {
  let answer: (value: unknown) => void = () => undefined;
  submitted = new Promise((done) => (answer = done));
  type(CODE);
  const scanned = scan(CODE.toLowerCase());
  await settled();
  expect(went).toEqual(['/visit/v1']);
  answer({ ok: true, value: opened('v1') });
  expect(await scanned).toMatchObject({ kind: 'visit' });
  expect(went).toEqual(['/visit/v1']);
});

it('is there without a wait once the engine has said it', async () => {
  type(CODE);
  expect(foreseenByNow(CODE)).toBeNull();
  await settled();
  expect(foreseenByNow(CODE)).toMatchObject({ visit: { id: 'v1' } });
});

it('goes by what the scan itself says where that is something else', async () => {
  submitted = Promise.resolve({ ok: true, value: opened('v2') });
  type(CODE);
  await scan(CODE);
  expect(went.at(-1)).toBe('/visit/v2');
});

it.each([
  ['it was another code', () => type('DRW-7KAAAA')],
  ['an event has put the visit out of date', () => ((isStillTrue = false), type(CODE))],
  ['somebody else has signed in', () => (type(CODE), handOver('C', 'B'))],
  ['the engine has none', () => ((says = () => Promise.resolve(foreseen(null))), type(CODE))],
  ['labels are being scanned back by now', () => (type(CODE), openCollection.begin('v9'))],
])('counts for nothing where %s', async (_why, before) => {
  const end: unknown = before();
  await settled();
  expect(foreseenByNow(CODE)).toBeNull();
  expect(await whatWasForeseen(CODE)).toBeNull();
  if (typeof end === 'function') end();
});

it('submits the scan all the same where the window is not painted', async () => {
  submitted = Promise.resolve({ ok: true, value: opened('v1') });
  type(CODE);
  await settled();
  // No frame ever comes here, see `requestAnimationFrame` above.
  expect(await scan(CODE)).toMatchObject({ kind: 'visit', visit: { id: 'v1' } });
  expect(went).toEqual(['/visit/v1']);
});

it('is never waited for: the scan that is answered first counts', async () => {
  says = () => new Promise(() => undefined);
  submitted = Promise.resolve({ ok: true, value: opened('v1') });
  type(CODE);
  await scan(CODE);
  expect(went).toEqual(['/visit/v1']);
});
