// The endpoints of test locations: the list, the days of a month with free slots, the slots of a day.
import { z } from 'zod';
import { json, nothing, endpoint } from './endpoint.ts';
import { listQuery, page } from './pagination.ts';
import { incidental } from './record.ts';
import { id, queryInteger, wallClockTime } from './value.ts';

const testLocationFields = z.object({
  id,
  name: z.string().describe('What the place is called.'),
  full_address: z.string().describe('The whole address on one line.'),
  city: z.string().describe('Town or city.'),
  postal_code: z.string().describe('Postcode.'),
  nearest_bus_station: z.string().nullable().describe('Null when none is near.'),
  nearest_train_station: z.string().nullable().describe('Null when none is near.'),
  latitude: z.number().describe('Degrees north.'),
  longitude: z.number().describe('Degrees east.'),
});
export const testLocation = incidental(testLocationFields, {
  full_address: '',
  city: '',
  postal_code: '',
  nearest_bus_station: null,
  nearest_train_station: null,
  latitude: NaN,
  longitude: NaN,
});
/** A test location, as answers show it. */
export type TestLocation = z.output<typeof testLocation>;

export const calendar = z.object({
  id: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .describe('The month, `YYYY-MM`.'),
  availability: z
    .record(z.string().regex(/^\d{4}-\d{2}-\d{2}$/), z.boolean())
    .describe(
      'For each day, whether at least one slot is free; false when all are taken or the location is closed.',
    ),
});
export type Calendar = z.output<typeof calendar>;

export const slot = z.object({
  id: id.describe('What an appointment is made with.'),
  preview: z
    .string()
    .regex(/^\d{2}:\d{2}$/)
    .describe('Time of day, `HH:MM`.'),
  available: z.boolean().describe('Whether it can be booked.'),
  time: wallClockTime.describe('`YYYY-MM-DD HH:MM` on the location’s clock.'),
  is_past: z.boolean().describe('Whether its time has passed.'),
});
/** A slot of one day at one location. `time` is local time there. */
export type Slot = z.output<typeof slot>;

const tags = ['Test locations'] as const;
const atLocation = z.object({ test_location_id: id });
const year = queryInteger(1000, 9999);
const month = queryInteger(1, 12);

export const testLocationEndpoints = {
  'locations.list': endpoint({
    name: 'locations.list',
    method: 'GET',
    path: '/api/test_location/',
    summary: 'Lists the places where samples are taken.',
    tags,
    params: nothing,
    query: listQuery,
    body: null,
    success: [json(200, page(testLocation))],
  }),
  'locations.calendar': endpoint({
    name: 'locations.calendar',
    method: 'GET',
    path: '/api/test_location/calendar/{year}/{month}',
    summary: 'Tells which days of a month have a free slot at a location.',
    tags,
    params: z.object({ year, month }),
    query: atLocation,
    body: null,
    success: [json(200, calendar)],
    refusals: { 404: 'No such location.', 422: 'No such month.' },
  }),
  'locations.slots': endpoint({
    name: 'locations.slots',
    method: 'GET',
    path: '/api/test_location/slots/{year}/{month}/{day}',
    summary: 'Lists the slots of one day at a location, all at once.',
    tags,
    params: z.object({ year, month, day: queryInteger(1, 31) }),
    query: atLocation,
    body: null,
    success: [json(200, z.array(slot))],
    refusals: { 404: 'No such location.', 422: 'No such day.' },
  }),
} as const;
