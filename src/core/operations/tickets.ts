// Prints visit tickets, and keeps what the desk wants of them.
import type { Output } from '../../contract/index.ts';
import type { ticketOperations } from '../../contract/tickets.ts';
import { AppException, conflict, printerUnavailable, rejected } from '../../domain/app-error.ts';
import { formatName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { nameOnTicket, ticketCodeFrom, USUAL_TICKET } from '../../domain/ticket.ts';
import { UNFINISHED } from '../printing/queue/job-rules.ts';
import { findPrintJob, type PrintJob } from '../store/desk/print-jobs.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { findVisitTicket, makeVisitTicket, type VisitTicket } from '../store/desk/visit-tickets.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';
import { currentLocation } from './location.ts';
import { toPrintJobView } from './print-job-view.ts';
import { ticketPrinterOf } from './printer-for.ts';
import { assembleVisit, type AssembledVisit } from './visit/read.ts';
import { recordAtVisit } from './visit/record.ts';
import { personToCall, requireHere, requirePresent } from './visit/rules.ts';
import { visitDetail } from './visit/view.ts';

/** What this desk goes by: the managed settings, else what was chosen here, else no ticket by itself. */
export function ticketRulesOf({ db, site }: Pick<Context, 'db' | 'site'>): Output<'session.get'>['ticket'] {
  if (site.ticket) return { ...site.ticket, from: 'managed' };
  const chosen = readSetting(db, 'ticket');
  return chosen ? { ...chosen, from: 'chosen' } : { ...USUAL_TICKET, from: 'usual' };
}

function ticketOf(context: CommandContext, { visit }: AssembledVisit): VisitTicket {
  if (!findVisitTicket(context.db, visit.id)) {
    makeVisitTicket(context.db, {
      visitId: visit.id,
      code: ticketCodeFrom(context.random.uuid()),
      locationId: visit.locationId,
      date: visit.date,
      nowMs: context.nowMs,
    });
  }
  return findVisitTicket(context.db, visit.id) as VisitTicket;
}

/**
 * Puts the ticket of a visit into the print queue, in the caller's transaction. Returns the print job.
 *
 * @throws AppException when the person is not here, or this desk has no ticket printer
 */
function queueTicket(context: CommandContext, assembled: AssembledVisit): PrintJob {
  requireHere(assembled);
  requirePresent(assembled);
  const { visit } = assembled;
  const person = personToCall(assembled);
  if (person === null) throw new AppException(rejected('The patient is missing.', { patient: 'missing' }));
  const printer = ticketPrinterOf(context);
  if (!printer) throw new AppException(printerUnavailable('', 'This desk has no ticket printer.'));
  const ticket = ticketOf(context, assembled);
  const name = nameOnTicket(person, ticketRulesOf(context).name);
  const { jobId, nameLeftOut } = context.printQueue.enqueueTicket({
    printerId: printer.id,
    title: `Ticket ${ticket.number}, ${formatName(person)}`,
    visitId: visit.id,
    ticketFor: person,
    content: {
      number: ticket.number,
      name,
      code: ticket.code,
      locationName: currentLocation(context)?.name ?? null,
      printedAt: wallClockAt(context.nowMs, context.site.timeZone),
      reprint: ticket.perhapsPrinted,
      training: context.site.mode === 'training',
    },
    actor: context.actor,
    nowMs: context.nowMs,
  });
  recordAtVisit(context, assembled, 'ticket-queued', {
    number: ticket.number,
    printer: printer.name,
    again: ticket.perhapsPrinted,
    nameLeftOut,
  });
  context.changed('print-jobs', 'connection');
  context.afterCommit(() => context.printQueue.wake());
  return findPrintJob(context.db, jobId) as PrintJob;
}

/** The job that prints the ticket already, unknown to the window that asks now or still waiting; null where there is none. */
function jobAskedFor(
  { db }: Context,
  asked: { readonly visitId: string; readonly seenJobId: string | null },
): PrintJob | null {
  const job = findPrintJob(db, findVisitTicket(db, asked.visitId)?.jobId ?? '');
  if (!job || job.state === 'cancelled') return null;
  return job.id !== asked.seenJobId || UNFINISHED.has(job.state) ? job : null;
}

/** At check-in: the ticket, where the site wants one and has a printer for it. A check-in never fails for its ticket. */
export function queueTicketAtCheckIn(context: CommandContext, assembled: AssembledVisit): void {
  if (!ticketRulesOf(context).onCheckIn || ticketPrinterOf(context) === null) return;
  queueTicket(context, assembled);
}

export const ticketHandlers: Handlers<typeof ticketOperations> = {
  'tickets.print': {
    transaction: (context, { visitId, seenJobId }) => {
      const present = jobAskedFor(context, { visitId, seenJobId });
      const job = present ?? queueTicket(context, assembleVisit(context, visitId));
      return {
        job: toPrintJobView(context, job),
        visit: visitDetail(context, visitId),
        alreadyAsked: present !== null,
      };
    },
  },
  'tickets.setRules': {
    transaction: (context, wanted) => {
      if (context.site.ticket !== null) {
        throw new AppException(conflict('state', "Tickets are set by this desk's managed settings."));
      }
      const { onCheckIn, name } = ticketRulesOf(context);
      const rules = { onCheckIn: wanted.onCheckIn ?? onCheckIn, name: wanted.name ?? name };
      writeSetting(context.db, 'ticket', rules);
      context.record('ticket-rules-set', { visitId: null, ...rules });
      context.changed('session');
      return ticketRulesOf(context);
    },
  },
};
