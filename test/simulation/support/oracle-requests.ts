// What the desk promises about orders, refunds, parcels, retests, e-mails, and changes of a number or a reference: none is
// carried out twice without a person's word, and none that is called done was left out.
import { serverIdOf } from '../../../src/core/store/outbox/id-map.ts';
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import { aboutOf, ordersMadeFor, pathsOf, timesCarriedOut } from './carried-out.ts';
import type { SimulatedDay } from './simulated-day.ts';

/**
 * Whether a request that is left to a person met something after which nobody can know whether it was carried out: a fault
 * on its way, or a power cut.
 */
export function isInDoubtForGoodReason(day: SimulatedDay, row: OutboxRow): boolean {
  const about = row.change && aboutOf(row.change);
  if (!about || row.state !== 'needs-human') return false;
  return day.running.powerCuts > 0 || pathsOf(day, about).some((path) => day.line.troubled.has(path));
}

/**
 * Whether something was asked of an order that was cancelled meanwhile: the desk does not hold a second shipment up for a
 * cancellation, nor the other way round, and the service takes none after it.
 */
export function isForCancelledOrder(day: SimulatedDay, row: OutboxRow): boolean {
  const about = row.change && aboutOf(row.change);
  if (!about || row.state !== 'conflict') return false;
  return ordersMadeFor(day, about.orderId).some((id) => day.service.orders.get(id)?.status === 'cancelled');
}

/** All broken promises about these requests, in words. */
export function requestsCarriedOut(day: SimulatedDay): string[] {
  const broken: string[] = [];
  for (const intent of day.pressing.intents) {
    const row = day.rowOf(intent);
    const about = aboutOf(intent.change);
    if (row && about) {
      const times = timesCarriedOut(day, about);
      if (times > 1 + (day.repeated.get(row.id) ?? 0)) {
        broken.push(`carried out ${times} times without a person's word: ${row.kind} ${row.id}`);
      }
      if (row.state === 'confirmed' && row.resolution.saidDone !== true && times === 0) {
        broken.push(`called done, and never carried out: ${row.kind} ${row.id}`);
      }
    }
    if (row?.kind === 'registration.update') broken.push(...updates(day, row));
    if (row?.kind === 'order.cancel') broken.push(...cancellation(day, row));
    if (row?.kind === 'order.create') broken.push(...placed(day, row));
  }
  return broken;
}

/** An order that is called cancelled is. */
function cancellation(day: SimulatedDay, row: OutboxRow): string[] {
  if (row.state !== 'confirmed') return [];
  const made = ordersMadeFor(day, row.subjectId);
  return made.some((id) => day.service.orders.get(id)?.status === 'cancelled')
    ? []
    : [`called cancelled, and is not: ${row.id}`];
}

/** An order that is called placed has the id of one that was made for it. */
function placed(day: SimulatedDay, row: OutboxRow): string[] {
  if (!day.store || row.state !== 'confirmed' || row.resolution.saidDone === true) return [];
  const serverId = serverIdOf(day.store.db, 'order', row.subjectId);
  return serverId !== null && ordersMadeFor(day, row.subjectId).includes(serverId)
    ? []
    : [`taken for another order: ${row.id}`];
}

function updates(day: SimulatedDay, row: OutboxRow): string[] {
  if (row.change?.kind !== 'registration.update') return [];
  const { registrationId, mobileNumber, foreignId } = row.change.payload;
  const truth = day.service.registrations.get(registrationId);
  const others = day.changedByOthers.has(registrationId);
  if (row.state === 'conflict' && !others) return [`conflict with nobody: ${row.id}`];
  if (row.state !== 'confirmed') return [];
  const number = day.service.mobileNumbers.get(registrationId) ?? null;
  const isDone =
    (mobileNumber === null || number === mobileNumber) &&
    (foreignId === null || truth?.foreign_id === foreignId.to);
  return [
    ...(isDone ? [] : [`called changed, and is not: ${row.id}`]),
    ...(others && truth?.patient_id !== day.changedTo.get(registrationId)
      ? [`somebody else's patient was overwritten: ${row.id}`]
      : []),
  ];
}
