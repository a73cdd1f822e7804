// What every rule of the sandbox works with: data, time, chance, slots, events.
import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import type { SlotBook } from '../locations.ts';
import { chanceFrom, type Chance } from '../stable.ts';
import type { Store } from '../store/store.ts';

/** Where identifiers and codes of new records come from: at random, or from a seed for demo data. */
export interface Naming {
  id(): string;
  code(length: number): string;
}

/** Something that happened, for whoever listens to events. */
export interface SandboxEvent {
  readonly event: string;
  /** The id of what it is about, a registration or an order. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface World {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly timeZone: string;
  readonly slots: SlotBook;
  readonly naming: Naming;
  /** Notes an event. Part of the running transaction. */
  readonly tell: (event: SandboxEvent) => void;
  /** The scenario that training chose for the next registration that names none, given out once. */
  readonly takeNextScenario: () => string | null;
}

const BITS = 2 ** 47;
const trueChance: Chance = chanceFrom(() => randomInt(BITS) / BITS);

export const randomNaming: Naming = { id: randomUUID, code: (length) => trueChance.code(length) };

/** Names drawn from a seed. */
export function namingFrom(chance: Chance, idOf: (name: string) => string): Naming {
  let made = 0;
  return {
    id: () => {
      made += 1;
      return idOf(`${chance.code(12)}:${made}`);
    },
    code: (length) => chance.code(length),
  };
}
