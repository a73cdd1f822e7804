// Makes invalid answers: pages of another program, half answers, wrong types and sizes, other encodings, lists that change, never
// end, or say a record twice.
import type { HttpResponse } from '../../../src/core/ports/machine.ts';
import type { SeededRandom } from './virtual-time.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Identifiers that may be null at the service. Null in their place is a valid answer. */
const NULLABLE_IDS = new Set(['patient_id', 'appointment_id']);

/** A value of another type than `value`. */
function wrongValue(random: SeededRandom, value: Json): Json {
  const others: Json[] = [
    null,
    true,
    -1,
    1e308,
    '',
    'not-a-date',
    [],
    {},
    [[[]]],
    '\u0000',
    9_007_199_254_740_993,
    'x'.repeat(20_000),
    { nested: { deep: [1] } },
  ];
  const fitting = others.filter(
    (other) => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
  );
  return random.pick(fitting);
}

/**
 * Gives one value somewhere in `value` a wrong type, or removes one field. It never makes another valid identifier, or
 * nobody in place of somebody, because nobody could tell that from the truth.
 */
function damaged(random: SeededRandom, value: Json): Json {
  if (Array.isArray(value)) {
    if (value.length === 0) return wrongValue(random, value);
    const index = Math.floor(random.fraction() * value.length);
    return value.map((item, at) => (at === index ? damaged(random, item) : item));
  }
  if (value !== null && typeof value === 'object') {
    const keys = Object.keys(value);
    const key = random.pick(keys);
    if (keys.length === 0) return wrongValue(random, value);
    if (random.chance(0.3)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    const wrong = damaged(random, value[key] as Json);
    return { ...value, [key]: wrong === null && NULLABLE_IDS.has(key) ? '' : wrong };
  }
  return wrongValue(random, value);
}

/** A list as it can look while others change it: records are missing, or `next_page` leads to a wrong page. */
function shifted(random: SeededRandom, value: Json): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !Array.isArray(value['items'])) {
    return damaged(random, value);
  }
  const { items } = value;
  if (random.chance(0.2)) return { ...value, items: items.toReversed() };
  if (random.chance(0.2)) return { ...value, items: [...items, ...items] };
  if (random.chance(0.5)) return { ...value, items: items.filter(() => random.chance(0.6)) };
  return { ...value, next_page: random.pick([1, 2, 1_000_000]) };
}

/** The JSON body; undefined when it is not valid JSON. */
function parsed(response: HttpResponse): Json | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(response.body)) as Json;
  } catch {
    return undefined;
  }
}

/**
 * Replaces an answer with an invalid one. A request that changes something never gets a clear refusal (such as status
 * 429) here, because the service has carried it out: the desk could not know that the refusal is false.
 */
export function garble(random: SeededRandom, response: HttpResponse, isWrite: boolean): HttpResponse {
  const rewritten = (change: (value: Json) => Json): HttpResponse => {
    const value = parsed(response);
    return value === undefined ? response : { ...response, body: encode(JSON.stringify(change(value))) };
  };
  const way = Math.floor(random.fraction() * 11);
  switch (way === 7 && isWrite ? 8 : way) {
    case 0:
      return {
        ...response,
        headers: { 'content-type': 'text/html' },
        body: encode('<html>Sign in to WiFi</html>'),
      };
    case 1:
      return {
        ...response,
        body: response.body.subarray(0, Math.floor(random.fraction() * response.body.length)),
      };
    case 2:
    case 3:
      return rewritten((value) => damaged(random, value));
    case 4:
      return rewritten((value) => shifted(random, value));
    case 5:
      return {
        ...response,
        body: Uint8Array.from({ length: 64 }, () => Math.floor(random.fraction() * 256)),
      };
    case 6:
      return {
        status: random.pick([301, 302, 304, 307]),
        headers: { location: 'https://elsewhere.example/' },
        body: new Uint8Array(),
      };
    case 7:
      return {
        status: 429,
        headers: {
          'retry-after': random.pick(['soon', '-5', '99999999', '', 'Thu, 01 Jan 1970 00:00:00 GMT', '3']),
        },
        body: encode('slow down'),
      };
    case 8:
      return {
        status: random.pick([500, 502, 503, 504, 520, 599]),
        headers: { date: 'yesterday' },
        body: encode('{'),
      };
    case 9:
      // The right answer in an encoding that it does not have.
      return { ...response, body: Buffer.from(new TextDecoder().decode(response.body), 'utf16le') };
    default:
      return { ...response, body: encode('['.repeat(2_000)) };
  }
}
