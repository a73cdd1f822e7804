// All endpoints of the service and all named records, in one place.
import type { z } from 'zod';
import * as appointment from './appointment.ts';
import { errorBody } from './error.ts';
import { labResult } from './lab-result.ts';
import { money } from './money.ts';
import type { Endpoint } from './endpoint.ts';
import * as order from './order.ts';
import * as patient from './patient.ts';
import * as product from './product.ts';
import * as registration from './registration.ts';
import { sandboxEndpoints } from './sandbox.ts';
import * as testLocation from './test-location.ts';
import { testRegistrationEndpoints } from './test-registration.ts';
import * as webhook from './webhook.ts';

/** All endpoints by name, as in `ENDPOINTS['products.get'].path`. */
export const ENDPOINTS = {
  ...product.productEndpoints,
  ...order.orderEndpoints,
  ...patient.patientEndpoints,
  ...testLocation.testLocationEndpoints,
  ...appointment.appointmentEndpoints,
  ...testRegistrationEndpoints,
  ...webhook.webhookEndpoints,
  ...sandboxEndpoints,
} as const satisfies Readonly<Record<string, Endpoint>>;

export type Endpoints = typeof ENDPOINTS;
/** The name of an endpoint, such as `registrations.get`. */
export type EndpointName = keyof Endpoints;
/** The names of all endpoints. */
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];

/** Path parameters of an endpoint. */
export type ParamsOf<Name extends EndpointName> = z.output<Endpoints[Name]['params']>;
/** The query fields of an endpoint. */
export type QueryOf<Name extends EndpointName> = z.output<Endpoints[Name]['query']>;
/** Null for endpoints that take no body. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name]['body'] extends z.ZodType
  ? z.output<Endpoints[Name]['body']>
  : null;
type SuccessOf<Name extends EndpointName> = Endpoints[Name]['success'][number];
/** The type of the JSON that an endpoint answers; `never` when it answers no JSON. */
export type JsonOf<Name extends EndpointName> =
  SuccessOf<Name> extends infer Form
    ? Form extends { readonly kind: 'json'; readonly schema: infer Schema extends z.ZodType }
      ? z.output<Schema>
      : never
    : never;
/** The kinds of successful answers that an endpoint can give: json, pdf, html, empty. */
export type AnswerKindOf<Name extends EndpointName> = SuccessOf<Name>['kind'];

/** Records and bodies by name, as an interface document lists them. */
export const NAMED_SCHEMAS = {
  Money: money,
  ProductSummary: product.productSummary,
  Product: product.product,
  Biomarker: product.biomarker,
  ProductFile: product.productFile,
  ShippingMethod: product.shippingMethod,
  Order: order.order,
  CreatedOrder: order.createdOrder,
  OrderedRegistration: order.orderedRegistration,
  OrderItem: order.orderItem,
  OrderAddress: order.orderAddress,
  OrderAddressRecord: order.orderAddressRecord,
  Customer: order.customer,
  NewCustomer: order.newCustomer,
  CreateOrderBody: order.createOrderBody,
  UpdateOrderBody: order.updateOrderBody,
  Patient: patient.patient,
  CreatePatientBody: patient.createPatientBody,
  TestLocation: testLocation.testLocation,
  Calendar: testLocation.calendar,
  Slot: testLocation.slot,
  Appointment: appointment.appointment,
  CreateAppointmentBody: appointment.createAppointmentBody,
  UpdateAppointmentBody: appointment.updateAppointmentBody,
  Registration: registration.registration,
  CreateRegistrationBody: registration.createRegistrationBody,
  UpdateRegistrationBody: registration.updateRegistrationBody,
  LabResult: labResult,
  WebhookConfiguration: webhook.webhookConfiguration,
  UpdateWebhookBody: webhook.updateWebhookBody,
  WebhookEvent: webhook.webhookEvent,
  ErrorBody: errorBody,
} as const;
