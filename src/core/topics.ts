// Which topics are out of date after something was written. It stands in one place, so that a command of a person and
// the sync announce the same things.
import type { Topic } from '../contract/events.ts';

/** After a change of this kind was written to the outbox, or its state there changed. */
export function topicsOfChange(kind: string): Topic[] {
  const topics: Topic[] = ['outbox', 'connection', 'board'];
  if (kind === 'patient.create' || kind === 'registration.assign') topics.push('patients');
  if (kind.startsWith('appointment.')) topics.push('slots');
  return topics;
}

/**
 * After an entry of the activity was written. An entry of a visit is part of that visit, which is read under `board`.
 */
export function topicsOfActivity(entry: { readonly visitId: string | null }): Topic[] {
  return entry.visitId === null ? ['activity'] : ['activity', 'board'];
}
