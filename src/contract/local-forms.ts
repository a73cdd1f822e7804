// Local forms: pages of ours in the place of the service's form, while that cannot be had.
import { z } from 'zod';
import { LOCAL_FORM_ENDS } from '../domain/local-form.ts';
import { asking } from './asking.ts';
import { command, query } from './operation.ts';
import { printJobView, recordId } from './views.ts';

const ofRegistration = z.strictObject({ registrationId: recordId });

export const localFormOperations = {
  /**
   * Makes the local form of a registration, and puts it into the print queue of the office printer. `job` is null where
   * this desk has none: then the screen prints what `localForms.get` answers. Refused (`rejected`): `form` is `there` when
   * the service's own form can be had; `patient`, `dateOfBirth`, `name` when it cannot be made out for a person. `asking`: a name
   * by which `printers.stopAsking` ends it; then no form was made. `seenJobId`: its newest print job when the screen asked. Where
   * another window has asked since, or that job still waits for the printer, nothing more is printed, and the answer is the job
   * that there is.
   */
  'localForms.print': command(
    ofRegistration.extend({ asking: asking.optional(), seenJobId: recordId.nullable().prefault(null) }),
    z.object({ code: z.string(), job: printJobView.nullable(), alreadyAsked: z.boolean() }),
    { answersWith: 'other' },
  ),
  /**
   * The page as a PDF. Fails as `not-found` before it was made; as `conflict` once it names somebody else than it was made for, or the
   * laboratory's form has replaced it.
   */
  'localForms.get': query(ofRegistration, z.object({ code: z.string(), base64: z.string() }), {
    staleOn: [],
    isForgottenWhenLeft: true,
  }),
  /** Says what became of a local form that has to be replaced, so that nobody is asked again. */
  'localForms.settle': command(
    z.strictObject({ registrationId: recordId, as: z.enum(LOCAL_FORM_ENDS) }),
    z.object({ code: z.string() }),
    { answersWith: 'other' },
  ),
};
