// Checks a printer that somebody entered, and says what is wrong at which field.
import { printerSetup, type PrinterSetup } from '../../domain/printer-setup.ts';
import type { EnteredPrinter } from '../../contract/printers.ts';
import { AppException, rejected } from '../../domain/app-error.ts';
import {
  completeAddress,
  pageAddressOf,
  rawAddressOf,
  rawAddressWithin,
  type RawAddress,
} from '../../domain/printer-address.ts';
import { queueProblem } from '../../domain/queue-system.ts';
import { printerOf, sizeProblem } from '../printing/printer-setup.ts';
import type { Context } from './handler.ts';
import { allPrinters, type AnyPrinter } from './site-printers.ts';

/** The fields that a kind of printer has. What was entered for another kind is left out. */
function fieldsOf({ kind, at, ...entered }: EnteredPrinter): unknown {
  const address = completeAddress(kind, entered.address);
  const common = { kind, name: entered.name, address, ...(at === null ? {} : { at }) };
  switch (kind) {
    case 'label': {
      const { language, dotsPerMm, labelWidthMm, labelHeightMm, symbol } = entered;
      const size = { dotsPerMm, labelWidthMm, labelHeightMm };
      return { ...common, language, ...size, ...(symbol === 'bars' ? {} : { symbol }) };
    }
    case 'ticket':
      return { ...common, language: 'escpos', paperWidthMm: entered.paperWidthMm };
    case 'office':
      return common;
  }
}

/** Where a printer is, in one spelling. One address means another printer at each desk. */
function placeOf(printer: AnyPrinter): string {
  if (!('address' in printer)) return placeOfRaw(rawAddressWithin(printer));
  const { at = '', ...address } = printer.address;
  return `${at} ${JSON.stringify(address).toLowerCase()}`;
}

/** However a line is set, there is one printer at its end. A queue is one place, whatever is printed on it. */
function placeOfRaw({ at = '', ...address }: RawAddress): string {
  if ('queue' in address)
    return `${at} ${JSON.stringify({ kind: 'queue', name: address.queue }).toLowerCase()}`;
  if ('device' in address)
    return `${at} ${address.serial === undefined ? address.device : `usb ${address.serial}`}`;
  return `${at} ${address.host.toLowerCase()}:${address.port}`;
}

type Place = Pick<PrinterSetup, 'kind' | 'address' | 'at'>;

function placeOfSetup({ kind, address, at }: Place): string {
  if (kind === 'office') return `${at ?? ''} ${JSON.stringify(pageAddressOf(address)).toLowerCase()}`;
  const raw = rawAddressOf(address);
  return raw === null ? '' : placeOfRaw({ ...raw, at });
}

/** The desk's printer at an address; undefined when there is none. */
export function printerAt(context: Pick<Context, 'db' | 'site'>, place: Place): AnyPrinter | undefined {
  return allPrinters(context).find((printer) => placeOf(printer) === placeOfSetup(place));
}

/** What is wrong with a field, by the first rule that it breaks. */
function codeOf(field: string, entered: EnteredPrinter): string {
  const value = entered[field as keyof EnteredPrinter];
  if (value === null || (typeof value === 'string' && value.trim() === '')) return 'missing';
  return typeof value === 'number' ? 'out-of-range' : 'not-right';
}

/**
 * The setup of what was entered. `id` is that of the printer that is changed; null for a new one.
 *
 * @throws AppException `rejected`, naming the fields; `other` is the name of the printer that has the name or address already
 */
export function checkedSetup(context: Context, id: string | null, entered: EnteredPrinter): PrinterSetup {
  const parsed = printerSetup.safeParse(fieldsOf(entered));
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path }) => String(path[0] ?? 'kind'));
    throw new AppException(
      rejected(
        'The printer cannot be set up like this.',
        Object.fromEntries(wrong.map((field) => [field, codeOf(field, entered)])),
      ),
    );
  }
  const setup = parsed.data;
  if (setup.at !== undefined && context.deskPrinting.standing(setup.at).state === 'shut-out') {
    throw new AppException(rejected('There is no such desk, or it was shut out.', { at: 'shut-out' }));
  }
  const made = printerOf('', setup);
  const atQueue =
    made.kind === 'office'
      ? null
      : queueProblem(made.printer.language, rawAddressWithin(made.printer), context.printQueue.queueSystem);
  if (atQueue) throw new AppException(rejected(atQueue.why, { [atQueue.field]: atQueue.code }));
  const others = allPrinters(context).filter((printer) => printer.id !== id);
  const sameName = others.find(({ name }) => name.toLowerCase() === setup.name.toLowerCase());
  if (sameName) {
    throw new AppException(
      rejected('Another printer has this name.', { name: 'in-use', other: sameName.name }),
    );
  }
  const samePlace = others.find((printer) => placeOf(printer) === placeOfSetup(setup));
  if (samePlace) {
    throw new AppException(
      rejected('Another printer is at this address.', { address: 'in-use', other: samePlace.name }),
    );
  }
  const problem = made.kind === 'label' ? sizeProblem(made.printer) : null;
  if (problem) throw new AppException(rejected(problem.why, { [problem.field]: 'too-small' }));
  return setup;
}
