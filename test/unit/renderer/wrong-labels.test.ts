// Wrong labels that wait for an answer: what a scan does while the alarm names them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VisitDetail } from '../../../src/contract/views.ts';
import { submitScan } from '../../../src/renderer/app/scan-router.ts';
import {
  showWrongLabels,
  useWrongLabels,
  type WrongLabel,
} from '../../../src/renderer/features/visit/wrong-label-store.ts';
import type { DeskClient } from '../../../src/renderer/host/desk-client.ts';
import { handOver } from '../../../src/renderer/host/next-person.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());

vi.mock('../../../src/renderer/ui/alarm-sound.ts', () => ({
  soundAlarm: () => alarms.push('alarm'),
  soundGood: () => undefined,
}));

const VISIT = { id: 'visit-1', person: null };
const wrong = (code: string): WrongLabel => ({ code, why: 'unknown', belongsTo: null });
const visitWith = (...codes: string[]) => ({ ...VISIT, wrongLabels: codes.map(wrong) }) as VisitDetail;
const shown = () => useWrongLabels.getState().wrong?.labels.map(({ code }) => code) ?? null;

let alarms: string[];
let asked: unknown[];
let ids: string[];
let answer: unknown;
const scan = (text: string) =>
  submitScan(
    {
      desk: {
        command: (_name: string, input: unknown, { commandId }: { commandId: string }) => {
          asked.push(input);
          ids.push(commandId);
          return Promise.resolve(answer);
        },
      } as unknown as DeskClient,
      navigate: () => expect.unreachable(),
    },
    text,
    'scanner',
  );

beforeEach(() => {
  vi.useFakeTimers();
  handOver('B', 'A');
  asked = [];
  ids = [];
  alarms = [];
  useWrongLabels.getState().end();
  showWrongLabels(VISIT, [wrong('ONE')]);
});
afterEach(() => vi.useRealTimers());

it('a further wrong label is asked for at the visit of the alarm, and is an alarm of its own with both', async () => {
  const { number } = useWrongLabels.getState();
  answer = { ok: true, value: { kind: 'label-refused', visit: visitWith('ONE', 'TWO'), ...wrong('TWO') } };
  await scan('TWO');
  expect(asked).toMatchObject([{ text: 'TWO', visitId: VISIT.id, alarmUp: true }]);
  expect(shown()).toEqual(['ONE', 'TWO']);
  expect(useWrongLabels.getState()).toMatchObject({ number: number + 1, scansMeanwhile: 0 });
  expect(alarms).toHaveLength(1);
});

it.each([
  ['is none of them', { ok: true, value: { kind: 'not-taken', visit: visitWith('ONE') } }],
  [
    'opens something once the engine knows of an answer',
    { ok: true, value: { kind: 'visit', visit: visitWith() } },
  ],
  ['cannot be looked up', { ok: false, error: { kind: 'timeout', retry: 'later', message: '' } }],
])('a scan that %s is counted as not taken, and the alarm stays', async (_what, says) => {
  answer = says;
  await scan('OTHER');
  expect(shown()).toEqual(['ONE']);
  expect(useWrongLabels.getState().scansMeanwhile).toBe(1);
  expect(alarms).toHaveLength(1);
});

it('the same labels again, as a reading brings them, are no further alarm; none of them ends it', () => {
  const { number } = useWrongLabels.getState();
  showWrongLabels(VISIT, [wrong('ONE')]);
  expect(useWrongLabels.getState().number).toBe(number);
  showWrongLabels({ ...VISIT, id: 'visit-2' }, []);
  expect(shown()).toEqual(['ONE']);
  showWrongLabels(VISIT, []);
  expect(shown()).toBeNull();
});

describe('a scan while the alarm is up and the desk’s process is gone', () => {
  const gone = { ok: false, error: { kind: 'offline', retry: 'later', detail: '' } };
  const textsAsked = () => asked.map((input) => (input as { text: string }).text);
  const refused = (code: string, ...all: string[]) => ({
    ok: true,
    value: { kind: 'label-refused', visit: visitWith(...all), ...wrong(code) },
  });

  it('is told again under its first id until there is an answer, and is named then', async () => {
    answer = gone;
    await scan('TWO');
    expect([shown(), useWrongLabels.getState().scansMeanwhile]).toEqual([['ONE'], 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(textsAsked()).toEqual(['TWO', 'TWO', 'TWO']);
    answer = refused('TWO', 'ONE', 'TWO');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textsAsked()).toEqual(['TWO', 'TWO', 'TWO', 'TWO']);
    expect(asked.at(-1)).toMatchObject({ visitId: VISIT.id, alarmUp: true, source: 'scanner' });
    expect(new Set(ids).size).toBe(1);
    expect([shown(), useWrongLabels.getState().scansMeanwhile]).toEqual([['ONE', 'TWO'], 0]);
    expect(alarms).toHaveLength(2);
  });

  it('is told in the order of the scans, each of them', async () => {
    answer = gone;
    await scan('TWO');
    await scan('THREE');
    asked = [];
    answer = refused('TWO', 'ONE', 'TWO');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textsAsked()).toEqual(['TWO', 'THREE']);
    expect(new Set(ids).size).toBe(2);
  });

  it('brings the alarm back where it was answered before the scan could be told', async () => {
    answer = gone;
    await scan('TWO');
    useWrongLabels.getState().end();
    answer = refused('TWO', 'TWO');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown()).toEqual(['TWO']);
  });

  it.each([
    ['is none of them', { ok: true, value: { kind: 'not-taken', visit: visitWith('ONE') } }],
    ['is refused for good', { ok: false, error: { kind: 'forbidden', retry: 'never', detail: '' } }],
  ])('stays counted where it %s, and is told no more', async (_what, says) => {
    answer = gone;
    await scan('TWO');
    answer = says;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
    expect([shown(), useWrongLabels.getState().scansMeanwhile]).toEqual([['ONE'], 1]);
  });

  it('is not told in the name of somebody else', async () => {
    answer = gone;
    await scan('TWO');
    handOver('A', 'B');
    answer = refused('TWO', 'ONE', 'TWO');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });
});
