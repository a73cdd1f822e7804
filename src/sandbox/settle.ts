// What time has brought about by itself: holds that ended, registrations and parcels that moved on.
import { releaseAppointment } from './rules/appointments.ts';
import { moveRegistrationsOn } from './rules/lifecycle.ts';
import { moveParcelsOn } from './rules/orders.ts';
import type { World } from './rules/world.ts';

/**
 * Returns the function that settles everything due by now. Cheap when nothing is: the next moment is remembered
 * until something is written.
 */
export function createSettler(world: World): () => void {
  const { store } = world;
  let seen = -1;
  let nextMs = Number.NEGATIVE_INFINITY;

  const earliest = (): number =>
    Math.min(
      ...[store.nextExpiryMs(), store.nextRegistrationDueMs(), store.nextPurchaseDueMs()].map(
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
