// What happens by the passing of time alone: holds end, registrations and parcels move to their next stage.
import { releaseAppointment } from './rules/appointments.ts';
import { moveRegistrationsOn } from './rules/lifecycle.ts';
import { moveParcelsOn } from './rules/orders.ts';
import type { World } from './rules/world.ts';

/**
 * Returns a function that carries out everything that is due by now. It costs little when nothing is due: it remembers
 * the next due time and only looks it up again after something was written.
 */
export function createSettler(world: World): () => void {
  const { store } = world;
  let seen = -1;
  let nextMs = Number.NEGATIVE_INFINITY;

  const earliest = (): number =>
    Math.min(
      ...[store.nextExpiryMs(), store.nextRegistrationDueMs(), store.nextOrderDueMs()].map(
        (at) => at ?? Number.POSITIVE_INFINITY,
      ),
    );

  return () => {
    if (store.changes() !== seen) {
      nextMs = earliest();
      seen = store.changes();
    }
    const nowMs = world.clock.nowMs();
    if (nowMs < nextMs) return;
    store.together(() => {
      for (const id of store.expiredHolds(nowMs)) releaseAppointment(world, id);
      moveRegistrationsOn(world, nowMs);
      moveParcelsOn(world, nowMs);
    });
  };
}
