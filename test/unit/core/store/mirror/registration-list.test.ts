// The list of registrations against a model of it: whatever the service told and in whatever order, each filter and each
// two of them leave what they should, in the list's order; and no filter reads records one by one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, run } from '../../../../../src/core/store/db/database.ts';
import type { Db } from '../../../../../src/core/store/open.ts';
import { upsertAppointments } from '../../../../../src/core/store/mirror/appointments.ts';
import { countListed, listPositions } from '../../../../../src/core/store/mirror/registration-list.ts';
import type { RegistrationFilter } from '../../../../../src/core/store/mirror/registration-list.ts';
import { upsertRegistrations } from '../../../../../src/core/store/mirror/registrations.ts';
import { appointmentBody, registrationBody, useStore, uuid } from '../../../../support/store-fixture.ts';

const store = useStore();

const WHOLE: RegistrationFilter = {
  text: '',
  codes: [],
  status: null,
  productId: null,
  locationId: null,
  createdFrom: null,
  createdTo: null,
  noPatient: false,
  resultsReady: false,
};
const FACETS: readonly Partial<RegistrationFilter>[] = [
  { status: 'completed' },
  { productId: uuid(4, 1) },
  { locationId: uuid(5, 1) },
  { createdFrom: '2026-02-02' },
  { createdTo: '2026-02-02' },
  { noPatient: true },
  { resultsReady: true },
];
const FILTERS: readonly RegistrationFilter[] = FACETS.flatMap((one, index) =>
  FACETS.slice(index).map((other) => ({ ...WHOLE, ...one, ...other })),
);

interface Told {
  readonly status: string;
  readonly products: readonly number[];
  readonly appointment: number | null;
  readonly createdOn: string;
  readonly patient: boolean;
  readonly resultsReady: boolean;
}
type Event =
  | ({ readonly kind: 'registration'; readonly number: number } & Told)
  | { readonly kind: 'appointment'; readonly number: number; readonly location: number }
  | { readonly kind: 'gone'; readonly number: number };

const number = fc.integer({ min: 1, max: 4 });
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('registration' as const),
      number,
      status: fc.constantFrom('completed', 'pending'),
      products: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 3 }),
      appointment: fc.option(fc.integer({ min: 1, max: 3 })),
      createdOn: fc.constantFrom('2026-02-01', '2026-02-02', '2026-02-03'),
      patient: fc.boolean(),
      resultsReady: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('appointment' as const),
      number: fc.integer({ min: 1, max: 3 }),
      location: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('gone' as const), number }) },
);

function tell(db: Db, told: Event): void {
  if (told.kind === 'gone') {
    run(db, 'DELETE FROM mirror_registration WHERE id = ?', [uuid(2, told.number)]);
  } else if (told.kind === 'appointment') {
    upsertAppointments(db, [appointmentBody(told.number, { test_location_id: uuid(5, told.location) })], 1);
  } else {
    const body = registrationBody(told.number, {
      status: told.status,
      product_ids: told.products.map((product) => uuid(4, product)),
      appointment_id: told.appointment === null ? null : uuid(3, told.appointment),
      created_at: told.createdOn,
      patient_id: told.patient ? uuid(1, told.number) : null,
      results_ready: told.resultsReady,
    });
    upsertRegistrations(db, [body], 1);
  }
}

/** What the list should hold after these events. */
function expected(events: readonly Event[], filter: RegistrationFilter): string[] {
  const registrations = new Map<number, Told>();
  const locations = new Map<number, number>();
  for (const told of events) {
    if (told.kind === 'gone') registrations.delete(told.number);
    else if (told.kind === 'appointment') locations.set(told.number, told.location);
    else registrations.set(told.number, told);
  }
  return [...registrations]
    .filter(
      ([, told]) =>
        (filter.status === null || filter.status === told.status) &&
        (filter.productId === null ||
          told.products.some((product) => uuid(4, product) === filter.productId)) &&
        (filter.locationId === null ||
          uuid(5, locations.get(told.appointment ?? 0) ?? 0) === filter.locationId) &&
        (filter.createdFrom === null || told.createdOn >= filter.createdFrom) &&
        (filter.createdTo === null || told.createdOn <= filter.createdTo) &&
        (!filter.noPatient || !told.patient) &&
        (!filter.resultsReady || told.resultsReady),
    )
    .sort(([a, one], [b, other]) => other.createdOn.localeCompare(one.createdOn) || b - a)
    .map(([at]) => uuid(2, at));
}

describe('the list of registrations', () => {
  it('holds what each filter and each two of them leave, whatever was told and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 14 }), (events) => {
        const { db } = store;
        for (const told of events) tell(db, told);
        for (const filter of FILTERS) {
          const wanted = expected(events, filter);
          expect(listPositions(db, filter, { from: 0, count: 9 }), JSON.stringify(filter)).toEqual(wanted);
          expect(countListed(db, filter)).toBe(wanted.length);
          for (const from of [1, 2, 3]) {
            expect(listPositions(db, filter, { from, count: 1 })).toEqual(wanted.slice(from, from + 1));
            expect(listPositions(db, filter, { from, count: 2 })).toEqual(wanted.slice(from, from + 2));
          }
        }
        // What is derived goes with what it is derived from.
        run(db, 'DELETE FROM mirror_registration');
        run(db, 'DELETE FROM mirror_appointment');
        for (const derived of ['product', 'location']) {
          expect(all(db, `SELECT * FROM mirror_registration_${derived}`)).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is read in its order from one index, and everything else it is narrowed by from others', () => {
    const { db } = store;
    // All of them fit every filter.
    const fitting = { status: 'completed', products: [1], appointment: 1, createdOn: '2026-02-02' };
    tell(db, { kind: 'appointment', number: 1, location: 1 });
    for (const number of [1, 2, 3, 4])
      tell(db, { kind: 'registration', number, ...fitting, patient: false, resultsReady: true });
    for (const filter of FILTERS) {
      const plans: string[] = [];
      const seen = new Set<string>();
      const watched = new Proxy(db, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (name === 'prepare') {
            return (sql: string) => {
              if (!seen.has(sql)) plans.push(...planOf(target, sql));
              seen.add(sql);
              return target.prepare(sql);
            };
          }
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      countListed(watched, filter);
      // From its beginning on, and what is nearer to its end.
      listPositions(watched, filter, { from: 0, count: 1 });
      listPositions(watched, filter, { from: 3, count: 1 });
      const listed = [...seen].filter((sql) => sql.includes('AS listed'));
      expect(listed, JSON.stringify(filter)).toHaveLength(3);
      const slow = plans.filter(
        (step) =>
          /TEMP B-TREE|(?:SCAN|SEARCH) (?:mirror_\w+|listed|placed)$/.test(step) ||
          // By its id: then its record is read for what the list is narrowed by.
          /sqlite_autoindex_mirror_registration/.test(step) ||
          // Anything less than the whole place is a search through many rows.
          (/(?:placed) USING/.test(step) && !/created_on=\? AND (?:registration_)?id=\?/.test(step)),
      );
      expect(slow, JSON.stringify(filter)).toEqual([]);
    }
  });
});

function planOf(db: Db, sql: string): string[] {
  const names = [...new Set(Array.from(sql.matchAll(/@(\w+)/g), (match) => match[1] as string))];
  const bound = Object.fromEntries(names.map((name) => [name, null]));
  return (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(bound) as { detail: string }[]).map(
    ({ detail }) => detail,
  );
}
