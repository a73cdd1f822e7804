// What every rule of the sandbox works with: data, clock, slots, identifiers, events.
import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import type { SlotBook } from '../locations.ts';
import { chanceFrom, type Chance } from '../stable.ts';
import type { Store } from '../store/store.ts';

/** Makes the identifiers and codes of new records: at random, or from a seed for demo data. */
export interface Naming {
  id(): string;
  code(length: number): string;
}

/** Something that happened and is sent as a webhook, if a webhook address is set. */
export interface SandboxEvent {
  readonly event: string;
  /** The id of the registration or order that it is about. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Everything that a rule of the sandbox may use. Demo data uses a copy with another clock and other identifiers. */
export interface World {
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly timeZone: string;
  readonly slots: SlotBook;
  readonly naming: Naming;
  /** Stores an event for delivery, in the running transaction. */
  readonly tell: (event: SandboxEvent) => void;
  /** The scenario that training chose for the next registration without one. It is returned once, then null. */
  readonly takeNextScenario: () => string | null;
  /** A registration with an appointment goes on only after `samplesTaken`. */
  readonly resultsAwaitSamples: boolean;
}

const BITS = 2 ** 47;
const trueChance: Chance = chanceFrom(() => randomInt(BITS) / BITS);

export const randomNaming: Naming = { id: randomUUID, code: (length) => trueChance.code(length) };

/** Identifiers and codes from a seed. `idOf` makes an identifier from a text. */
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
