// A model of the service for simulated days. It follows the rules that matter to the outbox, on simulated time.
import { exampleRegistration } from '../../support/wire-examples.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimPatient {
  id: string;
  first_name: string;
  last_name: string;
  gender: string;
  date_of_birth: string;
  ethnicity: null;
  email: string;
  foreign_id: string | null;
  phone_number: string | null;
  address_id: null;
}

export interface SimRegistration {
  id: string;
  trf_code: string;
  short_code: string;
  /** The code on the label of the tube. */
  label_sample_id: string;
  patient_id: string | null;
  product_ids: string[];
  foreign_id: string | null;
  appointment_id: string | null;
  status: string;
  results_ready: boolean;
  /** On a retest: the registration that it repeats. */
  parent_id: string | null;
}

export interface SimAppointment {
  id: string;
  locationId: string;
  /** Null where the time was booked without a slot. */
  slotId: string | null;
  startsAtMs: number;
  patient_id: string | null;
  confirmed: boolean;
  expiresAtMs: number | null;
  overridden: boolean;
  ours: boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The brand's main location: a time that names no slot is booked here. */
export const MAIN_LOCATION_ID = '00000005-0000-4000-8000-000000000001';
export const OTHER_LOCATION_ID = '00000005-0000-4000-8000-000000000002';
export const PRODUCT_IDS = [1, 2, 3].map((number) => `00000004-0000-4000-8000-00000000000${number}`);
/** The service's time at the beginning of every simulated day. */
export const SERVICE_START_MS = Date.parse('2026-11-20T09:00:00Z');
const HOLD_MS = 600_000;

const ok = (body: unknown, status = 200): Reply => ({ status, body });
const refuse = (status: number, code = 'refused'): Reply => ({
  status,
  body: { error: { code, message: code } },
});

const SLOT_MS = 600_000;
const DAY_MS = 86_400_000;
const SLOTS_A_DAY = DAY_MS / SLOT_MS;
/** Slots of a day that are listed, from the beginning of the day. */
const SLOTS_LISTED = 24;

/** The id of a slot contains its location and its start (since the beginning of the day), so slots need no records. */
export function slotIdAt(startsAtMs: number, locationId: string = MAIN_LOCATION_ID): string {
  const place = locationId === MAIN_LOCATION_ID ? '00000006' : '00000007';
  return `${place}-0000-4000-8000-${String(startsAtMs).padStart(12, '0').slice(-12)}`;
}
const locationOfSlot = (slotId: string): string =>
  slotId.startsWith('00000006') ? MAIN_LOCATION_ID : OTHER_LOCATION_ID;

export interface SimOrder {
  id: string;
  /** The customer's reference. */
  foreignId: string | null;
  status: string;
  payment_status: string;
  shipping_status: string;
}

/** How the question for a patient's own record is answered instead of with the record. */
export type OddPatientAnswer = 'fails' | 'not-there' | { readonly patientId: string };

export class SimulatedService {
  /**
   * What registrations say about a patient (by id) where that is not what the patient's own record says: a correction that
   * has reached only one of the two.
   */
  readonly copies = new Map<string, Pick<SimPatient, 'last_name' | 'date_of_birth'>>();
  /** By the patient's id. */
  readonly oddPatientAnswers = new Map<string, OddPatientAnswer>();
  /** How often each request was carried out that a repetition carries out again: `retest ID`, `email ID`. */
  readonly carriedOut = new Map<string, number>();
  /** By the registration's id: the number to which its results are announced. */
  readonly mobileNumbers = new Map<string, string>();
  readonly orders = new Map<string, SimOrder>();
  /** By the registration's id: the order that it came from. */
  readonly orderOfRegistration = new Map<string, string>();
  readonly patients = new Map<string, SimPatient>();
  readonly registrations = new Map<string, SimRegistration>();
  readonly appointments = new Map<string, SimAppointment>();
  readonly #time: VirtualTime;
  /**
   * True: a second registration with the same `foreign_id` is refused, and an appointment may be moved to where it is
   * already.
   */
  readonly #uniqueReferences: boolean;
  #made = 0;

  constructor(time: VirtualTime, uniqueReferences: boolean) {
    this.#time = time;
    this.#uniqueReferences = uniqueReferences;
  }

  nowMs(): number {
    return SERVICE_START_MS + this.#time.nowMs;
  }

  #newId(kind: number): string {
    this.#made += 1;
    return `0000000${kind}-0000-4000-8000-${String(this.#made).padStart(12, '0')}`;
  }

  /** Carries out a request, completely and at once. */
  apply(method: string, path: string, body: Record<string, unknown>, query = new URLSearchParams()): Reply {
    const [resource, ...rest] = path
      .replace(/^\/api\//, '')
      .split('/')
      .map(decodeURIComponent);
    switch (`${method} ${resource}`) {
      case 'GET test_location':
        return this.#readLocations(rest, query.get('test_location_id') ?? MAIN_LOCATION_ID);
      case 'GET product':
        return rest[0] ? readProduct(rest[0], rest[1]) : ok(this.#page(PRODUCT_IDS.map(productBody)));
      case 'POST order':
        return this.#placeOrder(body);
      case 'GET order':
        return this.#readOrder(rest[0] ?? '', rest[1]);
      case 'PATCH order':
        return this.#changeOrder(rest[0] ?? '', body);
      case 'PUT order':
        return this.#reship(rest[0] ?? '');
      case 'POST patient':
        return this.#createPatient(body);
      case 'POST test_registration':
        return rest[0] ? this.#askAbout(rest[0], rest[1]) : this.#createRegistration(body);
      case 'GET test_registration':
        return this.#readRegistration(rest);
      case 'PATCH test_registration':
        return this.#changeRegistration(rest[0] ?? '', body);
      case 'POST appointment':
        return this.#createAppointment(body);
      case 'PATCH appointment':
        return this.#changeAppointment(rest[0] ?? '', body);
      case 'DELETE appointment':
        return this.cancel(rest[0] ?? '') ? { status: 204, body: null } : refuse(404);
      default:
        return refuse(404);
    }
  }

  #page(items: readonly unknown[]): unknown {
    return {
      nr_of_results: items.length,
      current_page: 1,
      nr_of_pages: 1,
      results_per_page: 100,
      next_page: null,
      items,
    };
  }

  #createPatient(body: Record<string, unknown>): Reply {
    const known = [...this.patients.values()].find(
      (patient) =>
        patient.first_name === body['first_name'] &&
        patient.last_name === body['last_name'] &&
        patient.date_of_birth === body['date_of_birth'],
    );
    if (known) return ok(known, 201);
    const foreignId = (body['foreign_id'] as string | undefined) ?? null;
    if (
      foreignId !== null &&
      [...this.patients.values()].some((patient) => patient.foreign_id === foreignId)
    ) {
      return refuse(409, 'duplicate');
    }
    return ok(this.addPatient({ ...(body as Partial<SimPatient>), foreign_id: foreignId }), 201);
  }

  addPatient(fields: Partial<SimPatient>): SimPatient {
    const patient: SimPatient = {
      first_name: 'First',
      last_name: 'Last',
      gender: 'other',
      date_of_birth: '1990-01-01',
      email: 'somebody@example.org',
      foreign_id: null,
      phone_number: null,
      ...fields,
      ethnicity: null,
      address_id: null,
      id: this.#newId(1),
    };
    this.patients.set(patient.id, patient);
    return patient;
  }

  #createRegistration(body: Record<string, unknown>): Reply {
    const patientId = body['patient_id'] as string;
    const appointmentId = (body['appointment_id'] as string | undefined) ?? null;
    if (!this.patients.has(patientId)) return refuse(404);
    if (appointmentId !== null && !this.#findAppointment(appointmentId)) return refuse(404);
    const foreignId = (body['foreign_id'] as string | undefined) ?? null;
    if (this.#uniqueReferences && foreignId !== null && this.#byReference(foreignId)) {
      return refuse(409, 'duplicate');
    }
    const registration = this.addRegistration({
      patient_id: patientId,
      product_ids: body['product_ids'] as string[],
      foreign_id: foreignId,
      appointment_id: appointmentId,
    });
    return ok(this.#registrationBody(registration), 201);
  }

  addRegistration(fields: Partial<SimRegistration>): SimRegistration {
    const id = this.#newId(2);
    const short = `C${id.slice(-6)}`;
    const registration: SimRegistration = {
      id,
      trf_code: `SIM-${short}`,
      short_code: short,
      label_sample_id: `L${short}`,
      patient_id: null,
      product_ids: [PRODUCT_IDS[0] as string],
      foreign_id: null,
      appointment_id: null,
      status: 'pending',
      results_ready: false,
      parent_id: null,
      ...fields,
    };
    this.registrations.set(id, registration);
    return registration;
  }

  #byReference(reference: string): SimRegistration | undefined {
    return [...this.registrations.values()].find((registration) => registration.foreign_id === reference);
  }

  #findRegistration(key: string): SimRegistration | undefined {
    return (
      this.registrations.get(key) ??
      [...this.registrations.values()].find((registration) => registration.trf_code === key) ??
      this.#byReference(key)
    );
  }

  #readRegistration([key, part]: string[]): Reply {
    if (!key)
      return ok(this.#page([...this.registrations.values()].map((each) => this.#registrationBody(each))));
    const registration = this.#findRegistration(key);
    if (!registration) return refuse(404);
    switch (part) {
      case undefined:
        return ok(this.#registrationBody(registration));
      case 'order':
        return this.#readOrder(this.orderOfRegistration.get(registration.id) ?? '', undefined);
      case 'appointment': {
        const appointment = this.#findAppointment(registration.appointment_id ?? '');
        return appointment ? ok(appointmentBody(appointment)) : refuse(404);
      }
      case 'patient': {
        const odd = this.oddPatientAnswers.get(registration.patient_id ?? '');
        if (odd === 'fails') return refuse(500);
        const patientId = typeof odd === 'object' ? odd.patientId : (registration.patient_id ?? '');
        const patient = odd === 'not-there' ? undefined : this.patients.get(patientId);
        return patient ? ok(patient) : refuse(404);
      }
      default:
        return refuse(404);
    }
  }

  #changeRegistration(key: string, body: Record<string, unknown>): Reply {
    const registration = this.#findRegistration(key);
    const patientId = body['patient_id'] as string;
    if (!registration || !this.patients.has(patientId)) return refuse(404);
    const foreignId = body['foreign_id'] as string | undefined;
    if (foreignId !== undefined) {
      const other = this.#byReference(foreignId);
      if (this.#uniqueReferences && other && other !== registration) return refuse(409, 'duplicate');
      registration.foreign_id = foreignId;
    }
    const mobileNumber = body['mobile_phone_number'] as string | undefined;
    if (mobileNumber !== undefined) this.mobileNumbers.set(registration.id, mobileNumber);
    registration.patient_id = patientId;
    return ok(this.#registrationBody(registration));
  }

  /** A retest, or the e-mail for completing a registration: carried out each time that it is asked for. */
  #askAbout(key: string, what: string | undefined): Reply {
    const registration = this.#findRegistration(key);
    if (!registration) return refuse(404);
    switch (what) {
      case 'retest': {
        if (!registration.results_ready || registration.status === 'success') return refuse(400);
        this.#count(`retest ${registration.id}`);
        const { patient_id, product_ids } = registration;
        const retest = this.addRegistration({ patient_id, product_ids, parent_id: registration.id });
        return ok(this.#registrationBody(retest), 201);
      }
      case 'send-complete-email':
        if (registration.patient_id !== null) return refuse(409, 'state');
        this.#count(`email ${registration.id}`);
        return { status: 204, body: null };
      default:
        return refuse(404);
    }
  }

  /** Makes an order each time that it is asked for, unless customers' references are unique and this one is in use. */
  #placeOrder(body: Record<string, unknown>): Reply {
    const customer = body['customer'] as { readonly foreign_id?: string } | undefined;
    const items = body['items'] as readonly { readonly product_id: string; readonly quantity: number }[];
    const foreignId = customer?.foreign_id ?? null;
    const isInUse = [...this.orders.values()].some((order) => order.foreignId === foreignId);
    if (this.#uniqueReferences && foreignId !== null && isInUse) return refuse(409, 'duplicate');
    const order: SimOrder = {
      id: this.#newId(8),
      foreignId,
      status: 'placed',
      payment_status: 'paid',
      shipping_status: 'NOT_SHIPPED',
    };
    this.orders.set(order.id, order);
    const made = items.flatMap(({ product_id, quantity }) =>
      Array.from({ length: quantity }, () => this.addRegistration({ product_ids: [product_id] })),
    );
    for (const { id } of made) this.orderOfRegistration.set(id, order.id);
    return ok(
      {
        id: order.id,
        test_registrations: made.map(({ id, trf_code, product_ids }) => ({
          id,
          trf_code,
          product: { id: product_ids[0], sku: `SKU-${product_ids[0]?.slice(-1)}`, biomarkers: [] },
        })),
      },
      201,
    );
  }

  #readOrder(id: string, part: string | undefined): Reply {
    const order = this.orders.get(id);
    if (!order || part !== undefined) return refuse(404);
    const { foreignId, ...facts } = order;
    return ok({ ...facts, customer: { id: `customer-${id}`, foreign_id: foreignId } });
  }

  #changeOrder(id: string, body: Record<string, unknown>): Reply {
    const order = this.orders.get(id);
    if (!order) return refuse(404);
    if (body['cancel'] === true) order.status = 'cancelled';
    if (body['refund'] === true) {
      this.#count(`refund ${id}`);
      order.payment_status = 'refund_requested';
    }
    return this.#readOrder(id, undefined);
  }

  #reship(id: string): Reply {
    const order = this.orders.get(id);
    if (!order) return refuse(404);
    if (order.status === 'cancelled') return refuse(409, 'state');
    this.#count(`reship ${id}`);
    order.shipping_status = 'AWAITING_SHIPPING';
    return { status: 204, body: null };
  }

  #count(what: string): void {
    this.carriedOut.set(what, (this.carriedOut.get(what) ?? 0) + 1);
  }

  /** Cancels an appointment: its registrations have none then. Returns false when there is no such appointment. */
  cancel(id: string): boolean {
    if (!this.#findAppointment(id)) return false;
    this.appointments.delete(id);
    for (const registration of this.registrations.values()) {
      if (registration.appointment_id === id) registration.appointment_id = null;
    }
    return true;
  }

  /** The appointment; null when it was cancelled or its hold has expired. */
  #findAppointment(id: string): SimAppointment | null {
    const appointment = this.appointments.get(id);
    if (!appointment) return null;
    const gone = !appointment.confirmed && (appointment.expiresAtMs ?? Infinity) <= this.nowMs();
    if (gone) this.appointments.delete(id);
    return gone ? null : appointment;
  }

  /** The appointment with the id `except` does not count. */
  isTaken(startsAtMs: number, locationId: string = MAIN_LOCATION_ID, except?: string): boolean {
    return [...this.appointments.keys()].some((id) => {
      if (id === except) return false;
      const appointment = this.#findAppointment(id);
      return appointment?.startsAtMs === startsAtMs && appointment.locationId === locationId;
    });
  }

  #readLocations([what, year, month, day]: string[], locationId: string): Reply {
    if (what === undefined || what === '') {
      return ok(this.#page([locationBody(MAIN_LOCATION_ID), locationBody(OTHER_LOCATION_ID)]));
    }
    const firstMs = Date.UTC(Number(year), Number(month) - 1, 1);
    const dayOf = (atMs: number): number => Math.floor((atMs - SERVICE_START_MS + 9 * 3_600_000) / DAY_MS);
    if (what === 'slots') return ok(this.#slots(locationId, dayOf(firstMs + (Number(day) - 1) * DAY_MS)));
    const availability = Object.fromEntries(
      Array.from({ length: 28 }, (_, index) => [
        new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
        true,
      ]),
    );
    return ok({ id: `${year}-${String(month).padStart(2, '0')}`, availability });
  }

  /** The slots of a day; `day` counts from the simulated one. It is winter, so the wall clock of London shows UTC. */
  #slots(locationId: string, day: number): unknown {
    return Array.from({ length: SLOTS_LISTED }, (_, index) => {
      const number = day * SLOTS_A_DAY + index;
      const startsAtMs = SERVICE_START_MS + number * SLOT_MS;
      const [date = '', time = ''] = new Date(startsAtMs).toISOString().split('T');
      return {
        id: slotIdAt(number * SLOT_MS, locationId),
        preview: time.slice(0, 5),
        available: !this.isTaken(startsAtMs, locationId),
        time: `${date} ${time.slice(0, 5)}`,
        is_past: startsAtMs < this.nowMs(),
      };
    });
  }

  #createAppointment(body: Record<string, unknown>): Reply {
    const slotId = body['slot_id'] as string | undefined;
    const startsAtMs =
      slotId === undefined
        ? Date.parse(body['starts_at'] as string)
        : SERVICE_START_MS + Number(slotId.slice(-12));
    const locationId = slotId === undefined ? MAIN_LOCATION_ID : locationOfSlot(slotId);
    const overridden = body['override_availability'] === true;
    if (!overridden && this.isTaken(startsAtMs, locationId)) return refuse(409, 'taken');
    const patientId = (body['patient_id'] as string | undefined) ?? null;
    if (patientId !== null && !this.patients.has(patientId)) return refuse(404);
    const confirmed = body['confirmed'] === true;
    const made = this.addAppointment({
      startsAtMs,
      locationId,
      slotId: slotId ?? null,
      patient_id: patientId,
      confirmed,
      overridden,
      ours: true,
    });
    return ok(appointmentBody(made), 201);
  }

  addAppointment(
    fields: Pick<SimAppointment, 'startsAtMs' | 'confirmed' | 'ours'> & Partial<SimAppointment>,
  ) {
    const appointment: SimAppointment = {
      patient_id: null,
      locationId: MAIN_LOCATION_ID,
      slotId: null,
      overridden: false,
      expiresAtMs: fields.confirmed ? null : this.nowMs() + HOLD_MS,
      ...fields,
      id: this.#newId(3),
    };
    this.appointments.set(appointment.id, appointment);
    return appointment;
  }

  #changeAppointment(id: string, body: Record<string, unknown>): Reply {
    const appointment = this.#findAppointment(id);
    if (!appointment) return refuse(404);
    const patientId = body['patient_id'] as string | undefined;
    if (patientId !== undefined && !this.patients.has(patientId)) return refuse(404);
    const time = body['appointment_time'] as string | undefined;
    const startsAtMs = time === undefined ? appointment.startsAtMs : Date.parse(time);
    const locationId = (body['test_location_id'] as string | undefined) ?? appointment.locationId;
    // One kind of service lets an appointment take its own slot again, the other calls it taken.
    const asksForPlace = time !== undefined || body['test_location_id'] !== undefined;
    const except = this.#uniqueReferences ? id : undefined;
    if (asksForPlace && this.isTaken(startsAtMs, locationId, except)) return refuse(409, 'taken');
    Object.assign(appointment, { startsAtMs, locationId });
    if (patientId !== undefined) appointment.patient_id = patientId;
    if (body['confirmed'] === true) {
      appointment.confirmed = true;
      appointment.expiresAtMs = null;
    }
    return ok(appointmentBody(appointment));
  }

  #registrationBody(registration: SimRegistration): Record<string, unknown> {
    const patient = this.patients.get(registration.patient_id ?? '');
    const copy = patient && { ...patient, ...this.copies.get(patient.id) };
    return exampleRegistration({
      ...registration,
      product_skus: registration.product_ids.map((id) => `SKU-${id.slice(-1)}`),
      first_name: copy?.first_name ?? null,
      last_name: copy?.last_name ?? null,
      email: copy?.email ?? null,
      date_of_birth: copy?.date_of_birth ?? null,
      gender: copy?.gender ?? null,
      created_at: '2026-11-20',
      patient_registered_at: patient ? '2026-11-20' : null,
    });
  }
}

const locationBody = (id: string) => ({
  id,
  name: id === MAIN_LOCATION_ID ? 'Simulated clinic' : 'Simulated second clinic',
  full_address: '1 High Street, London',
  city: 'London',
  postal_code: 'E1 1AA',
  nearest_bus_station: null,
  nearest_train_station: null,
  latitude: 51.5,
  longitude: -0.1,
});

/** How every product can be had: as a kit, and at the clinic. */
export const SHIPPING_IDS = ['home_kit', 'walk_in'].map(
  (type, index) => [`0000000a-0000-4000-8000-00000000000${index}`, type] as const,
);

function readProduct(id: string, part: string | undefined): Reply {
  if (!PRODUCT_IDS.includes(id)) return refuse(404);
  if (part === 'shipping') {
    const price = { amount_minor: 350, currency: 'GBP', formatted_value: '£3.50' };
    return ok({
      items: SHIPPING_IDS.map(([methodId, type]) => ({
        id: methodId,
        name: type,
        type,
        description: '',
        price,
      })),
    });
  }
  const full = { slug: id, description: '', short_description: '', discounted_price: null };
  return ok({ ...productBody(id), ...full, turnaround_time: '', sample_collection_instructions: '' });
}

const productBody = (id: string) => ({
  id,
  name: `Test ${id.slice(-1)}`,
  sku: `SKU-${id.slice(-1)}`,
  preview_image_url: null,
  price: { amount_minor: 4900, currency: 'GBP', formatted_value: '£49.00' },
  appointment_only: false,
});

function appointmentBody(appointment: SimAppointment): Record<string, unknown> {
  return {
    id: appointment.id,
    type: 'brand_location',
    test_location_id: appointment.locationId,
    starts_at: new Date(appointment.startsAtMs).toISOString(),
    ends_at: new Date(appointment.startsAtMs + 600_000).toISOString(),
    patient_id: appointment.patient_id,
    confirmed: appointment.confirmed,
    expires_at: appointment.expiresAtMs === null ? null : new Date(appointment.expiresAtMs).toISOString(),
    full_address: '1 High Street, London',
    point: { latitude: 51.5, longitude: -0.1 },
  };
}
