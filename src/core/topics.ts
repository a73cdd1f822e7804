// Which topics are out of date after something was written. It stands in one place, so that a command of a person and
// the sync announce the same things.
import type { Topic } from '../contract/events.ts';

/**
 * The topics that are out of date after a change of this kind was saved, or got another state.
 *
 *     topicsOfChange('patient.create') // ['outbox', 'connection', 'board', 'patients']
 */
export function topicsOfChange(kind: string): Topic[] {
  const topics: Topic[] = ['outbox', 'connection', 'board'];
  if (kind === 'patient.create' || kind.startsWith('registration.')) topics.push('patients');
  if (kind.startsWith('appointment.')) topics.push('slots');
  if (kind.startsWith('order.')) topics.push('orders');
  return topics;
}

/**
 * After an entry of the activity was written. An entry of a visit is part of that visit, which is read under `board`.
 */
export function topicsOfActivity(entry: { readonly visitId: string | null }): Topic[] {
  return entry.visitId === null ? ['activity'] : ['activity', 'board'];
}
