// The desk's printers as screens show them, and how the last delivery to each one went.
import type { Output } from '../../contract/index.ts';
import type { PrinterView } from '../../contract/printers.ts';
import { PRINTED_DOCUMENTS, type PrintedDocument } from '../../domain/printed-document.ts';
import { pageAddressText, rawAddressText, type RawAddress } from '../../domain/printer-address.ts';
import { PAPER_DOTS } from '../printing/printer-setup.ts';
import { jobCounts } from '../store/desk/print-job-counts.ts';
import { listPrinterTests } from '../store/desk/printer-tests.ts';
import { listStoredPrinters } from '../store/desk/printers.ts';
import type { Context } from './handler.ts';
import { printerFor, standInFor } from './printer-for.ts';
import { testOf } from './printer-tests.ts';
import { allPrinters, isAtQueue, pageProblem, type AnyPrinter } from './site-printers.ts';

/** What is printed on a printer now. */
export function documentsOn(context: Pick<Context, 'db' | 'site'>, printerId: string): PrintedDocument[] {
  return PRINTED_DOCUMENTS.filter((document) => printerFor(context, document)?.id === printerId);
}

const NOTHING = {
  language: null,
  dotsPerMm: null,
  labelWidthMm: null,
  labelHeightMm: null,
  symbol: null,
  paperWidthMm: null,
} as const;

function rawAddressWords(address: RawAddress, desk: PrinterView['desk']): string {
  if ('queue' in address) return `${desk?.name ?? 'this computer'}’s queue ${address.queue}`;
  return rawAddressText(address).replace(/^(tcp:\/\/|device:)/, '');
}

function deskOf(context: Context, printer: AnyPrinter): PrinterView['desk'] {
  const deskId = 'address' in printer ? printer.address.at : printer.at;
  if (deskId === undefined) return null;
  const { id, name, state, sinceMs } = context.deskPrinting.standing(deskId);
  return { id, name, state, sinceMs };
}

/** What is known of a printer, in the words of its settings. */
function setupOf(
  printer: AnyPrinter,
  desk: PrinterView['desk'],
): Pick<PrinterView, 'kind' | 'setup' | 'address'> {
  if (!('language' in printer)) {
    const { address } = printer;
    const words = {
      ipp: () => pageAddressText(address),
      queue: () =>
        `${desk?.name ?? 'this computer'}’s queue ${pageAddressText(address).replace('queue:', '')}`,
      folder: () => pageAddressText(address).replace('folder:', ''),
    };
    const setup = { ...NOTHING, address: pageAddressText(address) };
    return { kind: 'office', address: words[address.kind](), setup };
  }
  const setup = { ...NOTHING, address: rawAddressText(printer), language: printer.language };
  const shown = { address: rawAddressWords(printer, desk) };
  if (printer.language === 'escpos') {
    const paperWidthMm = printer.paperDots === PAPER_DOTS[58] ? 58 : 80;
    return { ...shown, kind: 'ticket', setup: { ...setup, paperWidthMm } };
  }
  const { dotsPerMm, labelWidthMm, labelHeightMm, symbol = 'bars' } = printer;
  return { ...shown, kind: 'label', setup: { ...setup, dotsPerMm, labelWidthMm, labelHeightMm, symbol } };
}

export function printerViews(context: Context): PrinterView[] {
  const states = context.printQueue.printerStates();
  const stored = new Map(listStoredPrinters(context.db).map(({ id, version }) => [id, version]));
  const tests = listPrinterTests(context.db);
  const counts = jobCounts(context.db);
  const all = allPrinters(context);
  const training = new Set(context.training?.printers().map(({ id }) => id));
  const office = context.training?.office().address;
  const setBy = (printer: AnyPrinter, address: string): PrinterView['setBy'] => {
    if (stored.has(printer.id)) return 'desk';
    return training.has(printer.id) || address === office ? 'training' : 'managed';
  };
  const prints = new Map(
    PRINTED_DOCUMENTS.map((document) => [document, printerFor(context, document, all)?.id] as const),
  );
  const standIns = new Map(
    PRINTED_DOCUMENTS.map((document) => [document, standInFor(context, document, all)?.id] as const),
  );
  return all.map((printer) => {
    const desk = deskOf(context, printer);
    const { state = 'unknown', detail = null, ofItself = false } = states.get(printer.id) ?? {};
    const setup = setupOf(printer, desk);
    return {
      id: printer.id,
      name: printer.name,
      ...setup,
      desk,
      byQueue: isAtQueue(printer),
      setBy: setBy(printer, setup.address),
      version: stored.get(printer.id) ?? null,
      ...testOf(context, printer, tests),
      ...(counts.get(printer.id) ?? { waiting: 0, waitingAgain: 0, inDoubt: 0 }),
      pageProblem: pageProblem(printer),
      prints: PRINTED_DOCUMENTS.filter((document) => prints.get(document) === printer.id),
      standsInFor: PRINTED_DOCUMENTS.filter((document) => standIns.get(document) === printer.id),
      state,
      detail,
      ofItself,
    };
  });
}

/** All printers, as commands that change them answer. */
export function printersAnswer(context: Context): Output<'printers.list'> {
  const managed = context.site.standInPrinters;
  return {
    printers: printerViews(context),
    standInsManaged: PRINTED_DOCUMENTS.filter((document) => managed[document] !== undefined),
    queues: context.printQueue.queueSystem,
    desks: context.desks
      .list()
      .filter(({ shutOutAtMs }) => shutOutAtMs === null)
      .map(({ id, name }) => ({ id, name })),
  };
}
