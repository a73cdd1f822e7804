// Wrong labels that wait for an answer: what a scan does while the alarm names them.
import { beforeEach, expect, it, vi } from 'vitest';
import type { VisitDetail } from '../../../src/contract/views.ts';
import { submitScan } from '../../../src/renderer/app/scan-router.ts';
import {
  showWrongLabels,
  useWrongLabels,
  type WrongLabel,
} from '../../../src/renderer/features/visit/wrong-label-store.ts';
import type { DeskClient } from '../../../src/renderer/host/desk-client.ts';

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
let answer: unknown;
const scan = (text: string) =>
  submitScan(
    {
      desk: {
        command: (_name: string, input: unknown) => {
          asked.push(input);
          return Promise.resolve(answer);
        },
      } as unknown as DeskClient,
      navigate: () => expect.unreachable(),
    },
    text,
    'scanner',
  );

beforeEach(() => {
  asked = [];
  alarms = [];
  useWrongLabels.getState().end();
  showWrongLabels(VISIT, [wrong('ONE')]);
});

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
