// From which state to which: visits as people move them, changes as they are sent and decided about.
import { describe, expect, it } from 'vitest';
import { ATTENTION_STATES, canMoveTo, isGivenUp, OUTBOX_STATES } from '../../../src/domain/outbox-state.ts';
import { canMove, DESK_STATES, mayHaveLabelsWaiting } from '../../../src/domain/visit.ts';

/** `from → to` of every pair that is allowed. */
function allowed<State extends string>(
  states: readonly State[],
  can: (from: State, to: State) => boolean,
): string[] {
  return states.flatMap((from) => {
    const to = states.filter((other) => can(from, other));
    return to.length > 0 ? [`${from} → ${to.join(', ')}`] : [];
  });
}

describe('a visit', () => {
  it('can move one step forward or back, and from the side states back to where it was', () => {
    expect(allowed(DESK_STATES, canMove)).toEqual([
      'expected → no-show, cancelled',
      'arrived → expected, collecting, left',
      'collecting → arrived, left',
      'collected → collecting, left',
      'left → arrived, collected',
      'no-show → expected',
      'cancelled → expected',
    ]);
  });

  it('may have labels waiting for their printer while the person or their sample is here', () => {
    expect(DESK_STATES.filter(mayHaveLabelsWaiting)).toEqual(['arrived', 'collecting', 'collected']);
  });
});

describe('a change', () => {
  it('can move as the sender or a person moves it, and in no other way', () => {
    expect(allowed(OUTBOX_STATES, canMoveTo)).toEqual([
      'pending → sending, confirmed, conflict, needs-human, cancelled, discarded',
      'sending → pending, unknown, confirmed, conflict, refused, needs-human',
      'unknown → pending, confirmed, conflict, refused, needs-human, discarded',
      'confirmed → pending',
      'conflict → pending, unknown, confirmed, discarded',
      'refused → pending, confirmed, discarded',
      'needs-human → pending, unknown, confirmed, discarded',
    ]);
  });

  it('that may have reached the service is never sent again before it was verified', () => {
    expect(OUTBOX_STATES.filter((from) => canMoveTo(from, 'sending'))).toEqual(['pending']);
    expect(canMoveTo('sending', 'discarded')).toBe(false);
  });

  it('that a person has to decide about can be sent again, linked or given up', () => {
    for (const state of ATTENTION_STATES) {
      for (const to of ['pending', 'confirmed', 'discarded'] as const) {
        expect(canMoveTo(state, to), `${state} to ${to}`).toBe(true);
      }
    }
  });

  it('is given up in the states from which the service will never learn of it', () => {
    expect(OUTBOX_STATES.filter(isGivenUp)).toEqual(['cancelled', 'discarded']);
  });
});
