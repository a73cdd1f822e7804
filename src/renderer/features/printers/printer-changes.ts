// What another window did with a printer while a question about it, or its form, was open: in whole sentences. Pure.
import type { PrinterView } from '../../../contract/printers.ts';

export const PRINTER_GONE = 'The printer was removed at another window.';

/** Whether it is set up as it was. */
export const isSamePrinter = (one: PrinterView, other: PrinterView): boolean => one.version === other.version;

/** @example waitingWords(2) // '2 jobs wait for this printer.' */
function waitingWords(waiting: number): string {
  if (waiting === 0) return 'Nothing waits for this printer.';
  return `${waiting === 1 ? 'One job waits' : `${waiting} jobs wait`} for this printer.`;
}

/** What becomes of its jobs when it is removed, in whole sentences. */
export function removalWords({
  waiting,
  waitingAgain,
  inDoubt,
}: Pick<PrinterView, 'waiting' | 'waitingAgain' | 'inDoubt'>): string {
  const [they, them, are] = waiting === 1 ? ['it', 'it', 'is'] : ['they', 'them', 'are'];
  const off = `${they} ${are} taken off the queue, and can be printed on another printer from where ${they} came.`;
  const again =
    waiting === 1
      ? 'It may have come out at an earlier try'
      : `${waitingAgain === 1 ? 'One' : waitingAgain} of them may have come out at an earlier try`;
  const left =
    inDoubt === 1
      ? 'Of one job nobody knows whether it came out'
      : `Of ${inDoubt} jobs nobody knows whether they came out`;
  return [
    waitingWords(waiting),
    ...(waiting === 0
      ? []
      : waitingAgain === 0
        ? [`Nothing of ${them} was sent: ${off}`]
        : [`${off.charAt(0).toUpperCase()}${off.slice(1)} ${again}: look at the printer first.`]),
    ...(inDoubt === 0
      ? []
      : [
          `${left}: look at the printer first. Once it is removed, nothing of that is sent again, and the print queue does not name the printer any more.`,
        ]),
    'What it printed stays in the print queue’s list.',
  ].join(' ');
}

const LANGUAGES: Readonly<Record<string, string>> = { pictures: 'pictures', escpos: 'ESC/POS' };

/** How it is set up, in one sentence: `It is set up as Front desk at 192.0.2.10, ZPL, 203 dpi, labels of 50.8 × 25.4 mm.` */
export function setupWords({ name, address, desk, setup }: PrinterView): string {
  const { language, dotsPerMm, labelWidthMm, labelHeightMm, symbol, paperWidthMm } = setup;
  const parts = [
    `${name} at ${address}${desk ? `, standing at ${desk.name}` : ''}`,
    language === null ? null : (LANGUAGES[language] ?? language.toUpperCase()),
    dotsPerMm === null ? null : dotsPerMm === 8 ? '203 dpi' : '300 dpi',
    labelWidthMm === null ? null : `labels of ${labelWidthMm} × ${labelHeightMm} mm`,
    symbol === 'data-matrix' ? 'codes as Data Matrix' : null,
    paperWidthMm === null ? null : `a roll of ${paperWidthMm} mm`,
  ];
  return `It is set up as ${parts.filter((part) => part !== null).join(', ')} now.`;
}

/** What differs from what a person has seen of it. */
export function printerChanges(seen: PrinterView, now: PrinterView): string[] {
  return [
    ...(isSamePrinter(seen, now) ? [] : [setupWords(now)]),
    ...(seen.waiting === now.waiting ? [] : [waitingWords(now.waiting)]),
  ];
}
