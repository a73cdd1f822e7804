// A typed function for each endpoint of the service, grouped by resource.
import { AppException, bug } from '../../domain/app-error.ts';
import type { CreateAppointmentBody, UpdateAppointmentBody } from '../../wire/appointment.ts';
import type { CreateOrderBody, UpdateOrderBody } from '../../wire/order.ts';
import type { ListQuery, Page } from '../../wire/pagination.ts';
import type { CreatePatientBody } from '../../wire/patient.ts';
import type {
  CreateRegistrationBody,
  Registration,
  UpdateRegistrationBody,
} from '../../wire/registration.ts';
import type { AnswerKindOf, JsonOf, EndpointName, QueryOf } from '../../wire/routes.ts';
import type { UpdateWebhookBody } from '../../wire/webhook.ts';
import type { Call, CallInput, CallOptions, ItemOf, ListName, PdfDocument } from './answers.ts';
import { walkPages, type WalkLimits } from './walk-pages.ts';

type JsonName = { [Name in EndpointName]: 'json' extends AnswerKindOf<Name> ? Name : never }[EndpointName];
type DocumentName = {
  [Name in EndpointName]: 'pdf' extends AnswerKindOf<Name> ? Name : never;
}[EndpointName];

/** Query, page and abort signal of a list. */
export interface ListOptions<Query = ListQuery> extends CallOptions {
  readonly query?: Query | undefined;
}

/** A day at a location; `date` is `YYYY-MM-DD`. */
export interface DaySought {
  readonly locationId: string;
  readonly date: string;
}

/** A month at a location; `month` is `YYYY-MM`. */
export interface MonthSought {
  readonly locationId: string;
  readonly month: string;
}

/** Results, or that there are none yet. */
export type LabResultsAnswer =
  { readonly ready: false } | { readonly ready: true; readonly page: JsonOf<'registrations.labResults'> };

export type ServiceResources = ReturnType<typeof serviceResources>;

export function serviceResources(call: Call) {
  const read = async <Name extends JsonName>(name: Name, input: CallInput<Name>): Promise<JsonOf<Name>> => {
    const answer: { readonly kind: string } = await call(name, input);
    return (answer as { readonly value?: JsonOf<Name> }).value as JsonOf<Name>;
  };
  /** For endpoints whose answer only says that it was done. */
  const done = async <Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<void> => {
    await call(name, input);
  };
  const document = async (name: DocumentName, id: string, options?: CallOptions): Promise<PdfDocument> => {
    const answer = await call(name, { params: { id }, ...options });
    if (answer.kind !== 'pdf') throw wrongForm(name, answer.kind);
    return { bytes: answer.bytes, contentType: answer.contentType };
  };
  const documentPage = async (
    name: 'registrations.trf' | 'registrations.label',
    id: string,
    options?: CallOptions,
  ): Promise<string> => {
    const answer = await call(name, { params: { id }, query: { show_as_html: 1 }, ...options });
    if (answer.kind !== 'html') throw wrongForm(name, answer.kind);
    return answer.html;
  };

  return {
    /** Walks a list page by page; see {@link walkPages} for how it ends. `query.page` is set by the walk. */
    pages<Name extends ListName>(
      name: Name,
      input: Omit<CallInput<Name>, 'signal'>,
      limits: WalkLimits = {},
    ): AsyncGenerator<Page<ItemOf<Name>>, void, void> {
      const { query } = input as { readonly query?: object };
      return walkPages(
        name,
        async (page) => {
          const asked = { ...input, query: { ...query, page }, signal: limits.signal };
          const answer = await call(name, asked as unknown as CallInput<Name>);
          if (answer.kind === 'json') return answer.value as Page<ItemOf<Name>>;
          // Results that are not ready yet make a list without pages.
          return NO_ITEMS as Page<ItemOf<Name>>;
        },
        limits,
      );
    },
    products: {
      list: (options?: ListOptions<QueryOf<'products.list'>>) => read('products.list', { ...options }),
      get: (id: string, options?: CallOptions) => read('products.get', { params: { id }, ...options }),
      getBySlug: (slug: string, options?: CallOptions) =>
        read('products.getBySlug', { params: { slug }, ...options }),
      biomarkers: (id: string, options?: ListOptions) =>
        read('products.biomarkers', { params: { id }, ...options }),
      files: async (id: string, options?: CallOptions) =>
        (await read('products.files', { params: { id }, ...options })).items,
      shipping: async (id: string, options?: CallOptions) =>
        (await read('products.shipping', { params: { id }, ...options })).items,
      categories: (id: string, options?: ListOptions) =>
        read('products.categories', { params: { id }, ...options }),
      faqs: (id: string, options?: ListOptions) => read('products.faqs', { params: { id }, ...options }),
      video: (id: string, options?: CallOptions) => read('products.video', { params: { id }, ...options }),
    },
    orders: {
      create: (body: CreateOrderBody, options?: CallOptions) => read('orders.create', { body, ...options }),
      get: (id: string, options?: CallOptions) => read('orders.get', { params: { id }, ...options }),
      update: (id: string, body: UpdateOrderBody, options?: CallOptions) =>
        read('orders.update', { params: { id }, body, ...options }),
      reship: (id: string, options?: CallOptions) => done('orders.reship', { params: { id }, ...options }),
      registrations: (id: string, options?: ListOptions) =>
        read('orders.registrations', { params: { id }, ...options }),
      items: (id: string, options?: ListOptions) => read('orders.items', { params: { id }, ...options }),
      customer: (id: string, options?: CallOptions) =>
        read('orders.customer', { params: { id }, ...options }),
      address: (id: string, options?: CallOptions) => read('orders.address', { params: { id }, ...options }),
      shipping: (id: string, options?: CallOptions) =>
        read('orders.shipping', { params: { id }, ...options }),
      appointments: (id: string, options?: ListOptions) =>
        read('orders.appointments', { params: { id }, ...options }),
    },
    patients: {
      /** May answer with somebody already known: the service matches name and date of birth. */
      create: (body: CreatePatientBody, options?: CallOptions) =>
        read('patients.create', { body, ...options }),
    },
    locations: {
      list: (options?: ListOptions) => read('locations.list', { ...options }),
      calendar: ({ locationId, month }: MonthSought, options?: CallOptions) =>
        read('locations.calendar', {
          params: { year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)) },
          query: { test_location_id: locationId },
          ...options,
        }),
      slots: ({ locationId, date }: DaySought, options?: CallOptions) =>
        read('locations.slots', {
          params: {
            year: Number(date.slice(0, 4)),
            month: Number(date.slice(5, 7)),
            day: Number(date.slice(8, 10)),
          },
          query: { test_location_id: locationId },
          ...options,
        }),
    },
    appointments: {
      create: (body: CreateAppointmentBody, options?: CallOptions) =>
        read('appointments.create', { body, ...options }),
      update: (id: string, body: UpdateAppointmentBody, options?: CallOptions) =>
        read('appointments.update', { params: { id }, body, ...options }),
      cancel: (id: string, options?: CallOptions) =>
        done('appointments.cancel', { params: { id }, ...options }),
    },
    /** `id` is a UUID, a TRF code or our own reference. */
    registrations: {
      create: (body: CreateRegistrationBody, options?: CallOptions) =>
        read('registrations.create', { body, ...options }),
      list: (options?: ListOptions) => read('registrations.list', { ...options }),
      get: (id: string, options?: CallOptions) => read('registrations.get', { params: { id }, ...options }),
      update: (id: string, body: UpdateRegistrationBody, options?: CallOptions) =>
        read('registrations.update', { params: { id }, body, ...options }),
      labResults: async (id: string, options?: ListOptions): Promise<LabResultsAnswer> => {
        const answer = await call('registrations.labResults', { params: { id }, ...options });
        return answer.kind === 'json' ? { ready: true, page: answer.value } : { ready: false };
      },
      trf: (id: string, options?: CallOptions) => document('registrations.trf', id, options),
      trfHtml: (id: string, options?: CallOptions) => documentPage('registrations.trf', id, options),
      label: (id: string, options?: CallOptions) => document('registrations.label', id, options),
      labelHtml: (id: string, options?: CallOptions) => documentPage('registrations.label', id, options),
      resultsPdf: (id: string, options?: CallOptions) => document('registrations.resultsPdf', id, options),
      retest: (id: string, options?: CallOptions) =>
        read('registrations.retest', { params: { id }, ...options }),
      sendCompleteEmail: (id: string, email: string, options?: CallOptions) =>
        done('registrations.sendCompleteEmail', { params: { id }, body: { email }, ...options }),
      products: (id: string, options?: ListOptions) =>
        read('registrations.products', { params: { id }, ...options }),
      order: (id: string, options?: CallOptions) =>
        read('registrations.order', { params: { id }, ...options }),
      patient: (id: string, options?: CallOptions) =>
        read('registrations.patient', { params: { id }, ...options }),
      appointment: (id: string, options?: CallOptions) =>
        read('registrations.appointment', { params: { id }, ...options }),
      labId: (id: string, options?: CallOptions) =>
        read('registrations.labId', { params: { id }, ...options }),
      /** By the code on a label, or by an order number, which several may share. */
      getByBarcode: async (barcode: string, options?: ListOptions): Promise<Page<Registration>> => {
        const found = await read('registrations.getByBarcode', { params: { barcode }, ...options });
        return 'items' in found ? found : { ...NO_ITEMS, nr_of_results: 1, nr_of_pages: 1, items: [found] };
      },
    },
    webhook: {
      /** Only the keys given are changed; null clears one. */
      update: (body: UpdateWebhookBody, options?: CallOptions) =>
        read('webhook.update', { body, ...options }),
      get: (options?: CallOptions) => read('webhook.get', { ...options }),
    },
    sandbox: {
      scenarios: (options?: CallOptions) => read('sandbox.scenarios', { ...options }),
    },
  };
}

const NO_ITEMS: Page<never> = {
  nr_of_results: 0,
  current_page: 1,
  nr_of_pages: 0,
  results_per_page: 100,
  next_page: null,
  items: [],
};

/** The error for a document that came in another form than was asked for. */
const wrongForm = (operation: EndpointName, kind: string): AppException =>
  new AppException(bug(`${operation} was answered as ${kind}`, { origin: 'service', operation }));
