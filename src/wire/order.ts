// The endpoints of orders: products that a customer buys. Kits are sent, or the sample is taken at an appointment.
import { z } from 'zod';
import { appointment } from './appointment.ts';
import { json, noContent, nothing, endpoint } from './endpoint.ts';
import { listQuery, page } from './pagination.ts';
import { shippingMethod } from './product.ts';
import { registration } from './registration.ts';
import { date, id, requestedDateTime, requiredText } from './value.ts';

/** A registration as the answer to a new order shows it. */
export const orderedRegistration = z.object({
  id,
  trf_code: z.string(),
  product: z.object({ id, sku: z.string(), biomarkers: z.array(id) }),
});

export const createdOrder = z.object({ id, test_registrations: z.array(orderedRegistration) });
/** The answer to a new order: its id and its registrations. */
export type CreatedOrder = z.output<typeof createdOrder>;

/** Only the identifier of these records is documented. Other fields are kept as they are received. */
export const orderItem = z.looseObject({ id });
export const customer = z.looseObject({ id });
/** Its customer is told by itself as well, and an order is known by it, so this id is taken as every other one. */
export const order = z.looseObject({ id, customer: z.union([customer, z.unknown()]).optional() });

export const orderAddress = z.object({
  line1: requiredText,
  line2: z.string().optional(),
  line3: z.string().optional(),
  city: requiredText,
  postal_code: requiredText,
  country_code: z
    .string()
    .regex(/^[A-Za-z]{2,3}$/, 'must be an ISO country code')
    .describe('ISO country code.'),
  company: z.string().optional(),
});

/** The address of an order in answers. Optional lines may be null or missing. */
export const orderAddressRecord = z.looseObject({
  id,
  line1: z.string(),
  line2: z.string().nullish(),
  line3: z.string().nullish(),
  city: z.string(),
  postal_code: z.string(),
  country_code: z.string(),
  company: z.string().nullish(),
});

export const newCustomer = z.object({
  email: z.email('must be an e-mail address'),
  first_name: requiredText,
  last_name: requiredText,
  phone_number: z.string().optional(),
  foreign_id: requiredText.optional().describe('The brand’s own reference, unique among its customers.'),
  nhs_number: z.string().optional(),
});
export type NewCustomer = z.output<typeof newCustomer>;

const newOrderItem = z
  .object({
    product_id: id.optional().describe('Needed unless product_sku is given.'),
    product_sku: requiredText.optional().describe('Needed unless product_id is given.'),
    quantity: z.number().int().min(1),
  })
  .refine((item) => item.product_id !== undefined || item.product_sku !== undefined, {
    path: ['product_id'],
    message: 'product_id or product_sku is needed',
  });

export const createOrderBody = z
  .object({
    items: z.array(newOrderItem).min(1),
    shipping_id: id.describe('One of the product’s shipping methods.'),
    customer: newCustomer.optional().describe('A new customer. Either this or customer_id, never both.'),
    customer_id: id.optional().describe('A customer who is already known.'),
    address: orderAddress.optional().describe('Needed when a kit is sent to a home.'),
    shipping_date: date.optional().describe('The day preferred.'),
    initial_appointment: z
      .object({ test_location_id: id, appointment_time: requestedDateTime })
      .optional()
      .describe('For samples taken by a professional: where and when.'),
  })
  .refine((body) => body.customer !== undefined || body.customer_id !== undefined, {
    path: ['customer'],
    message: 'customer or customer_id is needed',
  })
  .refine((body) => body.customer === undefined || body.customer_id === undefined, {
    path: ['customer_id'],
    message: 'customer and customer_id exclude each other',
  });
export type CreateOrderBody = z.output<typeof createOrderBody>;

export const updateOrderBody = z.object({
  cancel: z.boolean().optional().describe('True cancels the order with its appointments and registrations.'),
  refund: z.boolean().optional().describe('True asks for the money back.'),
});
export type UpdateOrderBody = z.output<typeof updateOrderBody>;

const tags = ['Orders'] as const;
const byId = z.object({ id });
const refusals = { 404: 'No such order.' } as const;

export const orderEndpoints = {
  'orders.create': endpoint({
    name: 'orders.create',
    method: 'POST',
    path: '/api/order/',
    summary: 'Places an order; a test registration is made for each product in it.',
    tags,
    params: nothing,
    query: nothing,
    body: createOrderBody,
    conflict: 'taken',
    success: [json(201, createdOrder)],
    refusals: {
      404: 'No such product, customer, location or shipping method.',
      409: 'The time is taken, or the customer’s foreign_id is in use.',
      422: 'A field is missing or wrong, or a product that needs an appointment was to be posted.',
    },
  }),
  'orders.get': endpoint({
    name: 'orders.get',
    method: 'GET',
    path: '/api/order/{id}',
    summary: 'Reads an order.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, order)],
    refusals,
  }),
  'orders.update': endpoint({
    name: 'orders.update',
    method: 'PATCH',
    path: '/api/order/{id}',
    summary: 'Cancels an order, asks for a refund, or both.',
    tags,
    params: byId,
    query: nothing,
    body: updateOrderBody,
    success: [json(200, order)],
    refusals: { ...refusals, 422: 'A field is wrong.' },
  }),
  'orders.reship': endpoint({
    name: 'orders.reship',
    method: 'PUT',
    path: '/api/order/{id}/reship',
    summary: 'Has an order sent once more.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    conflict: 'state',
    success: [json(200, z.unknown()), noContent],
    refusals: { ...refusals, 409: 'A cancelled order is not sent again.' },
  }),
  'orders.registrations': endpoint({
    name: 'orders.registrations',
    method: 'GET',
    path: '/api/order/{id}/test_registrations',
    summary: 'Lists the test registrations of an order.',
    tags,
    params: byId,
    query: listQuery,
    body: null,
    success: [json(200, page(registration))],
    refusals,
  }),
  'orders.items': endpoint({
    name: 'orders.items',
    method: 'GET',
    path: '/api/order/{id}/items',
    summary: 'Lists the lines of an order.',
    tags,
    params: byId,
    query: listQuery,
    body: null,
    success: [json(200, page(orderItem))],
    refusals,
  }),
  'orders.customer': endpoint({
    name: 'orders.customer',
    method: 'GET',
    path: '/api/order/{id}/customer',
    summary: 'Reads who placed an order.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, customer)],
    refusals,
  }),
  'orders.address': endpoint({
    name: 'orders.address',
    method: 'GET',
    path: '/api/order/{id}/address',
    summary: 'Reads where an order is sent.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, orderAddressRecord)],
    refusals: { 404: 'No such order, or it has no address.' },
  }),
  'orders.shipping': endpoint({
    name: 'orders.shipping',
    method: 'GET',
    path: '/api/order/{id}/shipping',
    summary: 'Reads the shipping method of an order.',
    tags,
    params: byId,
    query: nothing,
    body: null,
    success: [json(200, shippingMethod)],
    refusals,
  }),
  'orders.appointments': endpoint({
    name: 'orders.appointments',
    method: 'GET',
    path: '/api/order/{id}/appointments',
    summary: 'Lists the appointments of an order.',
    tags,
    params: byId,
    query: listQuery,
    body: null,
    success: [json(200, page(appointment))],
    refusals,
  }),
} as const;
