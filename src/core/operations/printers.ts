// The printers of this desk: added, changed and removed by people, and chosen for a document.
import type { PrinterSetup } from '../../domain/printer-setup.ts';
import type { PrintedDocument } from '../../domain/printed-document.ts';
import type { printerOperations } from '../../contract/printers.ts';
import { AppException, conflict, notFound, rejected } from '../../domain/app-error.ts';
import { completeAddress, pageAddressOf, rawAddressOf } from '../../domain/printer-address.ts';
import type { LeftBehindWhy } from '../printing/queue/lost-at-printer.ts';
import type { FindPrinters } from '../ports/printers.ts';
import { forgetJobsAtPrinter, isSendingTo, unsentOfPrinter } from '../store/desk/print-jobs.ts';
import { removePrinterTests } from '../store/desk/printer-tests.ts';
import {
  addStoredPrinter,
  changeStoredPrinter,
  findStoredPrinter,
  removeStoredPrinter,
  type StoredPrinter,
} from '../store/desk/printers.ts';
import { checkedSetup, printerAt } from './entered-printer.ts';
import type { CommandContext, Handlers } from './handler.ts';
import { choosePrinter, chooseStandIn, printerFor, standInFor } from './printer-for.ts';
import { printTestSheet } from './printer-tests.ts';
import { printersAnswer } from './printer-view.ts';
import { allPrinters, canPrint, queuePrinters, type AnyPrinter } from './site-printers.ts';

/**
 * A printer that people set up and that may be changed now.
 *
 * @throws AppException `not-found`; `conflict` where it is not theirs to change, was changed since, or is being sent to
 */
function requireChangeable(context: CommandContext, printerId: string, seenVersion: number): StoredPrinter {
  const stored = findStoredPrinter(context.db, printerId);
  if (!stored) {
    const known = allPrinters(context).some(({ id }) => id === printerId);
    throw new AppException(
      known
        ? conflict('state', 'This printer is not set up at the desk.')
        : notFound('There is no such printer at this desk.'),
    );
  }
  if (stored.version !== seenVersion) {
    throw new AppException(conflict('changed', 'The printer was changed since it was shown.'));
  }
  if (isSendingTo(context.db, printerId)) {
    throw new AppException(conflict('state', 'Something is being sent to this printer right now.'));
  }
  return stored;
}

/** What a printer has been set up to: after the commit the queue prints on it. */
function printersChanged(context: CommandContext): void {
  context.changed('print-jobs', 'session', 'connection', 'training', 'board');
  context.afterCommit(() => context.printQueue.setUp(queuePrinters(context)));
}

/** Whether what was made out for one setup is right for another: only name, address and desk may differ. */
function printsTheSame(before: PrinterSetup, now: PrinterSetup): boolean {
  const rest = ({ name: _name, address: _address, at: _at, ...settings }: PrinterSetup): string =>
    JSON.stringify(Object.entries(settings).sort());
  return rest(before) === rest(now);
}

/** What its jobs' numbers were asked about at the printer is not asked any more: they mean nothing at another one. */
function leaveBehind(
  context: CommandContext,
  { id, name }: { readonly id: string; readonly name: string },
  why: LeftBehindWhy,
): void {
  context.printQueue.leaveBehind(id, name, why);
  forgetJobsAtPrinter(context.db, id);
}

const deskNameOf = (context: CommandContext, at: string | undefined): string =>
  at === undefined ? 'the site desk' : context.deskPrinting.standing(at).name;

/** @throws AppException `not-found`; `rejected` where it cannot print the document */
function requirePrinter(context: CommandContext, printerId: string, document: PrintedDocument): AnyPrinter {
  const printer = allPrinters(context).find(({ id }) => id === printerId);
  if (!printer) throw new AppException(notFound('There is no such printer at this desk.'));
  if (!canPrint(printer, document)) {
    throw new AppException(rejected('This printer cannot print that.', { printerId: 'cannot-print' }));
  }
  return printer;
}

/** Whoever practises does not look around in the clinic, at no desk of it. */
const NOT_IN_TRAINING = 'in training nothing is looked for at other desks: enter the address';

function findAt(context: Pick<CommandContext, 'training' | 'deskPrinting'>, deskId: string): FindPrinters {
  if (context.training === null) return (signal) => context.deskPrinting.find(deskId, signal);
  return () =>
    Promise.resolve({ found: [], leftOut: 0, searched: [{ place: 'training', problem: NOT_IN_TRAINING }] });
}

export const printerHandlers: Handlers<typeof printerOperations> = {
  'printers.list': (context) => printersAnswer(context),

  'printers.add': {
    transaction: (context, { setup: entered }) => {
      const setup = checkedSetup(context, null, entered);
      const printerId = context.random.uuid();
      addStoredPrinter(context.db, printerId, setup, context.nowMs);
      const { name: printer, address } = setup;
      context.record('printer-added', {
        visitId: null,
        printer,
        address,
        standsAt: setup.at === undefined ? null : deskNameOf(context, setup.at),
      });
      printersChanged(context);
      return { printerId, ...printersAnswer(context) };
    },
  },

  'printers.change': {
    transaction: (context, { printerId, seenVersion, setup: entered }) => {
      const { setup: before } = requireChangeable(context, printerId, seenVersion);
      if (entered.kind !== before.kind) {
        throw new AppException(rejected('A printer keeps its kind.', { kind: 'other' }));
      }
      const setup = checkedSetup(context, printerId, entered);
      const withdrawn = printsTheSame(before, setup)
        ? []
        : context.printQueue.withdraw(
            { printerId },
            'its printer was set up anew, and it was made for the settings before: print it again',
          );
      const isElsewhere = setup.at !== before.at;
      if (setup.address !== before.address || isElsewhere)
        leaveBehind(context, { id: printerId, name: before.name }, 'moved');
      changeStoredPrinter(context.db, printerId, setup);
      context.record('printer-changed', {
        visitId: null,
        printer: setup.name,
        before: before.name === setup.name ? null : before.name,
        withdrawn: withdrawn.length,
        standsAt: isElsewhere ? deskNameOf(context, setup.at) : null,
      });
      printersChanged(context);
      return { ...printersAnswer(context), withdrawn: withdrawn.length };
    },
  },

  'printers.remove': {
    transaction: (context, { printerId, seenVersion, waitingSeen }) => {
      const { setup } = requireChangeable(context, printerId, seenVersion);
      if (unsentOfPrinter(context.db, printerId).length !== waitingSeen) {
        throw new AppException(conflict('changed', 'Other jobs wait for the printer than were shown.'));
      }
      const withdrawn = context.printQueue.withdraw({ printerId }, 'its printer was removed: print it again');
      leaveBehind(context, { id: printerId, name: setup.name }, 'removed');
      removePrinterTests(context.db, printerId);
      removeStoredPrinter(context.db, printerId);
      context.record('printer-removed', {
        visitId: null,
        printer: setup.name,
        withdrawn: withdrawn.length,
      });
      printersChanged(context);
      return { ...printersAnswer(context), withdrawn: withdrawn.length };
    },
  },

  'printers.printSheet': {
    transaction: (context, { printerId, sheet }) => {
      printTestSheet(context, printerId, sheet);
      return printersAnswer(context);
    },
  },

  'printers.ask': {
    effect: ({ printQueue }, { kind, address, at: deskId, asking }) =>
      printQueue.askings.run(asking, async (signal) => {
        const text = completeAddress(kind, address);
        const from = deskId === null ? {} : { at: deskId };
        if (kind === 'office') {
          const at = pageAddressOf(text);
          if (!at) throw new AppException(rejected('That is no address.', { address: 'not-right' }));
          const { loaded, ...facts } = await printQueue.askPages({ ...at, ...from }, signal);
          return { language: null, dotsPerMm: null, labelLengthMm: null, ...facts, loaded: [...loaded] };
        }
        const place = rawAddressOf(text);
        if (!place) throw new AppException(rejected('That is no address.', { address: 'not-right' }));
        const at = { ...place, ...from };
        const answer = await printQueue.askLanguage(at, signal);
        return { ...answer, ...(await printQueue.askCondition(at, answer, signal)), loaded: [] };
      }),
  },

  'printers.stopAsking': {
    effect: async ({ printQueue }, { asking }) => {
      printQueue.askings.stop(asking);
      return {};
    },
  },

  'printers.chooseStandIn': {
    transaction: (context, { document, printerId }) => {
      if (context.site.standInPrinters[document] !== undefined) {
        throw new AppException(conflict('state', 'The managed settings say which printer stands in.'));
      }
      const printer = printerId === null ? null : requirePrinter(context, printerId, document);
      const before = standInFor(context, document);
      chooseStandIn(context, document, printer?.id ?? null);
      if (before?.id !== printer?.id) {
        context.record('printer-stand-in-chosen', {
          visitId: null,
          document,
          printer: printer?.name ?? null,
        });
      }
      context.changed('print-jobs', 'session');
      return printersAnswer(context);
    },
  },

  'printers.find': {
    effect: async (context, { asking, at }) => {
      const find = at === null ? context.findPrinters : findAt(context, at);
      const { found, leftOut, searched } = await context.printQueue.askings.run(asking, find);
      return {
        found: found.map((printer) => {
          const kind = printer.prints === 'pages' ? ('office' as const) : ('label' as const);
          const place = { kind, address: printer.address, ...(at === null ? {} : { at }) };
          return { ...printer, setUpAs: printerAt(context, place)?.name ?? null };
        }),
        leftOut,
        searched: searched.map((place) => ({ ...place })),
      };
    },
  },

  'printers.choose': {
    transaction: (context, { document, printerId }) => {
      const printer = requirePrinter(context, printerId, document);
      const before = printerFor(context, document);
      choosePrinter(context, document, printerId);
      if (before?.id !== printerId) {
        context.record('printer-chosen', {
          visitId: null,
          document,
          printer: printer.name,
          before: before?.name ?? null,
        });
      }
      context.changed('print-jobs', 'training', 'session');
      return printersAnswer(context);
    },
  },
};
