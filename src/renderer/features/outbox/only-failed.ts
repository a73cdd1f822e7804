// Changes that went to a person for one and the same reason, that the service failed or that the key may not do them: one step for all of them.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { whoeverIsHere } from '../../host/actor.ts';

/**
 * Of the rows those with which the service only failed. Nothing about them differs or was refused, and nothing is done twice: each is
 * looked for before it is sent again.
 */
export function onlyFailed<Row extends Pick<OutboxRowView, 'state' | 'error' | 'choices'>>(
  rows: readonly Row[],
): Row[] {
  return rows.filter(
    ({ state, error, choices }) =>
      state === 'needs-human' &&
      error?.kind === 'busy' &&
      error.reason === 'server-error' &&
      choices.includes('send-again'),
  );
}

/**
 * Of the rows those that the service does not allow this desk. Once the key may do it, all of them can be sent; what a look was refused for
 * is looked for before.
 */
export function onlyForbidden<Row extends Pick<OutboxRowView, 'state' | 'error' | 'choices'>>(
  rows: readonly Row[],
): Row[] {
  return rows.filter(({ error, choices }) => error?.kind === 'forbidden' && choices.includes('send-again'));
}

/**
 * Has one row after the other sent again. One that somebody else has decided about meanwhile holds up none of the others; whatever else
 * fails would fail for each. Nothing more is sent in the name of somebody else who has signed in meanwhile.
 *
 *     await sendEachAgain(failed, (rowId) => retry.run({ rowId }));
 */
export async function sendEachAgain(
  rows: readonly Pick<OutboxRowView, 'id'>[],
  send: (rowId: string) => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: AppError }>,
): Promise<void> {
  const isStillTheirs = whoeverIsHere();
  for (const { id } of rows) {
    if (!isStillTheirs()) return;
    const answer = await send(id);
    if (!answer.ok && answer.error.kind !== 'conflict') return;
  }
}
