// What is entered of an order is read into what the engine takes, and every mistake is said at its field.
import { describe, expect, it } from 'vitest';
import { forbidden, notFound } from '../../../src/domain/app-error.ts';
import {
  EMPTY_ORDER,
  addressFields,
  chosenShipping,
  commonShipping,
  priceBefore,
  readOrder,
  severalCurrenciesNow,
  termsOf,
  totalNow,
  unshippedNames,
  withAddress,
  withCustomer,
  withFirstPrices,
} from '../../../src/renderer/features/orders/order-draft.ts';
import { foundNoneWords } from '../../../src/renderer/features/orders/order-words.ts';
import type { OrderEntry } from '../../../src/renderer/features/orders/order-draft.ts';
import {
  changedSinceAsked,
  orderQuestion,
  type AboutOrder,
} from '../../../src/renderer/features/orders/order-question.ts';
import {
  noTotalWords,
  obstacleWords,
  problemWords,
  requestWords,
  unreadWords,
} from '../../../src/renderer/features/orders/order-words.ts';
import type { OrderDetail } from '../../../src/contract/orders.ts';
import { serviceWords } from '../../../src/renderer/shared/words/service-words.ts';
import { amountWords } from '../../../src/domain/amount-words.ts';
import { ORDER_PROBLEMS } from '../../../src/domain/order.ts';

const GBP = (amountMinor: number) => ({ amountMinor, currency: 'GBP' });
const EUR = { amountMinor: 4_900, currency: 'EUR' };
const method = (id: string, type: string, price: number) => ({
  id,
  name: id,
  type,
  description: '',
  price: GBP(price),
});
const terms = termsOf({
  asOfMs: 1,
  live: true,
  problem: null,
  products: [
    {
      id: 'iron',
      name: 'Iron',
      appointmentOnly: false,
      price: GBP(4_900),
      formerPrice: null,
      shipping: [method('kit', 'home_kit', 350), method('visit', 'walk_in', 0)],
    },
    {
      id: 'well',
      name: 'Well person',
      appointmentOnly: true,
      price: GBP(19_900),
      formerPrice: null,
      shipping: [method('visit', 'walk_in', 0)],
    },
  ],
});
const nothingInTheWay: OrderDetail['obstacles'] = { cancel: null, refund: null, reship: null };
const NOW = { today: '2026-03-03', nowMs: 1_000, withdrawn: new Set<string>() };
const CUSTOMER = { firstName: 'Ada', lastName: 'Oliver', email: 'ada@example.test' };
const ADDRESS = { line1: '1 High Street', city: 'London', postalCode: 'E1 1AA' };
const entry = (changes: Partial<OrderEntry> = {}): OrderEntry => ({
  ...EMPTY_ORDER,
  lines: [{ productId: 'iron', name: 'Iron', quantity: '2' }],
  shippingId: 'kit',
  ...CUSTOMER,
  ...ADDRESS,
  ...changes,
});
const fieldsWrong = (changes: Partial<OrderEntry>): string[] => {
  const reading = readOrder(entry(changes), terms, NOW);
  return reading.kind === 'problems' ? reading.problems.map(({ fieldId }) => fieldId) : [];
};

describe('an order', () => {
  it('is read with its address and total', () => {
    expect(readOrder(entry({ lastName: ' Oliver ' }), terms, NOW)).toEqual({
      kind: 'draft',
      draft: {
        items: [{ productId: 'iron', quantity: 2 }],
        shippingId: 'kit',
        customer: { kind: 'new', ...CUSTOMER, phoneNumber: null, nhsNumber: null },
        address: { ...ADDRESS, line2: null, line3: null, countryCode: 'GB', company: null },
        shippingDate: null,
        appointment: null,
        seenTotal: GBP(10_150),
      },
    });
  });

  it('goes to the United Kingdom where somebody enters UK, which is the code of no country', () => {
    expect(readOrder(entry({ countryCode: 'uk' }), terms, NOW)).toMatchObject({
      draft: { address: { countryCode: 'GB' } },
    });
  });

  it('notes the price that a line had first, and says it once there is another one', () => {
    const before = entry({ lines: withFirstPrices(entry({}), terms) ?? [] });
    const [line] = before.lines;
    if (!line) throw new Error('no line');
    expect(withFirstPrices(before, terms)).toBeNull();
    expect(priceBefore(line, terms)).toBeNull();
    const iron = terms.get('iron');
    if (!iron) throw new Error('no terms');
    const trebled = new Map([...terms, ['iron', { ...iron, price: GBP(3 * iron.price.amountMinor) }]]);
    expect(withFirstPrices(before, trebled)).toBeNull();
    expect(priceBefore(line, trebled)).toEqual(iron.price);
  });

  it('leaves out what does not go with its shipping', () => {
    const atClinic = { shippingId: 'visit', locationId: 'l', startsAtMs: 2_000, shippingDate: '2026-03-05' };
    expect(readOrder(entry(atClinic), terms, NOW)).toMatchObject({
      kind: 'draft',
      draft: { address: null, shippingDate: null, appointment: { locationId: 'l', startsAtMs: 2_000 } },
    });
    expect(readOrder(entry({ ...atClinic, shippingId: 'kit' }), terms, NOW)).toMatchObject({
      draft: { appointment: null, shippingDate: '2026-03-05' },
    });
    // In any usual form.
    for (const shippingDate of ['5 Mar 2026', ' 5/3/26 ']) {
      expect(readOrder(entry({ ...atClinic, shippingId: 'kit', shippingDate }), terms, NOW)).toMatchObject({
        draft: { shippingDate: '2026-03-05' },
      });
    }
  });

  it.each<[Partial<OrderEntry>, string[]]>([
    [{ lines: [] }, ['order-product-search']],
    [{ lines: [{ productId: 'iron', name: 'Iron', quantity: '0' }] }, ['order-quantity-0']],
    [{ lines: [{ productId: 'iron', name: 'Iron', quantity: '1.5' }] }, ['order-quantity-0']],
    [{ lines: [{ productId: 'iron', name: 'Iron', quantity: '100' }] }, ['order-quantity-0']],
    [{ lines: [{ productId: 'never-read', name: 'New', quantity: '1' }] }, ['order-product-search']],
    [{ shippingId: null }, ['order-shipping']],
    [{ lines: [{ productId: 'well', name: 'Well', quantity: '1' }] }, ['order-shipping']],
    [{ line1: '', city: ' ', postalCode: '' }, ['order-line1', 'order-city', 'order-postalCode']],
    [{ countryCode: 'Britain' }, ['order-countryCode']],
    [{ countryCode: 'XX' }, ['order-countryCode']],
    [{ shippingDate: '2026-02-30' }, ['order-shippingDate']],
    [{ shippingDate: 'soon' }, ['order-shippingDate']],
    [{ shippingDate: '1 Mar 2026' }, ['order-shippingDate']],
    [{ phoneNumber: 'ask her son' }, ['order-phoneNumber']],
    [{ firstName: '', lastName: '', email: '' }, ['order-lastName', 'order-firstName', 'order-email']],
    [{ email: 'ada@' }, ['order-email']],
    [{ lastName: 'Oli\u200bver' }, ['order-lastName']],
    [{ firstName: '🙂', lastName: '👩‍🔬' }, ['order-lastName', 'order-firstName']],
    [{ line1: 'x'.repeat(10_000) }, ['order-line1']],
    [{ nhsNumber: '943 476 5918' }, ['order-nhsNumber']],
    [{ nhsNumber: 'not known' }, ['order-nhsNumber']],
    [{ customerKind: 'known' }, ['order-customerId']],
    [{ shippingId: 'visit', startsAtMs: 999, locationId: 'l' }, ['order-day']],
    // A day without a time would be booked later, and nobody would have said so.
    [{ shippingId: 'visit', day: '2026-03-05', locationId: 'l' }, ['order-day']],
  ])('%o is said at its fields', (changes, fields) => {
    expect(fieldsWrong(changes)).toEqual(expect.arrayContaining(fields));
  });

  it('is said to be too long by the name of its field, as the summary stands apart from the fields', () => {
    const reading = readOrder(entry({ lastName: 'x'.repeat(10_000), company: 'y\u200b' }), terms, NOW);
    expect(reading.kind === 'problems' && reading.problems.map(({ words }) => words)).toEqual([
      'Type the company again: it has characters that cannot be seen',
      'Shorten the last name to 100 characters',
    ]);
  });

  it('takes an NHS number in either way of writing', () => {
    for (const nhsNumber of ['943 476 5919', '9434765919']) {
      expect(readOrder(entry({ nhsNumber }), terms, NOW).kind, nhsNumber).toBe('draft');
    }
  });

  it('takes names of any kind', () => {
    for (const lastName of ['O’Neill-Brontë', 'محمد', '王', 'Ngũgĩ 🙂']) {
      expect(readOrder(entry({ lastName }), terms, NOW).kind, lastName).toBe('draft');
    }
  });

  it('has no total while a price is not known, and no shipping in common without products', () => {
    expect(totalNow(entry(), terms)).toEqual(GBP(10_150));
    expect(totalNow(entry({ lines: [{ productId: 'new', name: 'New', quantity: '1' }] }), terms)).toBeNull();
    expect(commonShipping(entry({ lines: [] }), terms)).toBeNull();
  });

  it('is told at once that its prices have no total, and not that it is still to come', () => {
    const inEuro = new Map([...terms].map(([id, one]) => [id, id === 'well' ? { ...one, price: EUR } : one]));
    const both = entry({
      lines: [
        { productId: 'iron', name: 'Iron', quantity: '1' },
        { productId: 'well', name: 'Well', quantity: '' },
      ],
      shippingId: null,
    });
    expect(noTotalWords(severalCurrenciesNow(both, inEuro))).toContain('make an order for each');
    expect(noTotalWords(severalCurrenciesNow(both, terms))).toBe('not known yet');
    const one = entry({ lines: [{ productId: 'well', name: 'Well', quantity: '1' }], shippingId: 'visit' });
    expect(noTotalWords(severalCurrenciesNow(one, inEuro))).toContain('the shipping is in another currency');
    // An order for each would not help where there is one product.
    expect(readOrder(one, inEuro, NOW)).toMatchObject({
      problems: [
        {
          fieldId: 'order-shipping',
          words: expect.stringContaining('Choose another way of shipping') as string,
        },
      ],
    });
  });
});

describe('words about orders', () => {
  it('writes amounts without calculating in fractions', () => {
    expect(amountWords(GBP(4_900))).toBe('£49.00');
    expect(amountWords(GBP(5))).toBe('£0.05');
    expect(amountWords({ amountMinor: 1_234, currency: 'JPY' })).toBe('JP¥1,234');
    expect(amountWords({ amountMinor: 7, currency: 'no currency' })).toBe('7 no currency');
  });

  it('writes the service’s words as a person reads them', () => {
    expect(serviceWords('AWAITING_SHIPPING')).toBe('Awaiting shipping');
    expect(serviceWords(null)).toBe('not told');
  });

  it('names the product that the service lists no way of shipping for, and advises no other order', () => {
    const unshipped = new Map([...terms].map(([id, one]) => [id, { ...one, shipping: [] }]));
    expect(unshippedNames(entry(), unshipped)).toEqual(['Iron']);
    const read = readOrder(entry(), unshipped, NOW);
    expect(JSON.stringify(read)).toContain(
      'The service lists no way of shipping Iron that this desk can read',
    );
    expect(JSON.stringify(read)).not.toContain('an order for each');
  });

  it.each([
    [['iron'], 'Take out Iron: the laboratory lists it no more'],
    [['iron', 'well'], 'Take out Iron and Well: the laboratory lists them no more'],
  ])('names what was chosen before the laboratory took it off its list: %o', (withdrawn, words) => {
    const chosen = entry({
      lines: [
        { productId: 'iron', name: 'Iron', quantity: '1' },
        { productId: 'well', name: 'Well', quantity: '1' },
      ],
    });
    const reading = readOrder(chosen, terms, { ...NOW, withdrawn: new Set(withdrawn) });
    expect(reading).toMatchObject({ problems: [{ fieldId: 'order-product-search', words }] });
  });

  it('has words for every problem and every request', () => {
    const names = { appointmentOnly: ['Well'], unshipped: ['Iron'], withdrawn: ['Iron'] };
    for (const problem of ORDER_PROBLEMS) expect(problemWords('items', problem, names)).toMatch(/^[A-Z]/);
    const part = { asOfMs: null, value: null };
    for (const what of ['cancel', 'refund', 'reship'] as const) {
      const order = {
        number: 'ORD-1',
        customerName: null,
        registrations: part,
        appointments: part,
        address: { asOfMs: 1, value: { lines: ['1 High Street'] } },
        total: null,
        paymentStatus: 'REFUND_REQUESTED',
        obstacles: nothingInTheWay,
        changes: [],
      };
      const words = requestWords(what, order, 'Europe/London');
      expect(words.consequences.join(' ').includes('Refund requested')).toBe(what !== 'reship');
      expect(words.title).toContain('ORD-1');
      for (const line of words.consequences) expect(line).toMatch(/^[A-Z].*\.$/);
    }
    const nothing = { asOfMs: 1, value: null };
    const order = {
      number: 'ORD-1',
      customerName: null,
      registrations: nothing,
      appointments: nothing,
      address: nothing,
      total: null,
      paymentStatus: null,
      obstacles: nothingInTheWay,
      changes: [],
    };
    const asOrderedHere = {
      asOfMs: null,
      value: [{ id: 'a', startsAtMs: 1, locationName: null, confirmed: false }],
    };
    const cancelled = requestWords('cancel', { ...order, appointments: asOrderedHere }, 'Europe/London');
    expect(cancelled.consequences.join(' ')).toContain('All its appointments are cancelled');
    const words = requestWords('reship', order, 'Europe/London');
    expect(words.consequences.join(' ')).not.toContain('the same address');
    expect(words.consequences.join(' ')).toContain('nothing was posted');
    for (const obstacle of ['not-placed', 'cancelled', 'under-way', 'done'] as const) {
      expect(obstacleWords(obstacle)).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('a question about an order of which the other half was asked for before', () => {
  const unread = { asOfMs: null, value: null };
  const asked = (
    what: 'cancel' | 'refund',
    obstacles: Partial<OrderDetail['obstacles']>,
    paymentStatus: string | null = null,
  ) =>
    requestWords(
      what,
      {
        number: 'ORD-1',
        customerName: null,
        registrations: unread,
        appointments: unread,
        address: unread,
        total: null,
        paymentStatus,
        obstacles: { ...nothingInTheWay, ...obstacles },
        changes: [],
      },
      'Europe/London',
    ).consequences.join(' ');

  it('does not send anybody to ask for the money, or to cancel, once more', () => {
    expect(asked('cancel', {})).toContain('No money is paid back by this: ask for it separately.');
    expect(asked('cancel', { refund: 'under-way' })).toContain(
      'it was asked for already, see under “Changes”.',
    );
    expect(asked('cancel', { refund: 'done' })).toContain('it was asked for already.');
    expect(asked('refund', {})).toContain('The order and its registrations stay: cancel it separately.');
    for (const cancel of ['cancelled', 'under-way'] as const) {
      expect(asked('refund', { cancel })).toMatch(
        /The order is cancelled already\.|Its cancellation was asked for already\./,
      );
      expect(asked('refund', { cancel })).not.toContain('separately');
    }
    for (const refund of ['done', 'under-way'] as const)
      expect(asked('cancel', { refund })).not.toContain('separately');
    // Asked for elsewhere: only the payment tells.
    expect(asked('cancel', {}, 'refund_requested')).toContain(
      'No money is paid back by this: the service last said of its payment “Refund requested”.',
    );
    expect(asked('cancel', {}, 'paid')).toContain('ask for it separately');
  });
});

describe('a part of an order that was not read', () => {
  const reached = { isReading: false, hasFailed: false, isCutOff: false };

  it('is said to be on its way, being read, waiting for the connection, or not told: never that nothing answers while it does', () => {
    const waiting = { serverId: null, state: 'waiting' } as const;
    const placed = { serverId: 's', state: 'placed' } as const;
    expect(unreadWords(waiting, { ...reached, isReading: true })).toContain('on its way to the service');
    expect(unreadWords(waiting, { ...reached, isCutOff: true })).toContain('cannot be reached now');
    expect(unreadWords(placed, { ...reached, isReading: true })).toBe('It is being read.');
    expect(unreadWords(placed, { ...reached, isCutOff: true, hasFailed: true })).toContain(
      'once the service can be reached',
    );
    expect(unreadWords(placed, { ...reached, hasFailed: true })).toContain('did not tell it');
    expect(unreadWords(placed, reached)).toContain('Read again');
  });

  it.each([
    ['given-up', 'given up'],
    ['said-placed', 'Not known here'],
    ['attention', 'a decision is needed'],
    ['unsure', 'once it is clear'],
  ] as const)('of an order that is %s does not promise more than that', (state, words) => {
    expect(unreadWords({ serverId: null, state }, { ...reached, isReading: true })).toContain(words);
  });
});

describe('the address of an earlier order', () => {
  const known = {
    address: {
      line1: '221B Baker Street',
      line2: null,
      line3: null,
      city: 'London',
      postalCode: 'NW1 6XE',
      countryCode: 'GB',
      company: null,
    },
    number: 'ORD-1',
    knownAtMs: 1,
  };
  const taken = entry({
    customerKind: 'known',
    customerId: 'ada',
    ...withAddress(known, 'order ORD-1 of 03-Mar-2026'),
  });

  it('fills every field of the address, so that nothing of another one is left', () => {
    expect(addressFields({ ...taken, ...withAddress(known, 'x') })).toEqual({
      line1: '221B Baker Street',
      line2: '',
      line3: '',
      city: 'London',
      postalCode: 'NW1 6XE',
      countryCode: 'GB',
      company: '',
      addressFrom: 'x',
    });
  });

  it('goes away with its customer, also where it was mended, and never with anything else', () => {
    const mended = { ...taken, line1: '221C Baker Street' };
    for (const choice of [{ customerId: 'ben' }, { customerId: '' }, { customerKind: 'new' as const }]) {
      const after = { ...mended, ...withCustomer(mended, choice) };
      expect(addressFields(after)).toEqual(addressFields(EMPTY_ORDER));
      expect(after).toMatchObject(choice);
    }
    expect(withCustomer(taken, { customerId: 'ada' })).toEqual({ customerId: 'ada' });
  });

  it('that was typed stays with another customer', () => {
    expect(withCustomer(entry(), { customerKind: 'known' })).toEqual({ customerKind: 'known' });
  });
});

describe('the question before an order is placed', () => {
  const question = (changes: Partial<OrderEntry>, about: Partial<AboutOrder> = {}) => {
    const reading = readOrder(entry(changes), terms, NOW);
    if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
    const shipping = terms.get('iron')?.shipping?.find(({ id }) => id === reading.draft.shippingId);
    if (!shipping) throw new Error('no such way of shipping');
    return orderQuestion({
      draft: reading.draft,
      terms,
      shipping,
      knownName: null,
      locationName: 'Marylebone',
      timeZone: 'Europe/London',
      cutOff: null,
      ...about,
    });
  };
  const facts = (asked: ReturnType<typeof question>) => Object.fromEntries(asked.facts);

  it('names who pays, what, where it goes and what it comes to', () => {
    const asked = question({ countryCode: 'gb', shippingDate: '2026-03-05' });
    expect(asked.title).toBe('Place the order for OLIVER, Ada?');
    expect(facts(asked)).toEqual({
      'Who pays': ['OLIVER, Ada', 'ada@example.test'],
      Products: ['2 × Iron, £49.00 each'],
      Shipping: ['kit, £3.50'],
      Address: ['1 High Street', 'London', 'E1 1AA', 'GB'],
      'Shipping date': ['05-Mar-2026'],
      Total: ['£101.50'],
    });
    expect(asked.consequences[0]).toBe('It goes to the service at once.');
  });

  it('says when it waits for the connection, and that an appointment may be gone by then', () => {
    const startsAtMs = Date.UTC(2026, 6, 1, 8, 10);
    const asked = question(
      {
        shippingId: 'visit',
        day: '2026-07-01',
        locationId: 'm',
        startsAtMs,
        customerKind: 'known',
        customerId: 'c',
      },
      { cutOff: { why: 'The service cannot be reached', until: 'it can' }, knownName: 'BAKER, Ben' },
    );
    expect(asked.title).toBe('Place the order for BAKER, Ben?');
    expect(facts(asked)['Appointment']).toEqual(['Wednesday 01-Jul-2026, 09:10 at Marylebone']);
    expect(facts(asked)).not.toHaveProperty('Address');
    expect(asked.consequences[0]).toContain('is sent once it can');
    expect(asked.consequences[1]).toContain('refuses the order');
    expect(facts(question({ shippingId: 'visit' }))['Appointment']).toEqual(['booked later']);
  });

  describe('while it is open', () => {
    const startsAtMs = Date.parse('2026-07-01T08:10:00Z');
    const askedFor = (changes: Partial<OrderEntry> = {}) => {
      const reading = readOrder(entry(changes), terms, NOW);
      if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
      const shipping = chosenShipping(entry(changes), terms);
      if (!shipping) throw new Error('nothing is chosen');
      return { draft: reading.draft, terms, shipping };
    };
    const asked = askedFor();
    const now = { ...NOW, terms, withdrawn: new Set(['well']), total: asked.draft.seenTotal };

    it('says what the laboratory has taken off its list since it was asked, or that the prices are others', () => {
      expect(changedSinceAsked(asked, now)).toBeNull();
      expect(changedSinceAsked(asked, { ...now, total: null })).toBeNull();
      const dearer = changedSinceAsked(asked, { ...now, total: GBP(99_900) });
      expect(dearer?.said).toContain('it comes to £999.00 now');
      expect(dearer?.blocked).toContain('prices have changed');
      const gone = changedSinceAsked(asked, { ...now, withdrawn: new Set(['iron']), total: GBP(99_900) });
      expect(gone?.said).toBe(
        'This has changed since it was asked. Take out Iron: the laboratory lists it no more.',
      );
      expect(gone?.blocked).toContain('Take out Iron');
    });

    it('says that its way of shipping is gone', () => {
      const iron = terms.get('iron');
      if (!iron) throw new Error('Iron is not known');
      const onlyVisit = new Map([['iron', { ...iron, shipping: [method('visit', 'walk_in', 0)] }]]);
      const gone = changedSinceAsked(asked, { ...now, terms: onlyVisit });
      expect(gone?.said).toBe(
        '“kit” is not offered for this order any more. Choose a way of shipping that fits all products.',
      );
      expect(gone?.blocked).toContain('Choose a way of shipping');
      const none = new Map([['iron', { ...iron, shipping: [] }]]);
      expect(changedSinceAsked(asked, { ...now, terms: none })?.said).toContain('no way of shipping Iron');
      const unread = new Map([['iron', { ...iron, shipping: null }]]);
      expect(changedSinceAsked(asked, { ...now, terms: unread })?.said).not.toContain('offered');
    });

    it('says that the appointment’s time, or the shipping date, has passed', () => {
      const visit = askedFor({ shippingId: 'visit', day: '2026-07-01', locationId: 'm', startsAtMs });
      const then = { ...now, total: visit.draft.seenTotal };
      expect(changedSinceAsked(visit, { ...then, nowMs: startsAtMs - 1 })).toBeNull();
      expect(changedSinceAsked(visit, { ...then, nowMs: startsAtMs })?.said).toBe(
        'The time of the appointment has passed since this was asked. Choose a time that is still to come.',
      );
      const kit = askedFor({ shippingDate: '2026-03-05' });
      expect(changedSinceAsked(kit, { ...now, today: '2026-03-05' })).toBeNull();
      expect(changedSinceAsked(kit, { ...now, today: '2026-03-06' })?.said).toBe(
        'The shipping date has passed since this was asked. Choose a shipping date from today on.',
      );
    });
  });
});

it('an order that the service does not know is not said to be removed: the code of a registration may lead to none', () => {
  const words = foundNoneWords(notFound('No order has this id, number or code.'));
  expect(words).toMatchObject({ title: 'No order was found' });
  expect(words?.advice).toContain('registration that was made without one');
  expect(words?.advice).not.toMatch(/removed|cancelled/);
  expect(foundNoneWords(forbidden('answered 403'))).toBeUndefined();
});
