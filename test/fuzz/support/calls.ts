// Calls of desk operations with nonsense in them, on a whole desk: each must be answered as the contract says, with a refusal or
// an answer, and the desk must go on.
import { operations } from '../../../src/contract/index.ts';
import type { OperationName } from '../../../src/contract/index.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk, uuidOf } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { anyValue, mutated } from './mutate.ts';

const NAMES = Object.keys(operations) as OperationName[];
const CALLS_OF_DESK = 400;

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

/** Makes `times` calls; what went wrong, in words. */
export async function fuzzCalls(random: SeededRandom, times: number): Promise<string[]> {
  const broken: string[] = [];
  let desk: TestDesk | null = null;
  let visitId = '';
  for (let time = 0; time < times; time += 1) {
    if (desk === null || time % CALLS_OF_DESK === 0) {
      await desk?.close();
      desk = openTestDesk();
      visitId = desk.addVisit(1);
      desk.addVisit(2);
    }
    const name = random.pick(NAMES);
    const sensible = Object.fromEntries(
      fieldsOf(name).map((field) => [field, likely(random, field, visitId)]),
    );
    const input = random.chance(0.3) ? sensible : mutated(random, sensible);
    const words = (): string => `${name} with ${JSON.stringify(input).slice(0, 300)}`;
    try {
      const answer = (await desk.call(name, input as never)) as unknown as {
        readonly ok: boolean;
        readonly error?: { readonly kind: string; readonly detail?: string };
      };
      if (answer.error?.kind === 'bug') broken.push(`${words()}: ${answer.error.detail ?? ''}`);
    } catch (thrown) {
      broken.push(`${words()}: threw ${String(thrown).slice(0, 300)}`);
    }
    if (time % CALLS_OF_DESK === CALLS_OF_DESK - 1) {
      const board = await desk.call('board.get', {});
      if (!board.ok) broken.push(`after ${words()} the board cannot be read: ${board.error.kind}`);
    }
  }
  await desk?.close();
  return broken;
}
