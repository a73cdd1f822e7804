// Changes that move an appointment, as screens tell them: from when to when, and whether a later change has taken the place of one.
import type { MoveView } from '../../contract/move-view.ts';
import { listLocations } from '../store/mirror/locations.ts';
import type { OutboxRow } from '../store/outbox/outbox.ts';
import type { Context } from './handler.ts';

/** Null for every other kind of change. */
export function moveOf({ db }: Pick<Context, 'db'>, { change }: Pick<OutboxRow, 'change'>): MoveView | null {
  if (change?.kind !== 'appointment.move') return null;
  const { from, to } = change.payload;
  const isElsewhere = from.locationId !== to.locationId;
  return {
    fromMs: from.startsAtMs,
    toMs: to.startsAtMs,
    toLocationName: isElsewhere
      ? (listLocations(db).find(({ id }) => id === to.locationId)?.name ?? null)
      : null,
  };
}

/**
 * Only a later move or a cancellation of the appointment takes a move back, and whoever gives one up says why: one that ended without a
 * reason was replaced.
 */
export function wasReplaced({
  kind,
  state,
  resolution,
}: Pick<OutboxRow, 'kind' | 'state' | 'resolution'>): boolean {
  if (kind !== 'appointment.move') return false;
  return state === 'cancelled' || (state === 'discarded' && resolution.discardReason === undefined);
}
