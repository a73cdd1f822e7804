// What became out of date on the screens, told from what was written. One place, so that a command of a person and the
// sync's own work announce the same things.
import type { Topic } from '../contract/events.ts';

/** After a change of this kind was written to the outbox, or moved on there. */
export function topicsOfChange(kind: string): Topic[] {
  const topics: Topic[] = ['outbox', 'connection', 'board'];
  if (kind === 'patient.create' || kind === 'registration.assign') topics.push('patients');
  if (kind.startsWith('appointment.')) topics.push('slots');
  return topics;
}

/** After an entry was written to the activity. A visit shows its own entries, and is read under `board`. */
export function topicsOfActivity(entry: { readonly visitId: string | null }): Topic[] {
  return entry.visitId === null ? ['activity'] : ['activity', 'board'];
}
