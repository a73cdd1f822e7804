// A desk's sync over a service of records that the test puts there, by a clock that the test moves.
import { HttpFailure } from '../../../../src/core/ports/machine.ts';
import type { Http } from '../../../../src/core/ports/machine.ts';
import { createServiceClient } from '../../../../src/core/service/client.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { createSync } from '../../../../src/core/sync.ts';
import type { SyncOptions } from '../../../../src/core/sync.ts';
import type { Sync } from '../../../../src/core/sync-interface.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { appointmentBody, patientBody, registrationBody, uuid } from '../../../support/store-fixture.ts';
import type { TestClock } from '../../../support/test-clock.ts';
import type { TestService } from '../../../support/test-service.ts';
import { exampleLocation } from '../../../support/wire-examples.ts';

/** Where the desk stands. */
export const LOCATION = exampleLocation({ id: uuid(5, 1) });

/** A visit of today at the service. */
export function addVisit(service: TestService, number: number): void {
  const patient = patientBody(number);
  const appointment = appointmentBody(number, { patient_id: patient.id });
  const registration = registrationBody(number, { appointment_id: appointment.id });
  service.patients.set(patient.id, patient);
  service.appointments.set(appointment.id, appointment);
  service.registrations.set(registration.id, registration);
}

/** The service at the end of a line: each answer takes its time, and nothing is asked by a desk that has been closed. */
export const lineTo = (service: Http, clock: TestClock): Http => ({
  async request(request) {
    if (request.signal?.aborted) throw new HttpFailure('aborted', 'not-sent', 'given up');
    await new Promise<void>((go) => clock.after(20, go));
    return service.request(request);
  },
});

/** Begins at once. Each label carries one code. */
export function startSync(
  { store, http, clock }: { readonly store: Store; readonly http: Http; readonly clock: TestClock },
  config: Omit<SyncOptions['config'], 'timeZone' | 'locationId'>,
): Sync {
  const sync = createSync({
    store,
    service: createServiceClient({
      http,
      clock,
      log: silentLog,
      baseUrl: 'http://service.test',
      token: () => 'token',
    }),
    clock,
    random: { uuid: () => 'made-here', fraction: () => 0.5 },
    log: silentLog,
    documentReader: {
      readLabel: async () => ({ text: '', code: 'READ0FF1' }),
      read: async () => ({ text: '' }),
    },
    config: { timeZone: 'Europe/London', locationId: () => LOCATION.id, ...config },
    isResultInDoubt: () => false,
    onChange: () => undefined,
  });
  sync.start();
  return sync;
}
