// Test registrations as screens show them outside a visit: as a line of the list, and with all that is known.
import { z } from 'zod';
import { APPOINTMENT_STATES } from '../domain/appointment-state.ts';
import { SHOWN_STATES } from '../domain/outbox-state.ts';
import { LONGEST_SEARCH } from '../domain/search-text.ts';
import {
  changeKind,
  deskState,
  instantMs,
  personNamed,
  personView,
  recordId,
  siteDate,
  syncTag,
} from './views.ts';

/** What the list is narrowed to. What is left out narrows nothing. */
export const registrationFilter = z.strictObject({
  /** The beginning of a code or of the brand's reference, or a person as they are searched for. */
  text: z.string().max(LONGEST_SEARCH).default(''),
  /** As the service words it. */
  status: z.string().max(80).nullable().default(null),
  productId: recordId.nullable().default(null),
  /** Where the linked appointment is; registrations without one that was read are left out. */
  locationId: recordId.nullable().default(null),
  createdFrom: siteDate.nullable().default(null),
  createdTo: siteDate.nullable().default(null),
  noPatient: z.boolean().default(false),
  resultsReady: z.boolean().default(false),
});
/** What the list of registrations is narrowed to; see {@link registrationFilter}. */
export type RegistrationFilterView = z.output<typeof registrationFilter>;
export const registrationRow = z.object({
  id: recordId,
  /** Null until the service has made it. */
  trfCode: z.string().nullable(),
  /** The service made it and does not show it now. */
  gone: z.boolean(),
  /** The service made it, and it was not read here yet: another machine's data was taken over, or its record cannot be read. */
  unread: z.boolean(),
  foreignId: z.string().nullable(),
  /** As the service words it, or `requested` while only this desk knows of it; `gone` and `unread` as above. */
  status: z.string(),
  person: personNamed.nullable(),
  productNames: z.array(z.string()),
  /** Null where the service did not say, or has not made it yet. */
  createdOn: siteDate.nullable(),
  /** As the service writes it; null while it is not complete. */
  completedAt: z.string().nullable(),
  resultsReady: z.boolean(),
  /** Null without one, or while it was not read. */
  appointment: z.object({ startsAtMs: instantMs, locationName: z.string().nullable() }).nullable(),
  /** This desk and the service do not agree whose it is, or the service refused what was decided here. */
  contested: z.boolean(),
  /** `contested`, because the service has refused to make it or nobody knows whether it did. Nobody is in doubt. */
  untaken: z.boolean(),
  /** `untaken`, and the service may have made it all the same: whoever registers the person anew may register them twice. */
  perhapsMade: z.boolean(),
  sync: syncTag,
});
/** A registration as a line of a list; see {@link registrationRow}. */
export type RegistrationRowView = z.infer<typeof registrationRow>;

/** So many registrations of a person are shown on their record, the newest. */
export const MOST_REGISTRATIONS_SHOWN = 100;

/** What a code leads to. `visitId`: the visit here that it belongs to, null without one. */
export const foundRegistration = registrationRow.extend({ visitId: recordId.nullable() });
/** A registration that was found by a code; see {@link foundRegistration}. */
export type FoundRegistrationView = z.infer<typeof foundRegistration>;

/** Another registration that this one is related to. `id` is null where it is not known here. */
const relative = z.object({ id: recordId.nullable(), code: z.string() });

export const registrationDetail = registrationRow.extend({
  person: personView.nullable(),
  /** The service's own id; null until it has made the registration. */
  serviceId: recordId.nullable(),
  shortCode: z.string().nullable(),
  /** What its labels carry; null while the service was not asked for it. The form’s code never stands in. */
  labelCode: z.string().nullable(),
  products: z.array(z.object({ id: recordId, sku: z.string(), name: z.string() })),
  appointment: z
    .object({
      id: recordId,
      /** Null while the appointment itself was not read: that there is one is all that is known. */
      known: z
        .object({
          state: z.enum(APPOINTMENT_STATES),
          startsAtMs: instantMs,
          endsAtMs: instantMs.nullable(),
          locationName: z.string().nullable(),
          /** Whom it is for; null while it names nobody. */
          patientId: recordId.nullable(),
          /** That person; null while it names nobody, or somebody of whom nothing is known here. */
          person: personView.nullable(),
          /** It stands, and is for another person than the registration, or for nobody while the registration has a patient. */
          differs: z.boolean(),
        })
        .nullable(),
    })
    .nullable(),
  /** Its visit at this desk; null when there is none here. */
  visit: z
    .object({
      id: recordId,
      date: siteDate,
      deskState,
      arrivedAtMs: instantMs.nullable(),
      collectedAtMs: instantMs.nullable(),
      locationName: z.string().nullable(),
    })
    .nullable(),
  patientRegisteredOn: siteDate.nullable(),
  ethnicity: z.string().nullable(),
  /** The registration that this one repeats. */
  parent: relative.nullable(),
  /** Registrations that repeat this one, as far as they are known here. */
  retests: z.array(relative),
  /**
   * Fields whose form the service does not publish, as text: each line of a list or of a record is a line. Null where
   * there is none.
   */
  labId: z.string().nullable(),
  address: z.string().nullable(),
  clinicalDetails: z.string().nullable(),
  doctorsNote: z.string().nullable(),
  doctorsName: z.string().nullable(),
  downloadUrl: z.string().nullable(),
  sandboxScenario: z.string().nullable(),
  /** Whether its form can be opened without the service. */
  trfStored: z.boolean(),
  /** Changes of it that the service has not confirmed. */
  pendingChanges: z.array(z.object({ id: recordId, kind: changeKind, state: z.enum(SHOWN_STATES) })),
  /** All registrations were read after this time; null before the first reading in full. */
  asOfMs: instantMs.nullable(),
});
/** A registration with all that its screen shows; see {@link registrationDetail}. */
export type RegistrationDetailView = z.infer<typeof registrationDetail>;

/** The parts of a registration that only the service has, and that are read when somebody asks for them. */
export const REGISTRATION_PARTS = ['products', 'order', 'patient', 'appointment', 'lab-id'] as const;
/** A part of a registration; see {@link REGISTRATION_PARTS}. */
export type RegistrationPart = (typeof REGISTRATION_PARTS)[number];

/**
 * A part in lines for reading: each has a name and a text. `linkedId` is the record that the lines are about, where a
 * screen shows it.
 */
export const partLines = z.object({
  title: z.string(),
  linkedId: recordId.nullable(),
  lines: z.array(z.object({ name: z.string(), text: z.string() })),
});
