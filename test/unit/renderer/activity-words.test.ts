// The words for every kind of activity.
import { expect, it } from 'vitest';
import type { ActivityView } from '../../../src/contract/views.ts';
import { ACTIVITY_KINDS } from '../../../src/domain/activity.ts';
import { activityWords } from '../../../src/renderer/shared/words/activity-words.ts';

const entry = (kind: ActivityView['kind'], detail: ActivityView['detail'] = {}): ActivityView => ({
  number: 1,
  atMs: Date.UTC(2026, 6, 3, 9, 0),
  actor: 'JB',
  actorName: 'Jo Brand',
  desk: null,
  visitId: 'v',
  kind,
  writtenAs: kind,
  person: null,
  otherPerson: null,
  detail,
});
const words = (kind: ActivityView['kind'], detail?: ActivityView['detail']) =>
  activityWords(entry(kind, detail), 'Europe/London');

it('has words for every kind, whatever facts an older version wrote with it', () => {
  for (const kind of ACTIVITY_KINDS) {
    expect(words(kind).title, kind).toMatch(/^[A-Z][a-z]/);
    const strange = words(kind, {
      code: 7,
      reason: true,
      from: 'elsewhere',
      startsAtMs: 'soon',
      identifiers: 2,
    });
    expect(strange.facts, kind).not.toMatch(/undefined|null|true|NaN|\[object/);
  }
});

it('shows what another version of the desk wrote as it is', () => {
  expect(activityWords({ ...entry('unknown', { secret: 'x' }), writtenAs: 'sample-split' }, 'UTC')).toEqual({
    title: 'Sample split',
    facts: '',
  });
});

it('names the day of a collection that is entered on another one', () => {
  const collectedAtMs = Date.UTC(2026, 6, 2, 22, 50);
  expect(words('collected', { collectedAtMs, labels: 1 }).facts).toMatch(/^at 02-Jul-2026 23:50/);
  expect(words('collection-reopened', { code: 'SAMP1', collectedAtMs }).facts).toContain(
    'was collected at 02-Jul-2026 23:50',
  );
  expect(words('collected', { collectedAtMs: Date.UTC(2026, 6, 3, 8, 50) }).facts).toMatch(/^at 09:50/);
});

it('says what somebody did without, and why', () => {
  const relaxedReason = 'scanner broken';
  expect(words('collected', { labels: 1, notTaken: 0, relaxedReason }).facts).toBe(
    '1 label · not scanned back: scanner broken',
  );
  expect(words('collected', { labels: 3, notTaken: 0, relaxedReason }).facts).toBe(
    '3 labels · not all scanned back: scanner broken',
  );
  expect(words('collected', { labels: 3, notTaken: 0, relaxedReason: null }).facts).toBe('3 labels');
  expect(words('checked-in', { identifiers: 'name', relaxedReason: 'in a hurry' }).facts).toBe(
    'name · one identifier only: in a hurry',
  );
});

it('says whether a label was scanned or typed, and whose a wrong one was', () => {
  expect(words('label-verified', { code: 'SAMP1', how: 'scanned', reason: null })).toEqual({
    title: 'Label scanned back',
    facts: 'SAMP1',
  });
  expect(words('label-verified', { code: 'SAMP1', how: 'typed', reason: 'scanner broken' })).toEqual({
    title: 'Label’s code typed, not scanned',
    facts: 'SAMP1 · scanner broken',
  });
  const otherPerson = { id: 'p', firstName: 'Ada', lastName: 'Oliver', dateOfBirth: null };
  const refused = {
    ...entry('label-refused', { code: 'SAMP2', how: 'scanned', why: 'another-visit' }),
    otherPerson,
  };
  expect(activityWords(refused, 'Europe/London').facts).toBe('SAMP2 · scanned · belongs to OLIVER, Ada');
});

it('shows times by the site’s clock, and steps and changes by their names', () => {
  const startsAtMs = Date.UTC(2026, 6, 3, 9, 10);
  expect(words('slot-held', { startsAtMs, outsideTimetable: true }).facts).toBe(
    'for 10:10 · outside the timetable',
  );
  expect(words('moved', { from: 'collecting', to: 'arrived' }).facts).toBe('from collecting to arrived');
  expect(words('change-discarded', { change: 'patient.create', reason: 'twice' }).facts).toBe(
    'New person · twice',
  );
  expect(words('change-discarded', { change: 'tube.recolour', reason: null }).facts).toBe('tube.recolour');
});

it('claims of a slot, a move and a cancellation no more than the desk knew when it saved them', () => {
  const startsAtMs = Date.UTC(2026, 6, 3, 9, 10);
  // With the line down the service has not heard of any of them.
  expect(words('slot-held', { startsAtMs, outsideTimetable: false }).title).toBe('Slot chosen');
  expect(words('slot-overridden', { startsAtMs, reason: 'Agreed' }).title).not.toMatch(/held|booked/i);
  expect(words('appointment-moved', { startsAtMs }).title).toContain('saved');
  expect(words('appointment-cancelled', { startsAtMs }).title).toContain('saved');
});

it('names the day of a slot where it is another one than the entry’s', () => {
  const startsAtMs = Date.UTC(2026, 6, 3, 14, 0);
  expect(words('slot-released', { startsAtMs }).facts).toBe('of 15:00');
  expect(words('appointment-cancelled', { startsAtMs: startsAtMs + 86_400_000, reason: 'Rang' }).facts).toBe(
    'of 04-Jul-2026 15:00 · Rang',
  );
  expect(words('slot-held', { startsAtMs: startsAtMs + 86_400_000, outsideTimetable: false }).facts).toBe(
    'for 04-Jul-2026 15:00',
  );
});

it('says of which desk a part of the activity was read for a file', () => {
  const facts = (desk: string | null): string => words('activity-exported', { entries: 2, desk }).facts;
  expect([facts('Room 2'), facts('site'), facts(null)]).toEqual([
    expect.stringContaining('at Room 2'),
    expect.stringContaining('at the site desk'),
    expect.not.stringContaining('at '),
  ]);
  expect(words('activity-exported', { entries: 2 }).facts).not.toContain('at ');
});

it('says of nobody whose role was changed while they worked that they went past the screens', () => {
  const refused = { operation: 'staff.change', role: 'reception' };
  expect(words('operation-refused', refused).facts).toBe('called past the screens: staff.change · reception');
  expect(words('operation-refused', { ...refused, roleBefore: 'manager' }).facts).toBe(
    'staff.change · reception · when they signed in: site manager',
  );
});
