// Visit tickets: the slip with a person's number in the queue.
import { z } from 'zod';
import { TICKET_NAMES } from '../domain/ticket.ts';
import { command } from './operation.ts';
import { printJobView, recordId, visitDetail } from './views.ts';

export const ticketRulesView = z.object({
  onCheckIn: z.boolean(),
  name: z.enum(TICKET_NAMES),
  /** `managed`: the managed settings fix it; `chosen`: at this desk; `usual`: neither. */
  from: z.enum(['managed', 'chosen', 'usual']),
});

export const ticketOperations = {
  /**
   * Prints the ticket of somebody who is here; the first time it gives the visit its number. A ticket that may exist already is
   * marked as a reprint. `seenJobId`: its newest print job when the screen asked. Where another window has asked since, or that
   * job still waits for the printer, nothing more is printed, and the answer is the job that there is.
   */
  'tickets.print': command(
    z.strictObject({ visitId: recordId, seenJobId: recordId.nullable().prefault(null) }),
    z.object({ job: printJobView, visit: visitDetail, alreadyAsked: z.boolean() }),
    { answersWith: 'visit-within' },
  ),
  /**
   * Sets what this desk wants of its tickets; what is left out stays as it is. Fails as `conflict` when the managed settings fix it.
   */
  'tickets.setRules': command(
    z.strictObject({ onCheckIn: z.boolean().optional(), name: z.enum(TICKET_NAMES).optional() }),
    ticketRulesView,
    { answersWith: 'other' },
  ),
};
