// A change as the outbox screen lists it. Several operations answer with it.
import { z } from 'zod';
import { enteredPerson } from '../domain/change.ts';
import { differenceSchema } from '../domain/difference.ts';
import { evidenceSchema } from '../domain/evidence.ts';
import { CHANGE_CHOICES, SHOWN_STATES } from '../domain/outbox-state.ts';
import { appErrorSchema } from './app-error.ts';
import { moveView } from './move-view.ts';
import { changeKind, instantMs, personView, recordId } from './views.ts';

export const outboxRowView = z.object({
  id: recordId,
  sequence: z.number().int(),
  kind: changeKind,
  state: z.enum(SHOWN_STATES),
  /** The person or the code that the change is about, for people: `OLIVER, James`, `DRW-7K2M9Q`. */
  subject: z.string(),
  /**
   * The tests that the change registers the person for, by name; null stands for one that is not known here any more. Empty for
   * every other kind of change.
   */
  tests: z.array(z.string().nullable()),
  visitId: recordId.nullable(),
  attempts: z.number().int(),
  nextAttemptAtMs: instantMs.nullable(),
  error: appErrorSchema.nullable(),
  /** The person whom the change creates, as they were entered; null for every other kind of change. */
  person: personView.nullable(),
  /** All that was entered of that person, for correcting it; null for every other kind of change. */
  entered: enteredPerson.nullable(),
  /** The person whom the service knew already and answered with, when it was asked to create this one. */
  existingPerson: personView.nullable(),
  /**
   * When the service held a slot at another location than the one asked for: that location. The slot was given back.
   */
  heldElsewhere: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
  /** When the service held a slot of another time than the one asked for: when that begins. The slot was given back. */
  heldAtMs: instantMs.nullable(),
  /** The address to which the change has an e-mail sent; null for every other kind of change. */
  sentTo: z.string().nullable(),
  /** The registration that the change is about; null where it is about none, or makes it. */
  registrationId: recordId.nullable(),
  /** That registration's TRF code; null where there is none, or the service has not told it. */
  code: z.string().nullable(),
  /** The order that the change makes or is about; null where it is about none. */
  orderId: recordId.nullable(),
  /**
   * What was found out about a change of which nobody knows whether it was carried out; null where nothing can be, or
   * nothing is in doubt.
   */
  evidence: evidenceSchema.nullable(),
  /** What the service has instead, of a change that is in conflict; null where that is not known. Of one that was given up: that it has none. */
  difference: differenceSchema.nullable(),
  /** From when to when it moves an appointment; null for every other kind of change. */
  move: moveView.nullable(),
  /** It ended because a later change of the same record took its place: nobody gave it up. */
  replaced: z.boolean(),
  /** How often a person had it sent again although it may have been carried out. */
  repeats: z.number().int(),
  /** A person said that it was carried out, and the service has not shown it. */
  saidDone: z.boolean(),
  /** It is not confirmed, and not every try of it was refused: the service may have carried it out all the same. */
  mayHaveBeenDone: z.boolean(),
  /** What a person can do about it now, the best first. */
  choices: z.array(z.enum(CHANGE_CHOICES)),
  createdAtMs: instantMs,
  actor: z.string(),
});
/** A change as the outbox screen lists it. */
export type OutboxRowView = z.infer<typeof outboxRowView>;
