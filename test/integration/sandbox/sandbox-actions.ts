// What can be asked of the sandbox in any order, for fast-check to draw from.
import fc from 'fast-check';

/** How many slots of the day are fought for. */
export const SLOTS = 5;

/** One step; `which`, `slot` and `from` count among what there is, and begin again at the end. */
export type Action =
  | { readonly do: 'book'; readonly slot: number; readonly confirmed: boolean; readonly override: boolean }
  | { readonly do: 'confirm' | 'cancel'; readonly which: number }
  | { readonly do: 'move'; readonly which: number; readonly slot: number }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'order'; readonly slot: number | null; readonly quantity: number }
  | { readonly do: 'cancelOrder'; readonly which: number }
  | { readonly do: 'register'; readonly scenario: string; readonly which: number | null }
  | { readonly do: 'assign'; readonly which: number; readonly scenario: string }
  | { readonly do: 'retest'; readonly which: number }
  | { readonly do: 'steal'; readonly which: number; readonly from: number; readonly name: Name };
/** What a registration is looked up by. */
export type Name = 'id' | 'trf_code' | 'foreign_id';

/** One of the slots. */
export const slot = fc.nat({ max: SLOTS - 1 });
const which = fc.nat({ max: 9 });
const scenario = fc.constantFrom(
  ...['success', 'success+instant', 'all_failed+instant', 'one_failed', 'partial+slow', 'partial+instant'],
  ...['pending_forever', 'awaiting_auth+instant', 'processing_error', 'abnormal_low'],
);
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('book'), slot, confirmed: fc.boolean(), override: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move'), which, slot }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('advance'), seconds: fc.constantFrom(1, 15, 31, 120, 300, 601) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('order'),
      slot: fc.option(slot),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancelOrder'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('register'), scenario, which: fc.option(which) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('assign'), which, scenario }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retest'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('steal'),
      which,
      from: which,
      name: fc.constantFrom('id', 'trf_code', 'foreign_id'),
    }),
  },
) as fc.Arbitrary<Action>;
