// The filter of the list of registrations in its address, statuses in words, and what happened in order.
import { describe, expect, it } from 'vitest';
import {
  filterAddress,
  filterOf,
  WHOLE_LIST,
} from '../../../src/renderer/features/registrations/filter-address.ts';
import { APPOINTMENT_STATES, type AppointmentState } from '../../../src/domain/appointment-state.ts';
import { dayTyped } from '../../../src/renderer/shared/dates/typed-day.ts';
import { matterOf, UNREAD_MATTER } from '../../../src/renderer/features/registrations/about-matter.ts';
import { timelineOf } from '../../../src/renderer/features/registrations/timeline.ts';
import { statusWords, withoutCodeWords } from '../../../src/renderer/shared/registration/status-words.ts';
import { somebody } from '../../support/screen-views.ts';

describe('the filter in the address', () => {
  it('comes back as it was, whatever a status is called', () => {
    const filter = {
      ...WHOLE_LIST,
      status: 'a b&c/d=ü',
      createdFrom: '2026-02-28',
      noPatient: true,
      resultsReady: true,
    };
    expect(filterOf(filterAddress(filter))).toEqual(filter);
    expect(filterAddress(WHOLE_LIST)).toBe('');
  });

  it('narrows nothing by what makes no sense', () => {
    expect(filterOf('from=2026-02-30&to=soon&patient=some&results=&status=&nonsense=1')).toEqual(WHOLE_LIST);
  });

  it.each([
    ['15/3/2026', '2026-03-15'],
    ['1 3 26', '2026-03-01'],
    ['29-Feb-2028', '2028-02-29'],
    ['2026-03-15', '2026-03-15'],
    ['29 2 2026', undefined],
    ['soon', undefined],
    ['  ', null],
  ])('reads the day %s', (text, day) => {
    expect(dayTyped(text)).toBe(day);
  });
});

it('calls a status that is not documented what the service calls it', () => {
  expect(statusWords('on_hold')).toEqual({ words: 'on hold', tone: 'plain' });
  expect(statusWords('constructor').words).toBe('constructor');
  expect(statusWords('__').words).toBe('no status');
});

it('says of a registration that the service made and shows no more neither that it was not sent nor that its code will come', () => {
  expect(statusWords('gone').words).toBe('Not shown by the service');
  expect(withoutCodeWords({ gone: true })).toBe('No code');
  expect(withoutCodeWords({ gone: false })).toBe('No code yet');
});

describe('what happened to a registration', () => {
  const told = {
    createdOn: '2026-03-01',
    patientRegisteredOn: null,
    person: null,
    appointment: null,
    visit: null,
    resultsReady: false,
    completedAt: null,
    status: 'awaiting_patient',
    serviceId: 'r',
    gone: false,
    unread: false,
  };

  it('says what has not happened as well', () => {
    expect(timelineOf(told, 'Europe/London', 0).map(({ words, done }) => [words, done])).toEqual([
      ['Created', true],
      ['No patient yet', false],
      ['Not collected at this desk', false],
      ['Not finished by the laboratory', false],
    ]);
  });

  it('ticks an appointment once its time has come, and no sooner', () => {
    const startsAtMs = Date.UTC(2026, 2, 2, 9);
    const known = {
      state: 'confirmed' as const,
      startsAtMs,
      endsAtMs: null,
      locationName: 'Deansgate',
      patientId: null,
      person: null,
      differs: false,
    };
    const step = (nowMs: number, state: AppointmentState = 'confirmed') =>
      timelineOf(
        { ...told, appointment: { id: 'a', known: { ...known, state } } },
        'Europe/London',
        nowMs,
      )[2];
    const when = '02-Mar-2026 09:00';
    expect(step(startsAtMs - 1)).toEqual({
      words: 'Appointment at Deansgate, still to come',
      when,
      done: false,
    });
    expect(step(startsAtMs)).toEqual({ words: 'Appointment at Deansgate', when, done: true });
    expect(step(startsAtMs, 'released')).toEqual({
      words: 'Appointment at Deansgate, slot no longer held',
      when,
      done: false,
    });
    // Whatever its time, what is not booked says how it stands.
    for (const state of APPOINTMENT_STATES.filter((one) => one !== 'confirmed'))
      for (const nowMs of [startsAtMs - 1, startsAtMs + 1])
        expect(step(nowMs, state)).toMatchObject({
          words: expect.stringMatching(/^Appointment at Deansgate, (?!still)/),
          done: false,
        });
  });

  it('shows a time of completion in the site’s time, and one that is no time as it came', () => {
    const last = (completedAt: string) =>
      timelineOf({ ...told, completedAt, status: 'success' }, 'Europe/London', 0).at(-1);
    expect(last('2026-06-01T12:00:00Z')).toMatchObject({
      words: 'Finished by the laboratory: Complete',
      when: '01-Jun-2026 13:00',
    });
    // Which of the two hours, in the night in which the clocks go back.
    expect(last('2026-10-25T00:30:00Z')?.when).toBe('25-Oct-2026 01:30 BST');
    expect(last('2026-10-25T01:30:00Z')?.when).toBe('25-Oct-2026 01:30 GMT');
    expect(last('2026-06-01')?.when).toBe('01-Jun-2026');
    expect(last('yesterday')?.when).toBe('yesterday');
  });
});

describe('what was read at the service about a registration', () => {
  const told = { person: null, contested: false, appointment: null, unread: false };
  const at = (startsAtMs: number | null, id = 'a') => ({
    id,
    known:
      startsAtMs === null
        ? null
        : {
            state: 'confirmed' as const,
            startsAtMs,
            endsAtMs: null,
            locationName: null,
            patientId: null,
            person: null,
            differs: false,
          },
  });
  const numbers = (...versions: Partial<Parameters<typeof matterOf>[1]>[]) => {
    let seen = UNREAD_MATTER;
    return versions.map((version) => (seen = matterOf(seen, { ...told, ...version })).number);
  };
  const person = somebody('p');

  it('stays where the registration or its appointment is read here for the first time', () => {
    expect(numbers({ appointment: at(null) }, { appointment: at(5) }, { appointment: at(null) })).toEqual([
      0, 0, 0,
    ]);
    expect(numbers({ unread: true }, { person, appointment: at(5) }, { unread: true })).toEqual([0, 0, 0]);
  });

  it('is put away for another person, appointment or time', () => {
    expect(numbers({}, { person }, { person, contested: true })).toEqual([0, 1, 2]);
    expect(numbers({ appointment: at(5) }, { appointment: at(6) }, { appointment: at(6, 'b') })).toEqual([
      0, 1, 2,
    ]);
    expect(
      numbers({ appointment: at(5) }, { appointment: at(null, 'b') }, { appointment: at(6, 'b') }),
    ).toEqual([0, 1, 1]);
    expect(numbers({ person, appointment: at(5) }, { unread: true }, { appointment: at(5) })).toEqual([
      0, 0, 1,
    ]);
  });

  it('is the same thing while nothing has changed', () => {
    const seen = matterOf(UNREAD_MATTER, { ...told, appointment: at(5) });
    expect(matterOf(seen, { ...told, appointment: at(5) })).toBe(seen);
    expect(matterOf(UNREAD_MATTER, { ...told, unread: true })).toBe(UNREAD_MATTER);
  });
});
