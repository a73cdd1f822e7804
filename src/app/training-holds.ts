// A few slots held from this desk, once a day, so that a person in training sees what a hold is. Made as a person
// would make them: through the desk's own operations.
import type { Engine } from '../core/engine.ts';
import type { Output } from '../contract/index.ts';
import type { Random } from '../core/ports.ts';
import type { Db } from '../core/store/db/database.ts';
import { readSetting, writeSetting } from '../core/store/desk/settings.ts';

const HOLDS = 3;

/** Waits for the board's first reading, then makes today's holds unless that was done. The returned function gives up. */
export function makeTrainingHolds(
  engine: Engine,
  parts: { readonly db: Db; readonly random: Random },
): () => void {
  let done = false;
  let busy = false;
  let changes = 0;

  async function read<Value>(name: string, input: unknown): Promise<Value | null> {
    const answer = await engine.call({ name, input });
    return answer.ok ? (answer.value as Value) : null;
  }

  // Asked anew after every wait: the desk may have been closed meanwhile.
  const isDone = (): boolean => done;

  async function attempt(): Promise<void> {
    const board = await read<Output<'board.get'>>('board.get', {});
    if (!board || board.loading || isDone()) return;
    if (readSetting(parts.db, 'trainingHoldsDate') === board.today) {
      done = true;
      return;
    }
    const day = await read<Output<'slots.list'>>('slots.list', { date: board.today });
    if (!day?.live || isDone()) return;
    done = true;
    writeSetting(parts.db, 'trainingHoldsDate', board.today);
    const free = day.slots.filter((slot) => slot.available && !slot.past);
    // Spread over what is left of the day; the first ones stay free for whoever walks in now.
    const step = Math.max(1, Math.floor(free.length / (HOLDS + 1)));
    for (const slot of free.filter((_, index) => index > 0 && index % step === 0).slice(0, HOLDS)) {
      await engine.call({
        name: 'walkIn.hold',
        input: { slotId: slot.id, startsAtMs: slot.startsAtMs },
        commandId: parts.random.uuid(),
      });
    }
  }

  async function attemptUntilQuiet(): Promise<void> {
    let seen: number;
    do {
      seen = changes;
      await attempt();
    } while (changes !== seen && !isDone());
  }

  const unsubscribe = engine.subscribe(null, () => {
    changes += 1;
    if (done || busy) return;
    busy = true;
    void attemptUntilQuiet().finally(() => {
      busy = false;
    });
  });
  return () => {
    done = true;
    unsubscribe();
  };
}
