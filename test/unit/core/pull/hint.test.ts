// Which records an event of the service gives reason to ask for.
import { describe, expect, it } from 'vitest';
import { readHint } from '../../../../src/core/pull/hint.ts';

const ONE = '00000000-0000-4000-8000-000000000001';
const TWO = '00000000-0000-4000-8000-00000000000a';
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const idsOf = (data: unknown, event = 'lab_results.complete') => readHint(bytes({ event, data }))?.ids;

describe('the ids of an event', () => {
  it('are UUIDs wherever they are, each once and in lower case', () => {
    expect(
      idsOf({ test_registration_id: ONE, more: { list: [{ id: TWO.toUpperCase() }], again: ONE } }),
    ).toEqual([ONE, TWO]);
  });

  it('are not those of people, products, orders and laboratories', () => {
    const others = ['patient_id', 'customer_id', 'order_id', 'product_ids', 'lab_id', 'test_location_id'];
    expect(
      idsOf({ ...Object.fromEntries(others.map((key) => [key, TWO])), product_ids: [TWO], id: ONE }),
    ).toEqual([ONE]);
  });

  it('of an order are those of its registrations', () => {
    expect(idsOf({ id: TWO, test_registrations: [{ id: ONE }] }, 'order.shipped')).toEqual([ONE]);
  });

  it('are never anything that leads elsewhere in an address', () => {
    expect(idsOf({ test_registration_id: `${ONE}/label`, id: '../webhook', trf_code: 'DRW-7K2M9Q' })).toEqual(
      [],
    );
  });

  it('are few, however many there are', () => {
    const many = Array.from(
      { length: 5_000 },
      (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    );
    expect(idsOf({ ids: many })).toHaveLength(20);
  });

  it('are looked for to a depth only', () => {
    let deep: unknown = { id: ONE };
    for (let level = 0; level < 2_000; level += 1) deep = { deeper: deep };
    expect(idsOf(deep)).toEqual([]);
  });
});

describe('what is no event', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['no JSON', new TextEncoder().encode('event=lab_results.complete')],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0x7b)],
    ['a list', bytes([{ event: 'a', data: {} }])],
    ['an event without data', bytes({ event: 'lab_results.complete' })],
    ['a name that is no text', bytes({ event: 1, data: {} })],
  ])('%s gives no hint', (_, body) => {
    expect(readHint(body)).toBeNull();
  });
});

it('a name is shown in plain letters, and cut', () => {
  expect(readHint(bytes({ event: `a\u202e\n${'x'.repeat(100)}`, data: {} }))?.event).toBe(
    `a??${'x'.repeat(57)}`,
  );
});
