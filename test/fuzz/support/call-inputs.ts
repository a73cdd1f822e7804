// Calls of desk operations with inputs that are sensible, nearly so, or nonsense.
import fc from 'fast-check';
import { operations } from '../../../src/contract/index.ts';
import type { OperationName } from '../../../src/contract/index.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, uuidOf } from '../../support/test-desk.ts';
import { anyValue, mutated } from './mutate.ts';

const NAMES = Object.keys(operations) as OperationName[];

/** A call as a window sends it; any part of it may be nonsense. */
export interface FuzzedCall {
  readonly name: unknown;
  readonly input: unknown;
  readonly commandId?: unknown;
}

/** Fields of an input, as far as its schema shows them. */
function fieldsOf(name: OperationName): string[] {
  const { input } = operations[name] as {
    readonly input: { readonly shape?: Readonly<Record<string, unknown>> };
  };
  return Object.keys(input.shape ?? {});
}

/** What could stand in a field of this name. */
function likely(random: SeededRandom, field: string, visitId: string): unknown {
  if (field === 'visitId') return visitId;
  if (field === 'locationId') return LOCATION_ID;
  if (field === 'seenVersion') return random.pick([0, 1, 2, 3]);
  if (field.endsWith('AtMs')) return NINE_O_CLOCK_MS;
  if (field.endsWith('Ids')) return [uuidOf(1), uuidOf(1), uuidOf(2)];
  if (field.endsWith('Id')) return random.pick([uuidOf(1), uuidOf(2), visitId]);
  if (field === 'date') return '2026-03-03';
  if (field === 'identifiers')
    return [
      { kind: 'name', stated: null },
      { kind: 'date-of-birth', stated: '1/2/1990' },
    ];
  if (/reason/i.test(field)) return 'A reason that is long enough';
  return anyValue(random);
}

/** A call of one of all operations; its name and its id are right. */
export function callWith(random: SeededRandom, visitId: string) {
  const name = random.pick(NAMES);
  const sensible = Object.fromEntries(fieldsOf(name).map((field) => [field, likely(random, field, visitId)]));
  return {
    name,
    input: random.chance(0.3) ? sensible : mutated(random, sensible),
    ...(operations[name].kind === 'command' ? { commandId: random.uuid() } : {}),
  };
}

/** Any value that a window of Electron can send: more kinds of them than JSON has. */
export const WILD = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withObjectString: true,
  maxDepth: 4,
});
