// A printer as it stands in the form: texts as they were typed, what of them is wrong, and what is sent.
import type { EnteredPrinter, PrinterView } from '../../../contract/printers.ts';
import type { FieldProblem } from '../../ui/field-problem.ts';

export interface PrinterEntry {
  /** Which printer is being changed, `new` for one that is not added yet; `''` while the form is closed. */
  readonly asking: string;
  /** The version that stood there when the form was opened. */
  readonly version: number;
  readonly kind: PrinterView['kind'];
  readonly name: string;
  readonly address: string;
  /** The id of the further desk at which it stands; `''`: the site desk reaches it. */
  readonly at: string;
  readonly language: string;
  readonly dotsPerMm: string;
  readonly widthMm: string;
  readonly heightMm: string;
  readonly symbol: string;
  readonly paperWidthMm: string;
}

export const NO_PRINTER: PrinterEntry = {
  asking: '',
  version: 0,
  kind: 'label',
  name: '',
  address: '',
  at: '',
  language: 'zpl',
  dotsPerMm: '8',
  widthMm: '50.8',
  heightMm: '25.4',
  symbol: 'bars',
  paperWidthMm: '80',
};

export function entryOfPrinter({ id, version, kind, name, desk, setup }: PrinterView): PrinterEntry {
  const text = (value: number | null, usual: string): string => (value === null ? usual : String(value));
  return {
    asking: id,
    version: version ?? 0,
    kind,
    name,
    address: setup.address,
    at: desk?.id ?? '',
    language: setup.language ?? NO_PRINTER.language,
    dotsPerMm: text(setup.dotsPerMm, NO_PRINTER.dotsPerMm),
    widthMm: text(setup.labelWidthMm, NO_PRINTER.widthMm),
    heightMm: text(setup.labelHeightMm, NO_PRINTER.heightMm),
    symbol: setup.symbol ?? NO_PRINTER.symbol,
    paperWidthMm: text(setup.paperWidthMm, NO_PRINTER.paperWidthMm),
  };
}

/** Whether the printer is set up already as the form says. */
export function standsAsTyped(printer: PrinterView, entry: PrinterEntry): boolean {
  const stands = entryOfPrinter(printer);
  return JSON.stringify(enteredPrinter(stands)) === JSON.stringify(enteredPrinter(entry));
}

/**
 * What is typed on in the form for a new printer while that is added is a change of it. Under another name and at another address, or of
 * another kind, it is another printer, which is still to be added.
 */
export const typedOnSince =
  (sent: PrinterEntry, added: { readonly id: string; readonly version: number }) =>
  (typedSince: PrinterEntry): PrinterEntry => {
    const { kind, name, address, at } = enteredPrinter(typedSince);
    const before = enteredPrinter(sent);
    const isThere = address.trim() === before.address.trim() && at === before.at;
    const isSame = kind === before.kind && (isThere || name.trim() === before.name.trim());
    return isSame ? { ...typedSince, asking: added.id, version: added.version } : typedSince;
  };

/** A number as people write it; null when it is none. */
export function millimetres(text: string): number | null {
  const tidy = text
    .trim()
    .replace(/\s*mm$/i, '')
    .replace(',', '.');
  return /^\d{1,4}(\.\d{1,3})?$/.test(tidy) ? Number(tidy) : null;
}

/** The further desk that reaches it; null: the site desk. A form that was kept by an earlier version says nothing of it. */
export const deskOfEntry = ({ at }: Partial<Pick<PrinterEntry, 'at'>>): string | null => at || null;

/** What the form says of the language once a printer that was found is in it; `now`: what it says. */
export function languageOfFound(prints: 'pages' | 'raw' | 'pictures', now: string): string {
  if (prints === 'pictures') return prints;
  return now === 'pictures' ? NO_PRINTER.language : now;
}

export function enteredPrinter(entry: PrinterEntry): EnteredPrinter {
  const { kind, name, address, language } = entry;
  return {
    kind,
    name,
    address,
    language: kind === 'label' ? language : null,
    dotsPerMm: kind === 'label' ? Number(entry.dotsPerMm) : null,
    labelWidthMm: kind === 'label' ? millimetres(entry.widthMm) : null,
    labelHeightMm: kind === 'label' ? millimetres(entry.heightMm) : null,
    // A form that was kept by an earlier version has none.
    symbol: entry.symbol === 'data-matrix' ? entry.symbol : NO_PRINTER.symbol,
    paperWidthMm: kind === 'ticket' ? Number(entry.paperWidthMm) : null,
    at: deskOfEntry(entry),
  };
}

const ADDRESS_WORDS: Readonly<Record<PrinterView['kind'], string>> = {
  label:
    'Enter the printer’s address as its own screen or page shows it, such as 192.0.2.10, or where its cable is, such as /dev/usb/lp0',
  ticket:
    'Enter the printer’s address as its own screen or page shows it, such as 192.0.2.10, or where its cable is, such as /dev/usb/lp0',
  office: 'Enter an address such as ipp://192.0.2.20/ipp/print, or queue: and the name of a queue',
};

const FIELD_IDS: Readonly<Record<string, string>> = {
  name: 'printer-name',
  address: 'printer-address',
  at: 'printer-desk',
  language: 'printer-language',
  labelWidthMm: 'printer-width',
  labelHeightMm: 'printer-height',
};

/** What the engine refused, at the fields of the form; null where it is about something else. */
export function refusedEntry(
  fields: Readonly<Record<string, string>>,
  entry: PrinterEntry,
): FieldProblem[] | null {
  const { other = 'Another printer', ...codes } = fields;
  const words: Readonly<Record<string, string>> = {
    'name: missing': 'Enter a name by which people know the printer',
    'name: not-right': 'Enter a name of at most 80 letters that can all be seen',
    'name: too-long': 'Enter a name of at most 80 letters that can all be seen',
    'name: in-use': `${other} has this name already. Choose another one`,
    'address: missing': ADDRESS_WORDS[entry.kind],
    'address: not-right': ADDRESS_WORDS[entry.kind],
    'address: too-long': ADDRESS_WORDS[entry.kind],
    'address: in-use': `${other} is at this address already. Change that one instead`,
    'address: no-queue':
      'As pictures labels go to a queue of Windows: enter queue: and its name, such as queue:ZDesigner ZD421, or choose the printer’s own language',
    'address: at-another-desk':
      'As pictures labels go to the queues of the site desk’s computer only. Enter the printer’s network address, and choose its own language',
    'address: takes-pictures':
      'A queue of Windows takes no tickets. Enter the printer’s network address, such as 192.0.2.11',
    'language: takes-pictures':
      'A queue of Windows takes labels as pictures: choose that, or enter the printer’s network address',
    'language: takes-its-language':
      'The queues of this computer are not those of Windows. Choose the printer’s own language',
    'at: shut-out': 'This desk was shut out. Choose where the printer stands now',
    'language: missing': 'Choose the language of the printer',
    'language: not-right': 'Choose the language of the printer',
    'labelWidthMm: missing': 'Enter the width of a label in millimetres, such as 50.8',
    'labelWidthMm: out-of-range': 'The width of a label is between 20 and 120 mm',
    'labelWidthMm: too-small':
      entry.symbol === 'data-matrix'
        ? 'No sample label fits on this width: the date of birth and the code need more room'
        : 'No sample label fits on this width: the bars of a code need more room. A Data Matrix needs less',
    'labelHeightMm: missing': 'Enter the height of a label in millimetres, such as 25.4',
    'labelHeightMm: out-of-range': 'The height of a label is between 10 and 200 mm',
    'labelHeightMm: too-small': 'No sample label fits on this height: name and code need more room',
  };
  const problems = Object.entries(codes).map(([path, code]) => {
    // What is longer than anything of its kind is refused before the setup is looked at, with the way to it.
    const field = path.replace(/^setup\./, '');
    return { fieldId: FIELD_IDS[field], words: words[`${field}: ${code}`] };
  });
  const isKnown = (problem: (typeof problems)[number]): problem is FieldProblem =>
    problem.fieldId !== undefined && problem.words !== undefined;
  return problems.length > 0 && problems.every(isKnown) ? problems : null;
}
