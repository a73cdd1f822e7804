// Registers a person for tests without an appointment.
import { MOST_REGISTRATIONS_SHOWN } from '../../../contract/registration-views.ts';
import type { registrationOperations } from '../../../contract/registrations.ts';
import { AppException, conflict, rejected } from '../../../domain/app-error.ts';
import type { CommandHandler } from '../handler.ts';
import { registrationsOf } from '../patient-record.ts';
import { requireListed } from '../products.ts';
import { requireChosenPerson } from '../visit/as-shown.ts';

type Definition = (typeof registrationOperations)['registrations.create'];

/** The reference is made here, so that the registration is found again when the answer to its creation is lost. */
export const createRegistration: CommandHandler<Definition> = {
  transaction: (context, input) => {
    const { patientId, seenRegistrationIds, productIds, biomarkerCodes } = input;
    const patient = requireChosenPerson(context, input);
    if (new Set(productIds).size < productIds.length) {
      throw new AppException(rejected('A test is named twice.', { productIds: 'twice' }));
    }
    requireListed(context.db, productIds);
    const seen = new Set(seenRegistrationIds);
    const { registrationIds } = registrationsOf(context, patient);
    const shown = registrationIds.slice(0, MOST_REGISTRATIONS_SHOWN);
    if (!shown.every((id) => seen.has(id))) {
      throw new AppException(conflict('changed', 'The person has a registration that was not seen.'));
    }
    const registrationId = context.random.uuid();
    context.enqueue({
      kind: 'registration.create',
      payload: {
        registrationId,
        foreignId: `desk-${registrationId}`,
        patientId,
        appointmentId: null,
        productIds,
        ...(biomarkerCodes.length === 0 ? {} : { biomarkerCodes: [...new Set(biomarkerCodes)] }),
      },
      visitId: null,
    });
    context.record('registration-made', { visitId: null, patientId, products: productIds.length });
    return { registrationId };
  },
};
