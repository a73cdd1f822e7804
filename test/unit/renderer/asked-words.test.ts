// What became of what was asked about a registration.
import { describe, expect, it } from 'vitest';
import { askedWords, sentBefore } from '../../../src/renderer/features/registrations/asked-words.ts';

const AT = Date.parse('2026-11-20T14:02:00Z');
const email = (state: 'pending' | 'unknown' | 'needs-human' | 'confirmed' | 'discarded') => ({
  kind: 'registration.sendCompleteEmail' as const,
  state,
  mayHaveBeenDone: state === 'unknown' || state === 'needs-human',
  nextAttemptAtMs: state === 'unknown' ? AT + 180_000 : null,
  sentTo: 'ada@example.test',
  createdAtMs: AT,
  actor: 'AB',
});
const said = (state: Parameters<typeof email>[0]) => askedWords(email(state), 'Europe/London');

describe('what was asked for about a registration', () => {
  it('is not done yet only where that is known', () => {
    expect(said('pending')).toMatch(/not done yet/);
    expect(said('unknown')).not.toMatch(/not done/);
    expect(said('unknown')).toMatch(/nobody knows yet whether it was done.*again at 14:05/);
    expect(said('needs-human')).toMatch(/nobody knows whether it was done/);
    const stopped = { ...email('needs-human'), mayHaveBeenDone: false };
    expect(askedWords(stopped, 'Europe/London')).toMatch(/not done \(A person must decide\)/);
  });

  it('names the address, and says nothing of what is over', () => {
    expect(said('unknown')).toContain('to ada@example.test');
    for (const over of ['confirmed', 'discarded'] as const) expect(said(over)).toBeNull();
  });

  it('says which e-mails were sent, to whom, when and by whom', () => {
    expect(sentBefore([email('discarded'), email('confirmed'), email('unknown')], 'Europe/London')).toEqual([
      'One was sent already to ada@example.test, on 20-Nov-2026 at 14:02 by AB.',
    ]);
  });
});
