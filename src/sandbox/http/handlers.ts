// The handlers of all endpoints but those of registrations. They call the rules and write records; no rule is in this
// file.
import { scenarioCatalogue } from '../rules/scenario.ts';
import {
  biomarkerRecord,
  biomarkersOf,
  categoryRecords,
  faqRecords,
  fileRecords,
  findProducts,
  productById,
  productBySlug,
  productRecord,
  productSummary,
  shippingMethodById,
  shippingRecord,
  shippingRecords,
  videoRecord,
} from '../catalogue/catalogue.ts';
import type { ProductDefinition } from '../catalogue/products.ts';
import { isCalendarDate } from '../../domain/site-time.ts';
import { LOCATIONS, locationRecord } from '../locations.ts';
import { invalid, missing, notFound } from '../refusal.ts';
import {
  appointmentRecord,
  calendarOf,
  createAppointment,
  releaseAppointment,
  slotsOfDay,
  updateAppointment,
} from '../rules/appointments.ts';
import {
  addressOf,
  createdOrderRecord,
  createOrder,
  customerRecord,
  existingOrder,
  itemsOf,
  orderRecord,
  reshipOrder,
  updateOrder,
} from '../rules/orders.ts';
import { createPatient, patientRecord } from '../rules/patients.ts';
import type { World } from '../rules/world.ts';
import { changeWebhook, webhookConfiguration } from '../webhooks/configuration.ts';
import { created, noContent, ok } from './answer.ts';
import type { Handlers } from './bind.ts';
import { ASSETS_PATH } from './app.ts';
import { pageOf } from './pages.ts';
import { registrationHandlers } from './registration-handlers.ts';

/**
 * `baseUrl` is a function because pictures have absolute addresses and the port is known only after the server listens.
 */
export function createHandlers(world: World, baseUrl: () => string): Handlers {
  return {
    ...productHandlers(() => baseUrl() + ASSETS_PATH),
    ...orderHandlers(world),
    ...clinicHandlers(world),
    ...registrationHandlers(world, () => baseUrl() + ASSETS_PATH),
    'webhook.get': () => ok(webhookConfiguration(world.store)),
    'webhook.update': ({ body }) => ok(changeWebhook(world.store, body)),
    'sandbox.scenarios': () => ok(scenarioCatalogue()),
  };
}

type NamesUnder<Prefix extends string> = Extract<keyof Handlers, `${Prefix}.${string}`>;

function productHandlers(assets: () => string): Handlers<NamesUnder<'products'>> {
  const existing = (product: ProductDefinition | undefined): ProductDefinition => {
    if (!product) throw notFound('product');
    return product;
  };
  const byId = (id: string): ProductDefinition => existing(productById(id));
  return {
    'products.list': ({ query }) => {
      const records = findProducts(query).map((one) => productSummary(one, assets(), query.affiliate_code));
      return ok(pageOf(query, records));
    },
    'products.get': ({ params }) => ok(productRecord(byId(params.id), assets())),
    'products.getBySlug': ({ params }) => ok(productRecord(existing(productBySlug(params.slug)), assets())),
    'products.biomarkers': ({ params, query }) =>
      ok(pageOf(query, biomarkersOf(byId(params.id)).map(biomarkerRecord))),
    'products.files': ({ params }) => ok({ items: fileRecords(byId(params.id), assets()) }),
    'products.shipping': ({ params }) => ok({ items: shippingRecords(byId(params.id)) }),
    'products.categories': ({ params, query }) => ok(pageOf(query, categoryRecords(byId(params.id)))),
    'products.faqs': ({ params, query }) => ok(pageOf(query, faqRecords(byId(params.id)))),
    'products.video': ({ params }) => ok(videoRecord(byId(params.id))),
  };
}

function orderHandlers(world: World): Handlers<NamesUnder<'orders'>> {
  const { store } = world;
  const existing = (id: string) => existingOrder(world, id);
  return {
    'orders.create': ({ body }) => created(createdOrderRecord(world, createOrder(world, body))),
    'orders.get': ({ params }) => ok(orderRecord(world, existing(params.id))),
    'orders.update': ({ params, body }) => ok(orderRecord(world, updateOrder(world, params.id, body))),
    'orders.reship': ({ params }) => ok(orderRecord(world, reshipOrder(world, params.id))),
    'orders.registrations': ({ params, query }) => {
      const rows = store.registrationsOfOrder(existing(params.id).id);
      return ok(
        pageOf(
          query,
          rows.map((row) => JSON.parse(row.record) as unknown),
        ),
      );
    },
    'orders.items': ({ params, query }) => ok(pageOf(query, itemsOf(existing(params.id)))),
    'orders.customer': ({ params }) => {
      const customer = store.customer(existing(params.id).customer_id);
      if (!customer) throw notFound('customer');
      return ok(customerRecord(customer));
    },
    'orders.address': ({ params }) => {
      const address = addressOf(existing(params.id));
      if (!address) throw missing('The order has no address.');
      return ok(address);
    },
    'orders.shipping': ({ params }) => {
      const method = shippingMethodById(existing(params.id).shipping_id);
      if (!method) throw notFound('shipping method');
      return ok(shippingRecord(method));
    },
    'orders.appointments': ({ params, query }) => {
      const rows = store.appointmentsOfOrder(existing(params.id).id);
      return ok(
        pageOf(
          query,
          rows.map((row) => appointmentRecord(row, world.timeZone)),
        ),
      );
    },
  };
}

function clinicHandlers(
  world: World,
): Handlers<NamesUnder<'patients'> | NamesUnder<'locations'> | NamesUnder<'appointments'>> {
  return {
    'patients.create': ({ body }) => created(patientRecord(createPatient(world, body))),
    'locations.list': ({ query }) => ok(pageOf(query, LOCATIONS.map(locationRecord))),
    'locations.calendar': ({ params, query }) =>
      ok(calendarOf(world, query.test_location_id, params.year, params.month)),
    'locations.slots': ({ params, query }) => {
      const two = (value: number): string => String(value).padStart(2, '0');
      const date = `${params.year}-${two(params.month)}-${two(params.day)}`;
      if (!isCalendarDate(date)) throw invalid({ day: 'is no day of that month' });
      return ok(slotsOfDay(world, query.test_location_id, date));
    },
    'appointments.create': ({ body }) =>
      created(appointmentRecord(createAppointment(world, body), world.timeZone)),
    'appointments.update': ({ params, body }) =>
      ok(appointmentRecord(updateAppointment(world, params.id, body), world.timeZone)),
    'appointments.cancel': ({ params }) => {
      releaseAppointment(world, params.id);
      return noContent;
    },
  };
}
