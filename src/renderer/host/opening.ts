// What every window asks first: all that its first screen shows, in one question.
import type { Result } from '../../domain/app-error.ts';
import { asSignedIn } from './actor.ts';
import type { Host } from './host.ts';

/** Never rejects. */
export const askOpening = (host: Host): Promise<Result<unknown>> =>
  host.call(asSignedIn({ name: 'opening.get', input: {} }));
