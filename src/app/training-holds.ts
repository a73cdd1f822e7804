// Holds a few slots once a day in training mode, so that people who train can see what a hold is. It uses the desk's
// own operations, as a person would.
import type { Engine } from '../core/engine.ts';
import type { Output } from '../contract/index.ts';
import type { Random } from '../core/ports/machine.ts';
import type { Db } from '../core/store/db/database.ts';
import { readSetting, writeSetting } from '../core/store/desk/settings.ts';

const HOLDS = 3;

/** Waits until the board has been read, then makes today's holds, once a day. The returned function stops it. */
export function makeTrainingHolds(
  engine: Engine,
  parts: { readonly db: Db; readonly random: Random },
): () => void {
  let done = false;
  let stopped = false;
  let busy = false;
  let changes = 0;

  async function read<Value>(name: string, input: unknown): Promise<Value | null> {
    const answer = await engine.call({ name, input });
    return answer.ok ? (answer.value as Value) : null;
  }

  // Functions, because the desk may have been closed during each wait.
  const isStopped = (): boolean => stopped;
  const isDone = (): boolean => done || stopped;

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
    // The holds are spread over the rest of the day. The first slot stays free for somebody who walks in now.
    const step = Math.max(1, Math.floor(free.length / (HOLDS + 1)));
    for (const slot of free.filter((_, index) => index > 0 && index % step === 0).slice(0, HOLDS)) {
      // With the line cut it would wait among the changes of the person who has just cut it.
      const line = await read<Output<'connection.get'>>('connection.get', {});
      if (line?.state !== 'online' || isStopped()) return;
      await engine.call({
        name: 'walkIn.hold',
        input: { locationId: day.locationId, slotId: slot.id, startsAtMs: slot.startsAtMs },
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

  const unsubscribe = engine.subscribe(null, ({ type }) => {
    // The first event of each subscription, before anything was read.
    if (type === 'resynchronise') return;
    changes += 1;
    if (isDone() || busy) return;
    busy = true;
    void attemptUntilQuiet().finally(() => {
      busy = false;
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}
