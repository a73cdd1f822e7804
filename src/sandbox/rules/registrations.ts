// The rules of test registrations: created directly or by an order, found by any of their identifiers, assigned to a
// patient.
import { parseTrfCode } from '../../domain/trf-code.ts';
import type { CreateRegistrationBody, UpdateRegistrationBody } from '../../wire/registration.ts';
import { productById, productBySku } from '../catalogue/catalogue.ts';
import type { ProductDefinition } from '../catalogue/products.ts';
import { duplicate, invalid, notFound, wrongState } from '../refusal.ts';
import { CLEAR_ALPHABET } from '../stable.ts';
import type { PatientRow } from '../store/people.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { existingAppointment } from './appointments.ts';
import { awaitsSample, begin, rememberSample, startCourse, tellRegistered, withCourse } from './lifecycle.ts';
import { TRF_PREFIX, withRecord } from './registration-record.ts';
import { scenarioFault, type RegistrationDraft } from './registration-results.ts';
import { choosesScenario, courseOf, type Course } from './scenario.ts';
import type { World } from './world.ts';

const SHORT_CODE_LENGTH = 6;
const LABEL_CODE_LENGTH = 8;
const MOST_PRODUCTS = 50;

/** The registration with this UUID, TRF code or `foreign_id`; undefined when there is none. */
function findRegistration({ store }: World, key: string): RegistrationRow | undefined {
  const trf = parseTrfCode(key);
  return (
    store.registration(key) ??
    (trf ? store.registrationByTrfCode(`${trf.prefix}-${trf.shortCode}`) : undefined) ??
    store.registrationByForeignId(key)
  );
}

/** The registration with this UUID, TRF code or `foreign_id`. Refuses with 404 when there is none. */
export function existingRegistration(world: World, key: string): RegistrationRow {
  const row = findRegistration(world, key);
  if (!row) throw notFound('test registration');
  return row;
}

/**
 * The registration with this label code or TRF code, or all registrations of the order with this number. Refuses with
 * 404 when there is none.
 */
export function registrationsByBarcode(world: World, code: string): RegistrationRow[] {
  const { store } = world;
  const scanned = code.trim().toUpperCase();
  const row = store.registrationByLabelCode(scanned) ?? store.registrationByTrfCode(scanned);
  if (row) return [row];
  const order = store.orderByNumber(scanned);
  const rows = order ? store.registrationsOfOrder(order.id) : [];
  if (rows.length === 0) throw notFound('test registration');
  return rows;
}

/**
 * The form of the short codes that the service gives out. A code of this form may belong to a registration now or
 * later.
 */
const OWN_CODE = new RegExp(`^[${CLEAR_ALPHABET}]{${SHORT_CODE_LENGTH}}$`);

/**
 * In paths this word is followed by a bar code (`/api/test_registration/barcode/…`), so it cannot be a `foreign_id`.
 */
const RESERVED = 'barcode';

/**
 * Refuses a `foreign_id` that is, or could later become, an identifier of another registration. So every identifier
 * leads to one registration only. `own` is the registration that gets the `foreign_id`; null while it is being created.
 */
function refuseForeignIdentifier(world: World, foreignId: string | null, own: RegistrationRow | null): void {
  if (foreignId === null || foreignId === own?.foreign_id) return;
  const { store } = world;
  const known = findRegistration(world, foreignId) ?? store.registrationByLabelCode(foreignId.toUpperCase());
  if (known && known.id !== own?.id) {
    throw duplicate('foreign_id', 'Another registration is known by this foreign_id.');
  }
  const trf = parseTrfCode(foreignId);
  if (!known && trf?.prefix === TRF_PREFIX && OWN_CODE.test(trf.shortCode)) {
    throw invalid({ foreign_id: 'is written like a TRF code, which only the service gives out' });
  }
  if (foreignId === RESERVED) throw invalid({ foreign_id: `must not be "${RESERVED}", a word of the paths` });
}

export interface NewRegistration {
  readonly products: readonly ProductDefinition[];
  readonly patient: PatientRow | null;
  readonly foreignId: string | null;
  readonly appointmentId: string | null;
  readonly orderId: string | null;
  readonly parentId: string | null;
  readonly biomarkerCodes: readonly string[] | null;
  readonly status: 'awaiting_patient' | 'pending';
  /** Null: the `foreign_id` decides the course once a patient is registered. */
  readonly course: Course | null;
}

/** Creates a registration. Must run inside the caller's transaction. */
export function addRegistration(world: World, wanted: NewRegistration): RegistrationRow {
  const { store, naming } = world;
  refuseForeignIdentifier(world, wanted.foreignId, null);
  const nowMs = world.clock.nowMs();
  const registered = wanted.patient !== null && wanted.status === 'pending';
  const blank: RegistrationDraft = {
    id: naming.id(),
    trf_code: unused(
      () => `${TRF_PREFIX}-${naming.code(SHORT_CODE_LENGTH)}`,
      (code) => store.registrationByTrfCode(code) !== undefined,
    ),
    label_code: unused(
      () => naming.code(LABEL_CODE_LENGTH),
      (code) => (store.registrationByLabelCode(code) ?? store.registrationByForeignId(code)) !== undefined,
    ),
    foreign_id: wanted.foreignId,
    status: wanted.status,
    patient_id: wanted.patient?.id ?? null,
    appointment_id: wanted.appointmentId,
    purchase_id: wanted.orderId,
    parent_id: wanted.parentId,
    product_skus: JSON.stringify(wanted.products.map((product) => product.sku)),
    biomarker_codes: wanted.biomarkerCodes === null ? null : JSON.stringify(wanted.biomarkerCodes),
    scenario: 'success',
    targets: '[]',
    stage: 0,
    begun_ms: null,
    delay_ms: 0,
    due_ms: null,
    results_ready: 0,
    lab_id: null,
    mobile_phone: null,
    created_ms: nowMs,
    registered_ms: registered ? nowMs : null,
    completed_ms: null,
  };
  const draft = wanted.patient
    ? begin(
        world,
        withCourse(blank, wanted.course ?? courseOf(wanted.foreignId, world.takeNextScenario)),
        nowMs,
      )
    : blank;
  if (wanted.patient) refuseImpossibleScenario(world, draft, wanted.patient);
  const row = withRecord(draft, world);
  store.addRegistration(row);
  if (registered) tellRegistered(world, row);
  return row;
}

/** Refuses a scenario that is impossible, for example because a formula does not allow the result. */
function refuseImpossibleScenario(world: World, draft: RegistrationDraft, patient: PatientRow): void {
  const fault = scenarioFault(world, draft, patient);
  if (fault !== null) throw invalid({ foreign_id: fault }, `This scenario is not possible: ${fault}.`);
}

function unused(make: () => string, isUsed: (code: string) => boolean): string {
  for (;;) {
    const code = make();
    if (!isUsed(code)) return code;
  }
}

/** The products of a request, each once. When both ids and SKUs are given, they must name the same products. */
function productsWanted(body: CreateRegistrationBody): ProductDefinition[] {
  const unknown: Record<string, string> = {};
  const read = (
    field: string,
    names: readonly string[] | undefined,
    find: (name: string) => ProductDefinition | undefined,
  ): Set<ProductDefinition> | null => {
    if (!names) return null;
    const found = names.map((name, index) => {
      const product = find(name);
      if (!product) unknown[`${field}.${index}`] = 'is no product';
      return product;
    });
    return new Set(found.filter((product) => product !== undefined));
  };
  const byId = read('product_ids', body.product_ids, productById);
  const bySku = read('product_skus', body.product_skus, productBySku);
  if (Object.keys(unknown).length > 0) throw invalid(unknown);
  if (byId && bySku && (byId.size !== bySku.size || [...byId].some((one) => !bySku.has(one)))) {
    throw invalid({ product_skus: 'name other products than product_ids' });
  }
  const products = [...(byId ?? bySku ?? [])];
  if (products.length > MOST_PRODUCTS) throw invalid({ product_ids: 'are too many' });
  return products;
}

function biomarkersWanted(
  codes: readonly string[] | undefined,
  products: readonly ProductDefinition[],
): string[] | null {
  if (codes === undefined || codes.length === 0) return null;
  const known = new Set(products.flatMap((product) => product.biomarkerCodes));
  const unknown = codes.flatMap((code, index) =>
    known.has(code) ? [] : [[`biomarker_codes.${index}`, 'is not measured by these products']],
  );
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown));
  return [...new Set(codes)];
}

/** Creates a registration directly (not by an order), with or without an appointment. */
export function createRegistration(world: World, body: CreateRegistrationBody): RegistrationRow {
  const { store } = world;
  return store.together(() => {
    const patient = store.patient(body.patient_id);
    if (!patient) throw notFound('patient');
    const products = productsWanted(body);
    const biomarkerCodes = biomarkersWanted(body.biomarker_codes, products);
    const foreignId = body.foreign_id ?? null;
    const appointmentId =
      body.appointment_id === undefined ? null : assignAppointment(world, body.appointment_id, patient.id);
    return addRegistration(world, {
      products,
      patient,
      foreignId,
      appointmentId,
      orderId: null,
      parentId: null,
      biomarkerCodes,
      status: appointmentId !== null || choosesScenario(foreignId) ? 'pending' : 'awaiting_patient',
      course: null,
    });
  });
}

/** Assigns an appointment to the patient. Refuses an appointment of another patient. Returns its id. */
function assignAppointment(world: World, appointmentId: string, patientId: string): string {
  const appointment = existingAppointment(world, appointmentId);
  if (appointment.patient_id !== null && appointment.patient_id !== patientId) {
    throw wrongState('The appointment is for another patient.');
  }
  world.store.saveAppointment({ ...appointment, patient_id: patientId });
  return appointment.id;
}

/** Assigns the patient, changes the `foreign_id`, or both. */
export function updateRegistration(world: World, key: string, body: UpdateRegistrationBody): RegistrationRow {
  const { store } = world;
  return store.together(() => {
    const row = existingRegistration(world, key);
    const patient = store.patient(body.patient_id);
    if (!patient) throw notFound('patient');
    refuseForeignIdentifier(world, body.foreign_id ?? null, row);
    if (row.stage === 3 && row.patient_id !== patient.id) {
      throw wrongState('The results are those of another patient.');
    }
    if (row.stage === 3 && choosesScenario(body.foreign_id ?? null) && body.foreign_id !== row.foreign_id) {
      throw wrongState('The registration is finished, so no scenario can be chosen any more.');
    }
    assignAppointmentOf(world, row, patient.id);
    const next = assigned(world, row, { patient, body });
    store.saveRegistration(next);
    if (row.registered_ms === null && next.registered_ms !== null) tellRegistered(world, next);
    return next;
  });
}

/** Assigns the registration's appointment to the same patient, unless the appointment belongs to somebody else. */
function assignAppointmentOf(world: World, row: RegistrationRow, patientId: string): void {
  const appointment = row.appointment_id === null ? undefined : world.store.appointment(row.appointment_id);
  if (!appointment || (appointment.patient_id !== null && appointment.patient_id !== row.patient_id)) return;
  world.store.saveAppointment({ ...appointment, patient_id: patientId });
}

function assigned(
  world: World,
  row: RegistrationRow,
  { patient, body }: { readonly patient: PatientRow; readonly body: UpdateRegistrationBody },
): RegistrationRow {
  const nowMs = world.clock.nowMs();
  const foreignId = body.foreign_id ?? row.foreign_id;
  let draft: RegistrationDraft = {
    ...row,
    patient_id: patient.id,
    foreign_id: foreignId,
    mobile_phone: body.mobile_phone_number ?? row.mobile_phone,
  };
  if (draft.status === 'awaiting_patient') {
    draft = { ...draft, status: 'pending', registered_ms: nowMs };
  }
  const newCourse = foreignId !== row.foreign_id && choosesScenario(foreignId) && row.stage < 3;
  const begins = draft.begun_ms === null || newCourse;
  if (begins) draft = begin(world, withCourse(draft, courseOf(foreignId, world.takeNextScenario)), nowMs);
  if (begins || patient.id !== row.patient_id) refuseImpossibleScenario(world, draft, patient);
  return withRecord(draft, world);
}

/**
 * The samples of these registrations, known by UUID or `foreign_id`, were taken: those that awaited them begin their
 * course. One that the service does not have yet begins it when it comes.
 */
export function samplesTaken(world: World, keys: readonly string[]): void {
  const { store } = world;
  store.together(() => {
    for (const key of keys) {
      const row = findRegistration(world, key);
      if (row && awaitsSample(row)) {
        store.saveRegistration(withRecord(startCourse(row, world.clock.nowMs()), world));
      } else if (!row || row.begun_ms === null) {
        rememberSample(world, row?.id ?? key);
      }
    }
  });
}
