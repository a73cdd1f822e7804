// How often the simulated service carried out a request that a repetition carries out again.
import type { OutboxRowView } from '../../../src/contract/outbox-row-view.ts';
import { isOnceOnly } from '../../../src/domain/change.ts';
import type { Change } from '../../../src/domain/change.ts';
import type { SimulatedDay } from './simulated-day.ts';

type About = Pick<OutboxRowView, 'kind' | 'registrationId' | 'orderId'>;

/** What a change is about, as the outbox shows it; null for a change that may be repeated. */
export function aboutOf(change: Change): About | null {
  if (!isOnceOnly(change.kind)) return null;
  const { kind, payload } = change;
  return {
    kind,
    registrationId: 'registrationId' in payload ? payload.registrationId : null,
    orderId: 'orderId' in payload ? payload.orderId : null,
  };
}

/** The service's ids of the orders that were made for an order of the desk. */
export function ordersMadeFor(day: SimulatedDay, orderId: string | null): string[] {
  return [...day.service.orders.values()]
    .filter(({ foreignId }) => foreignId === `desk-${orderId}`)
    .map(({ id }) => id);
}

/** How often the service has carried it out so far. */
export function timesCarriedOut(day: SimulatedDay, { kind, registrationId, orderId }: About): number {
  const times = (what: string): number => day.service.carriedOut.get(what) ?? 0;
  const made = ordersMadeFor(day, orderId);
  switch (kind) {
    case 'registration.retest':
      return times(`retest ${registrationId}`);
    case 'registration.sendCompleteEmail':
      return times(`email ${registrationId}`);
    case 'order.create':
      return made.length;
    case 'order.refund':
      return made.reduce((sum, id) => sum + times(`refund ${id}`), 0);
    case 'order.reship':
      return made.reduce((sum, id) => sum + times(`reship ${id}`), 0);
    default:
      return 0;
  }
}

/** The paths of the requests that carry it out. */
export function pathsOf(day: SimulatedDay, { kind, registrationId, orderId }: About): string[] {
  const made = ordersMadeFor(day, orderId);
  switch (kind) {
    case 'registration.retest':
      return [`/api/test_registration/${registrationId}/retest`];
    case 'registration.sendCompleteEmail':
      return [`/api/test_registration/${registrationId}/send-complete-email`];
    case 'order.create':
      return ['/api/order/'];
    case 'order.refund':
      return made.map((id) => `/api/order/${id}`);
    case 'order.reship':
      return made.map((id) => `/api/order/${id}/reship`);
    default:
      return [];
  }
}
