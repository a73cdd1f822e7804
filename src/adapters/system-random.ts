// The machine's randomness.
import { randomUUID } from 'node:crypto';
import type { Random } from '../core/ports.ts';

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  fraction: () => Math.random(),
};
