// A desk for walk-ins whose service holds, confirms and registers as it is asked to, unless a test says otherwise.
import { HttpFailure } from '../../../../src/core/ports/machine.ts';
import type { Output } from '../../../../src/contract/index.ts';
import type { Appointment } from '../../../../src/wire/appointment.ts';
import type { Registration } from '../../../../src/wire/registration.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../../support/test-desk.ts';
import type { TestDesk } from '../../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../../support/test-service.ts';
import { exampleAppointment, exampleRegistration } from '../../../support/wire-examples.ts';

export const PRODUCT_ID = uuidOf(3);
export const PATIENT_ID = uuidOf(30_001);
export const SLOT_MS = 600_000;
/** So near that somebody who stands here is booked into it also when it is taken. */
export const NEAR_SLOT = 1;

/** What has happened on a visit, by kind. */
export const kinds = (visit: Output<'visits.get'>): string[] => visit.activity.map((entry) => entry.kind);

export type Step = (request: TestRequest) => TestAnswer;

export const refused =
  (status: number): Step =>
  () => ({ status, body: { error: { code: status === 409 ? 'taken' : 'not_found', message: 'no' } } });
export const failed: Step = () => ({ status: 500, body: {} });
export const answerLost: Step = () => {
  throw new HttpFailure('connection-lost', 'unknown', 'reset');
};
export const gatewayPage: Step = () => ({
  status: 404,
  contentType: 'text/html',
  bytes: new TextEncoder().encode('<html><h1>404 Not Found</h1></html>'),
});
export const gatewayJson: Step = () => ({
  status: 404,
  body: { message: 'no Route matched with those values' },
});

/** What a test changes of it. */
export interface WalkInDesk {
  readonly desk: TestDesk;
  /** Answers to the next requests of an endpoint, in order; then the service does as it is told. */
  creations: Step[];
  confirmations: Step[];
  readonly made: Appointment[];
  /** What is answered when it is looked whether an appointment is there: as it was said before, unless a test says otherwise. */
  look: Step;
  /** Where a time without a slot is booked, and a slot too: the service's mistake in some tests. */
  bookedAt: string;
  /** What the service registers instead of what it was asked for, in some tests. */
  registeredOtherwise: Partial<Registration>;
  /** A slot as the service holds it, and a held one as it confirms it. */
  readonly hold: Step;
  /** An appointment as it is there. */
  readonly show: Step;
  readonly confirm: Step;
  /** What the service answers; a test may put something before it. */
  readonly answer: (request: TestRequest) => TestAnswer | null;
  /** Confirms, and then answers as `then` says. */
  applied(then: Step): Step;
  asked(endpoint: TestRequest['endpoint']): TestRequest[];
  holdSlot(slot?: number): Promise<Output<'walkIn.hold'>>;
  /** Holds a slot, confirms it for somebody, and lets twenty minutes go by. */
  walkIn(slot?: number): Promise<Output<'visits.get'>>;
}

/** The desk knows one visit, and its line is up. */
export async function openWalkInDesk(): Promise<WalkInDesk> {
  const desk = openTestDesk();
  const made: Appointment[] = [];
  /** Those of which the service has said that it does not find them. */
  const notFound = new Set<string>();
  const at: WalkInDesk = {
    desk,
    creations: [],
    confirmations: [],
    made,
    look: (request) => (notFound.has(request.params['id'] ?? '') ? refused(404)(request) : show(request)),
    bookedAt: LOCATION_ID,
    registeredOtherwise: {},
    hold,
    show,
    confirm,
    answer,
    applied: (then) => (request) => {
      confirm(request);
      return then(request);
    },
    asked: (endpoint) => desk.service.requests.filter((request) => request.endpoint === endpoint),
    holdSlot: (slot = 5) =>
      desk.done('walkIn.hold', {
        locationId: LOCATION_ID,
        slotId: uuidOf(70_000 + slot),
        startsAtMs: NINE_O_CLOCK_MS + slot * SLOT_MS,
      }),
    async walkIn(slot) {
      const held = await at.holdSlot(slot);
      const confirmed = await desk.done('walkIn.confirm', {
        visitId: held.id,
        seenVersion: held.version,
        patientId: PATIENT_ID,
        productIds: [PRODUCT_ID],
      });
      await desk.advance(20 * 60_000);
      return desk.done('visits.get', { visitId: confirmed.id });
    },
  };

  function hold(request: TestRequest): TestAnswer {
    const body = request.body as { slot_id?: string; starts_at?: string };
    const startsAtMs =
      body.slot_id === undefined
        ? Date.parse(body.starts_at ?? '')
        : NINE_O_CLOCK_MS + (Number(body.slot_id.slice(-4)) % 1000) * SLOT_MS;
    const appointment = exampleAppointment({
      id: uuidOf(40_000 + made.length),
      test_location_id: at.bookedAt,
      starts_at: new Date(startsAtMs).toISOString(),
      ends_at: new Date(startsAtMs + SLOT_MS).toISOString(),
      expires_at: new Date(desk.parts.sync.serverNowMs() + SLOT_MS).toISOString(),
    });
    made.push(appointment);
    return { status: 201, body: appointment };
  }

  function show(request: TestRequest): TestAnswer {
    const known = made.find((appointment) => appointment.id === request.params['id']);
    return known ? { status: 200, body: known } : refused(404)(request);
  }

  function confirm(request: TestRequest): TestAnswer {
    const index = made.findIndex((appointment) => appointment.id === request.params['id']);
    const known = made[index];
    if (!known) return refused(404)(request);
    const body = request.body as { patient_id?: string };
    const confirmed = { ...known, confirmed: true, expires_at: null, patient_id: body.patient_id ?? null };
    made[index] = confirmed;
    return { status: 200, body: confirmed };
  }

  function answer(request: TestRequest): TestAnswer | null {
    switch (request.endpoint) {
      case 'appointments.create':
        return (at.creations.shift() ?? hold)(request);
      case 'appointments.update': {
        // A change to "not confirmed" cancels nothing: it only looks.
        if ((request.body as { confirmed?: boolean }).confirmed === false) return at.look(request);
        const answered = (at.confirmations.shift() ?? confirm)(request);
        if (answered.status === 404) notFound.add(request.params['id'] ?? '');
        return answered;
      }
      case 'appointments.cancel':
        return { status: 204 };
      case 'registrations.create': {
        const body = request.body as { foreign_id: string; patient_id: string; appointment_id: string };
        const registration = exampleRegistration({
          id: uuidOf(50_001),
          ...body,
          product_ids: [PRODUCT_ID],
          ...at.registeredOtherwise,
        });
        desk.service.registrations.set(registration.id, registration);
        return { status: 201, body: registration };
      }
      default:
        return null;
    }
  }

  desk.addVisit(1);
  desk.service.answer = answer;
  await desk.setLine({ up: true, reading: false });
  return at;
}
