// Connects, and asks what the first screen shows, as soon as the page is there. It is a script of its own and comes first
// (`build/first-scripts.ts`), so that both go on while the browser reads the screens' script.
import type { Result } from '../../domain/app-error.ts';
import { connectHost, type HostConnection } from './connect-host.ts';
import { useEngineLink } from './engine-link.ts';
import { askOpening } from './opening.ts';

export interface Begun {
  readonly connection: HostConnection;
  /** The answer to what every window asks first; null where there is nobody to ask. */
  readonly opening: Promise<Result<unknown>> | null;
}

/** Never rejects. */
export async function beginAnew(): Promise<Begun> {
  const connection = await connectHost();
  // A further desk without a key has nothing to show before it is paired.
  const mayAsk = connection.kind === 'ready' && useEngineLink.getState().site?.kind !== 'unpaired';
  return { connection, opening: mayAsk ? askOpening(connection.host) : null };
}

/** This window's first attempt. */
export const begun: Promise<Begun> = beginAnew();
