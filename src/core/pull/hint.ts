// Reads an event that the service posts to the desk. An event is only a hint at which records to ask for: nothing else of it is
// kept, because the desk asks the service itself for what has changed.
import { WEBHOOK_SECRET_HEADER, webhookEvent } from '../../wire/webhook.ts';

/** By this header a delivery shows that it comes from the service. */
export const EVENT_SECRET_HEADER = WEBHOOK_SECRET_HEADER;

/** What an event gives reason to ask for. */
export interface Hint {
  /** The event's name as far as it can be shown: plain ASCII, at most 60 characters. */
  readonly event: string;
  /** UUIDs in it that may be those of registrations or appointments, each once, in lower case. */
  readonly ids: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** An event is about one registration, or about one order with a few of them. */
const MOST_IDS = 20;
const MOST_VALUES = 1_000;
const DEEPEST = 6;
/** Orders, shops and people are asked for when somebody looks at them. */
const OF_OTHER_RECORDS = /(?:patient|customer|order|product|brand|organi[sz]ation|location|lab)_?ids?$/i;

/** Null for bytes that are no event. The fields of an event's data are not documented, so UUIDs are taken wherever they are. */
export function readHint(body: Uint8Array): Hint | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
  const told = webhookEvent.safeParse(value);
  if (!told.success) return null;
  const event = told.data.event.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);
  return { event, ids: idsIn(told.data.data, { isOfOrder: event.startsWith('order.') }) };
}

/** `isOfOrder`: the event is about an order, so that an id without another name is the order's. */
function idsIn(data: object, { isOfOrder }: { readonly isOfOrder: boolean }): string[] {
  const found = new Set<string>();
  const waiting: { readonly key: string; readonly value: unknown; readonly depth: number }[] = [
    { key: '', value: data, depth: 0 },
  ];
  for (let looked = 0; looked < MOST_VALUES && found.size < MOST_IDS; looked += 1) {
    const next = waiting.shift();
    if (!next) break;
    const { key, value, depth } = next;
    if (typeof value === 'string') {
      const isAnother = OF_OTHER_RECORDS.test(key) || (isOfOrder && key === 'id' && depth === 1);
      if (UUID.test(value) && !isAnother) found.add(value.toLowerCase());
    } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
      // The items of a list are what the list is called.
      for (const [inner, one] of Object.entries(value).slice(0, MOST_VALUES)) {
        waiting.push({ key: Array.isArray(value) ? key : inner, value: one, depth: depth + 1 });
      }
    }
  }
  return [...found];
}
