// The port `Random` with this machine's random numbers.
import { randomUUID } from 'node:crypto';
import type { Random } from '../core/ports/machine.ts';

/** This machine's random numbers; see the port `Random` in `core/ports/machine.ts`. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  fraction: () => Math.random(),
};
