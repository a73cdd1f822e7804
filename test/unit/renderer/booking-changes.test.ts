// What a question about a booking says when the booking changes while it is open, and when it cannot be moved any more.
import { describe, expect, it } from 'vitest';
import type { VisitDetail } from '../../../src/contract/views.ts';
import { bookingChanges, isSameBooking } from '../../../src/renderer/shared/visit/booking-changes.ts';
import { meanwhileWords } from '../../../src/renderer/shared/visit/meanwhile-words.ts';
import { mayMove, whyNotMoved } from '../../../src/renderer/shared/visit/visit-words.ts';

const AT_MS = Date.parse('2026-03-03T09:10:00Z');
const james = { id: 'p1', firstName: 'James', lastName: 'Oliver', dateOfBirth: '1984-03-15' };
const seen = {
  id: 'v1',
  version: 1,
  deskState: 'expected',
  merelyHeld: false,
  troubles: [],
  sample: 'to-take',
  finishedAtService: false,
  person: james,
  locationId: 'l1',
  locationName: 'Marylebone',
  appointment: { id: 'a1', state: 'confirmed', startsAtMs: AT_MS, gone: false },
  activity: [{ kind: 'checked-in', atMs: AT_MS, actor: 'AB', detail: {} }],
} as unknown as VisitDetail;
const { appointment } = seen;
if (!appointment) throw new Error('It has an appointment.');
const gone = { ...seen, appointment: { ...appointment, gone: true } };
const since = (now: VisitDetail) => bookingChanges(seen, now, 'Europe/London');

describe('a booking that changes while a question about it is open', () => {
  it('is the same where nothing changed that the question is about', () => {
    const touched = { ...seen, version: 7, person: { ...james, email: 'new@example.test' } } as VisitDetail;
    expect(isSameBooking(seen, touched)).toBe(true);
    expect(since(touched)).toEqual([]);
  });

  it('says when and where it is now, and whose', () => {
    const moved = { ...seen, appointment: { ...appointment, startsAtMs: AT_MS + 3_600_000 } };
    expect(isSameBooking(seen, moved)).toBe(false);
    expect(since(moved)).toEqual(['It is on 03-Mar-2026 at 10:10 at Marylebone now.']);
    const place = { ...seen, locationId: 'l2', locationName: 'Leeds' };
    expect(isSameBooking(seen, place)).toBe(false);
    expect(since(place)).toEqual(['It is on 03-Mar-2026 at 09:10 at Leeds now.']);
    const renamed = { ...seen, person: { ...james, lastName: 'Olivier' } } as VisitDetail;
    expect(isSameBooking(seen, renamed)).toBe(false);
    expect(since(renamed)).toEqual(['It is the appointment of OLIVIER, James now.']);
  });

  it('that the service has no more is said to be so, and is not moved', () => {
    expect(isSameBooking(seen, gone)).toBe(false);
    expect(since(gone)).toEqual([expect.stringMatching(/no such appointment any more/)]);
    expect([mayMove(seen), mayMove(gone)]).toEqual([true, false]);
    expect(whyNotMoved(gone)).toMatch(/no such appointment any more/);
    // Not what a colleague did last: that has nothing to do with it.
    expect(meanwhileWords(gone, 'Europe/London')).toMatch(
      /^OLIVER, James: Expected\. The service has no such/,
    );
    expect(meanwhileWords(gone, 'Europe/London')).not.toContain('AB');
  });
});
