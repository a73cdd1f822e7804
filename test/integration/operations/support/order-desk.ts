// A desk whose service sells: what it answers about products and one order, what was asked of it, and the steps that tests of orders share.
import type { Input } from '../../../../src/contract/index.ts';
import { listRows } from '../../../../src/core/store/outbox/outbox.ts';
import { openTestDesk, uuidOf } from '../../../support/test-desk.ts';
import type { TestAnswer, TestRequest } from '../../../support/test-service.ts';
import { exampleAppointment, examplePage, exampleRegistration } from '../../../support/wire-examples.ts';

export const PRODUCT_ID = uuidOf(3);
export const BY_APPOINTMENT_ID = uuidOf(4);
export const KIT_ID = uuidOf(41);
export const WALK_IN_ID = uuidOf(42);
export const ORDER_ID = uuidOf(50);
export const REGISTRATION_ID = uuidOf(51);
export const CUSTOMER_ID = uuidOf(52);
export const REASON = 'Rang the laboratory';
export const LOST: TestAnswer = { status: 500, body: { error: { code: 'broken', message: 'No.' } } };
const NO_CONTENT: TestAnswer = { status: 204, bytes: new Uint8Array() };
export const NOT_FOUND: TestAnswer = { status: 404, body: { error: { code: 'not_found', message: 'No.' } } };

export const pounds = (amount_minor: number) => ({
  amount_minor,
  currency: 'GBP',
  formatted_value: `£${(amount_minor / 100).toFixed(2)}`,
});
export const method = (id: string, type: string) => ({
  id,
  name: type === 'home_kit' ? 'Home kit' : 'Walk-in',
  type,
  description: '',
  price: pounds(type === 'home_kit' ? 350 : 0),
});
export const product = (id: string, appointmentOnly: boolean) => ({
  id,
  name: appointmentOnly ? 'Well person' : 'Iron check',
  sku: appointmentOnly ? 'WELL-1' : 'IRON-4',
  preview_image_url: null,
  price: pounds(4_900),
  appointment_only: appointmentOnly,
  slug: 'a-test',
  description: '',
  short_description: '',
  discounted_price: appointmentOnly ? null : pounds(4_500),
  turnaround_time: '',
  sample_collection_instructions: '',
});

export const DRAFT = {
  items: [{ productId: PRODUCT_ID, quantity: 2 }],
  shippingId: WALK_IN_ID,
  customer: { kind: 'new', firstName: 'Ada', lastName: 'Oliver', email: 'ada@example.test' },
  address: null,
  shippingDate: null,
  appointment: null,
  seenTotal: { amountMinor: 9_000, currency: 'GBP' },
} as const satisfies Input<'orders.create'>;

export const ADDRESS = { line1: '1 High Street', city: 'London', postalCode: 'E1 1AA', countryCode: 'gb' };

/**
 * Opens a desk whose service sells two products and has room for one order. Close its `desk` at the end of the test.
 *
 * @example
 * const shop = openShop();
 * const orderId = await shop.placed();
 */
export function openShop() {
  const desk = openTestDesk();
  const shop = {
    desk,
    /** The order as the service has it. */
    order: { id: ORDER_ID, order_number: 'ORD-1', status: 'placed', payment_status: 'paid' } as Record<
      string,
      unknown
    > & {
      id: string;
    },
    customerReference: null as string | null,
    /** The requests about orders. */
    asked: [] as TestRequest[],
    /** Answers in place of the service's own; null lets it answer. */
    instead: (_request: TestRequest): TestAnswer | null => null,
    up: () => desk.setLine({ up: true, reading: false }),
    down: () => desk.setLine({ up: false, reading: false }),
    times: (endpoint: string): number => shop.asked.filter((request) => request.endpoint === endpoint).length,
    rows: () => listRows(desk.parts.store.db, 'all').map(({ kind, state }) => ({ kind, state })),
    async lastRow() {
      const { items } = await desk.done('outbox.list', { show: 'all' });
      return items.at(-1) as (typeof items)[number];
    },
    /** Takes an order of this body, as the service does. */
    place,
    isPlaced: (): boolean => isPlaced(),
    /** What the service answers by itself. */
    orderService,
    /** Reads prices and shipping, as the screen does when products are chosen. */
    async knowTerms(): Promise<void> {
      await shop.up();
      await desk.done('orders.terms', { productIds: [PRODUCT_ID, BY_APPOINTMENT_ID] });
    },
    /** An order that the service has placed. */
    async placed(): Promise<string> {
      await shop.knowTerms();
      const { orderId } = await desk.done('orders.create', DRAFT);
      await desk.advance(10_000);
      return orderId;
    },
    seen: async (orderId: string) => ({
      orderId,
      seenVersion: (await desk.done('orders.get', { orderId })).version,
    }),
  };

  function place(body: unknown): TestAnswer {
    const { customer } = body as { customer?: { foreign_id?: string } };
    shop.customerReference = customer?.foreign_id ?? null;
    shop.order = {
      ...shop.order,
      customer: { id: CUSTOMER_ID, foreign_id: shop.customerReference, last_name: 'Oliver' },
    };
    const registration = exampleRegistration({
      id: REGISTRATION_ID,
      trf_code: 'DRW-0RDER2',
      short_code: '0RDER2',
      patient_id: null,
      status: 'awaiting_patient',
    });
    desk.service.registrations.set(REGISTRATION_ID, registration);
    const reduced = { id: registration.id, trf_code: registration.trf_code };
    return {
      status: 201,
      body: {
        id: ORDER_ID,
        test_registrations: [{ ...reduced, product: { id: PRODUCT_ID, sku: 'IRON-4', biomarkers: [] } }],
      },
    };
  }

  const isPlaced = (): boolean => desk.service.registrations.has(REGISTRATION_ID);

  /** The service as far as orders go. */
  function orderService(request: TestRequest): TestAnswer | null {
    const { endpoint, params, body } = request;
    const only = (item: unknown): TestAnswer => ({ status: 200, body: examplePage([item], 1, 1) });
    switch (endpoint) {
      case 'products.get':
        return { status: 200, body: product(params['id'] ?? '', params['id'] === BY_APPOINTMENT_ID) };
      case 'products.shipping':
        return {
          status: 200,
          body: { items: [method(KIT_ID, 'home_kit'), method(WALK_IN_ID, 'walk_in')] },
        };
      case 'orders.create':
        return place(body);
      case 'orders.get':
        return isPlaced() && params['id'] === ORDER_ID ? { status: 200, body: shop.order } : NOT_FOUND;
      case 'registrations.order':
        return isPlaced() ? { status: 200, body: shop.order } : NOT_FOUND;
      case 'orders.update': {
        const { cancel, refund } = body as { cancel?: boolean; refund?: boolean };
        if (cancel) shop.order = { ...shop.order, status: 'cancelled' };
        if (refund) shop.order = { ...shop.order, payment_status: 'refund_requested' };
        return { status: 200, body: shop.order };
      }
      case 'orders.reship':
        shop.order = { ...shop.order, shipping_status: 'AWAITING_SHIPPING' };
        return NO_CONTENT;
      case 'orders.registrations':
        return only(desk.service.registrations.get(REGISTRATION_ID));
      case 'orders.items':
        return only({ id: uuidOf(61), name: 'Iron check', quantity: 2, price: pounds(4_500) });
      case 'orders.customer':
        return {
          status: 200,
          body: { id: CUSTOMER_ID, first_name: 'Ada', last_name: 'Oliver', email: 'ada@example.test' },
        };
      case 'orders.address':
        return NOT_FOUND;
      case 'orders.shipping':
        return { status: 200, body: method(WALK_IN_ID, 'walk_in') };
      case 'orders.appointments':
        return only(exampleAppointment({ id: uuidOf(60) }));
      default:
        return null;
    }
  }

  desk.service.answer = (request) => {
    if (request.endpoint.startsWith('orders.')) shop.asked.push(request);
    return shop.instead(request) ?? orderService(request);
  };
  return shop;
}
