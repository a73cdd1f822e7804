// What a person decides about something that waits is written down.
import { recordActivity } from '../store/desk/activity.ts';
import type { ActivityDetail } from '../store/desk/activity.ts';
import type { CommandContext } from './handler.ts';

export interface Decision {
  readonly kind: string;
  readonly reason?: string;
}

/** Writes down what a person decided about something that waits. */
export function recordDecision(
  context: CommandContext,
  { kind, reason }: Decision,
  on: { readonly visitId: string | null; readonly about: ActivityDetail },
): void {
  recordActivity(context.db, {
    atMs: context.nowMs,
    actor: context.actor,
    visitId: on.visitId,
    kind,
    detail: { ...on.about, ...(reason === undefined ? {} : { reason }) },
  });
}
