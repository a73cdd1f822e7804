// The endpoints of appointments: hold or book a slot, confirm, move, assign, cancel.
import { z } from 'zod';
import { json, noContent, nothing, endpoint } from './endpoint.ts';
import { incidental } from './record.ts';
import { dateTime, id, requestedDateTime } from './value.ts';

const appointmentFields = z.object({
  id,
  type: z.string().describe('Such as `brand_location`.'),
  test_location_id: id.describe('Where it is.'),
  starts_at: dateTime.describe('When it begins, with offset.'),
  ends_at: dateTime.describe('When it ends, with offset.'),
  patient_id: id.nullable().describe('Whom it is for; null until somebody is assigned.'),
  confirmed: z.boolean().describe('False while the slot is only held.'),
  expires_at: dateTime.nullable().describe('When a hold frees its slot; null once confirmed.'),
  full_address: z.string().describe('The whole address of the place.'),
  point: z
    .object({
      latitude: z.number().describe('Degrees north.'),
      longitude: z.number().describe('Degrees east.'),
    })
    .describe('Where the place is on a map.'),
});
/** The schema of an appointment, as answers show it. */
export const appointment = incidental(appointmentFields, {
  type: '',
  full_address: '',
  point: { latitude: NaN, longitude: NaN },
});
/** An appointment, as answers show it. While it is only held, `confirmed` is false and `expires_at` says until when. */
export type Appointment = z.output<typeof appointment>;

export const createAppointmentBody = z
  .object({
    slot_id: id.optional().describe('The slot to take. Needed unless starts_at is given.'),
    starts_at: requestedDateTime.optional().describe('The time to take when no slot_id is given.'),
    confirmed: z.boolean().describe('False to hold the slot for ten minutes, true to book at once.'),
    patient_id: id.optional(),
    override_availability: z.boolean().optional().describe('True to book a time shown as closed or taken.'),
  })
  .refine((body) => body.slot_id !== undefined || body.starts_at !== undefined, {
    path: ['slot_id'],
    message: 'slot_id or starts_at is needed',
  });
export type CreateAppointmentBody = z.output<typeof createAppointmentBody>;

export const updateAppointmentBody = z.object({
  confirmed: z.boolean().optional().describe('True confirms a hold; false changes nothing.'),
  appointment_time: requestedDateTime.optional().describe('Moves the appointment.'),
  test_location_id: id.optional().describe('Moves it to another location.'),
  patient_id: id.optional().describe('Assigns it to a patient.'),
});
export type UpdateAppointmentBody = z.output<typeof updateAppointmentBody>;

const tags = ['Appointments'] as const;
const byId = z.object({ id });

export const appointmentEndpoints = {
  'appointments.create': endpoint({
    name: 'appointments.create',
    method: 'POST',
    path: '/api/appointment/',
    summary: 'Holds a slot or books it.',
    tags,
    params: nothing,
    query: nothing,
    body: createAppointmentBody,
    conflict: 'taken',
    success: [json(201, appointment)],
    refusals: {
      404: 'No such slot or patient.',
      409: 'The slot is taken or has passed.',
      422: 'A field is missing or wrong.',
    },
  }),
  'appointments.update': endpoint({
    name: 'appointments.update',
    method: 'PATCH',
    path: '/api/appointment/{id}',
    summary: 'Confirms, moves or assigns an appointment.',
    tags,
    params: byId,
    query: nothing,
    body: updateAppointmentBody,
    conflict: 'taken',
    success: [json(200, appointment)],
    refusals: {
      404: 'No such appointment, or its hold has ended.',
      409: 'The time is taken.',
      422: 'A field is wrong.',
    },
  }),
  'appointments.cancel': endpoint({
    name: 'appointments.cancel',
    method: 'DELETE',
    path: '/api/appointment/{id}',
    summary: 'Cancels an appointment and frees its slot.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    // The body of the answer is not documented, so any body is accepted and ignored.
    success: [noContent, json(200, z.unknown())],
    refusals: { 404: 'No such appointment.' },
  }),
} as const;
