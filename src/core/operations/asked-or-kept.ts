// Asking the service for what is kept here too: the answer is the service's, or why it is not.
import { toAppError } from '../../domain/app-error.ts';
import type { AppError } from '../../domain/app-error.ts';
import { connectionIsUp } from './handler.ts';
import type { Context } from './handler.ts';

/** What came of asking; `problem` is null where the service was not asked, because it cannot be reached. */
export type Asked<Value> =
  | { readonly live: true; readonly problem: null; readonly value: Value }
  | { readonly live: false; readonly problem: AppError | null };

/** Where there is nothing that the service could be asked for. */
export const NOT_ASKED = { live: false, problem: null } as const;

/**
 * Asks the service while it can be reached. A failure is an answer here and not thrown, so that what is kept can be shown
 * together with the reason; a screen that got neither would say that nobody can be asked while the service refuses.
 *
 *     const asked = await askWhileUp(context, () => context.service.products.get(id));
 */
export async function askWhileUp<Value>(context: Context, ask: () => Promise<Value>): Promise<Asked<Value>> {
  if (!connectionIsUp(context)) return NOT_ASKED;
  try {
    return { live: true, problem: null, value: await ask() };
  } catch (thrown) {
    return { live: false, problem: toAppError(thrown) };
  }
}
