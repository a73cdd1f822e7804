// What the desk promises about retests, e-mails, and changes of a mobile number or a reference: none is carried out twice
// without a person's word, and none that is called done was left out.
import type { OutboxRow } from '../../../src/core/store/outbox/outbox.ts';
import type { SimulatedDay } from './simulated-day.ts';

const PATHS = {
  'registration.retest': { count: 'retest', path: 'retest' },
  'registration.sendCompleteEmail': { count: 'email', path: 'send-complete-email' },
} as const;

/**
 * Whether a request that is left to a person met something after which nobody can know whether it was carried out: a fault
 * on its way, or a power cut.
 */
export function isInDoubtForGoodReason(day: SimulatedDay, row: OutboxRow): boolean {
  const { change } = row;
  if (change?.kind !== 'registration.retest' && change?.kind !== 'registration.sendCompleteEmail')
    return false;
  const path = `/api/test_registration/${change.payload.registrationId}/${PATHS[change.kind].path}`;
  return row.state === 'needs-human' && (day.line.troubled.has(path) || day.running.powerCuts > 0);
}

/** All broken promises about these requests, in words. */
export function requestsAboutRegistrations(day: SimulatedDay): string[] {
  const broken: string[] = [];
  for (const intent of day.pressing.intents) {
    const row = day.rowOf(intent);
    const { change } = intent;
    if (!row) continue;
    if (change.kind === 'registration.retest' || change.kind === 'registration.sendCompleteEmail') {
      const times =
        day.service.carriedOut.get(`${PATHS[change.kind].count} ${change.payload.registrationId}`) ?? 0;
      if (times > 1 + (day.repeated.get(row.id) ?? 0)) {
        broken.push(`carried out ${times} times without a person's word: ${row.id}`);
      }
      if (row.state === 'confirmed' && row.resolution.saidDone !== true && times === 0) {
        broken.push(`called done, and never carried out: ${row.id}`);
      }
    }
    if (change.kind === 'registration.update') broken.push(...updates(day, row));
  }
  return broken;
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
