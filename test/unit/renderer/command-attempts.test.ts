// One intention, one command id: double clicks, lost answers, and what is meant twice.
import { describe, expect, it } from 'vitest';
import { bug, conflict, notSignedIn, offline, type Result } from '../../../src/domain/app-error.ts';
import { createAttempts, intentionOf } from '../../../src/renderer/host/command-attempts.ts';

interface Sent {
  readonly id: string;
  readonly answer: (result: Result<number>) => void;
}

function bench(repeatable = false) {
  let now = 0;
  const sent: Sent[] = [];
  const attempts = createAttempts<Result<number>>({ repeatable, nowMs: () => now });
  return {
    sent,
    takenBack: () => attempts.takenBack(),
    pass: (ms: number) => {
      now += ms;
    },
    press: (input: string) =>
      attempts.attempt(input, (id) => new Promise((answer) => sent.push({ id, answer }))),
    /** Presses “print” with this in sight. */
    pressSeeing: (seen: string) =>
      attempts.attempt(
        `print, seeing ${seen}`,
        (id) => new Promise((answer) => sent.push({ id, answer })),
        'print',
      ),
  };
}
const LOST: Result<number> = { ok: false, error: offline('connection-lost', 'unknown', '') };

describe('an intention', () => {
  it('pressed twice while under way is sent once', async () => {
    const { sent, press } = bench();
    const first = press('hold');
    const second = press('hold');
    expect(sent).toHaveLength(1);
    sent[0]?.answer({ ok: true, value: 1 });
    expect(await first).toEqual(await second);
  });

  it('pressed again right after the answer is the same double click', async () => {
    const { sent, press, pass } = bench();
    const first = press('hold');
    sent[0]?.answer({ ok: true, value: 1 });
    await first;
    pass(300);
    expect(await press('hold')).toEqual({ ok: true, value: 1 });
    expect(sent).toHaveLength(1);
  });

  it('that was taken back meanwhile is a new one, however soon it is pressed again', async () => {
    const { sent, press, takenBack } = bench();
    const first = press('hold');
    sent[0]?.answer({ ok: true, value: 1 });
    await first;
    takenBack();
    void press('hold');
    expect(sent).toHaveLength(2);
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
  });

  it('whose answer was lost keeps its id, also when something was taken back meanwhile', async () => {
    const { sent, press, takenBack } = bench();
    const first = press('hold');
    sent[0]?.answer(LOST);
    await first;
    takenBack();
    void press('hold');
    expect(sent[1]?.id).toBe(sent[0]?.id);
  });

  it('pressed later is a new one', async () => {
    const { sent, press, pass } = bench();
    const first = press('hold');
    sent[0]?.answer({ ok: true, value: 1 });
    await first;
    pass(701);
    void press('hold');
    expect(sent).toHaveLength(2);
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
  });

  it('with other input is another one at once', () => {
    const { sent, press } = bench();
    void press('hold 10:00');
    void press('hold 10:10');
    expect(sent.map(({ id }) => id)).toHaveLength(2);
    expect(sent[0]?.id).not.toBe(sent[1]?.id);
  });

  it('is the same where the first press has changed what is seen, but asks for no earlier answer by then', async () => {
    const { sent, pressSeeing, pass } = bench();
    const first = pressSeeing('nothing');
    const second = pressSeeing('one on its way');
    sent[0]?.answer({ ok: true, value: 1 });
    expect(await second).toEqual(await first);
    pass(300);
    expect(await pressSeeing('one printed')).toEqual({ ok: true, value: 1 });
    expect(sent).toHaveLength(1);
    pass(701);
    const third = pressSeeing('one printed');
    sent[1]?.answer(LOST);
    await third;
    void pressSeeing('two printed');
    expect(sent[2]?.id).not.toBe(sent[1]?.id);
  });

  it('keeps its id when the answer was lost', async () => {
    const { sent, press } = bench();
    const first = press('hold');
    sent[0]?.answer(LOST);
    await first;
    void press('hold');
    expect(sent[1]?.id).toBe(sent[0]?.id);
  });

  it('keeps its id when the answer was lost and nobody is signed in any more, as after a restart of the desk', async () => {
    const { sent, press } = bench();
    for (const answer of [LOST, { ok: false, error: notSignedIn('') } as const]) {
      const pressed = press('order');
      sent.at(-1)?.answer(answer);
      await pressed;
    }
    void press('order');
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('gets a new id after a refusal', async () => {
    for (const error of [conflict('state', ''), bug('')]) {
      const { sent, press } = bench();
      const first = press('hold');
      sent[0]?.answer({ ok: false, error });
      await first;
      void press('hold');
      expect(sent[1]?.id).not.toBe(sent[0]?.id);
    }
  });

  it('of the next person is another one, also where they ask for the same and the first answer was lost', async () => {
    const { sent, press } = bench();
    const slot = { slotId: 'ten' };
    const first = press(intentionOf(slot, 1));
    sent[0]?.answer(LOST);
    await first;
    void press(intentionOf(slot, 2));
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
    expect(intentionOf(slot, 2)).toBe(intentionOf({ slotId: 'ten' }, 2));
    expect(intentionOf(slot)).toBe(JSON.stringify(slot));
  });

  it('that may be repeated is sent each time it is finished and pressed again', async () => {
    const { sent, press } = bench(true);
    const first = press('one minute on');
    sent[0]?.answer({ ok: true, value: 1 });
    await first;
    void press('one minute on');
    expect(sent).toHaveLength(2);
  });
});
