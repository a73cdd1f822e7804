// What is printed, made out as the bytes of the printer that prints it; and kept with its job as what it says, so that another
// printer can print it.
import { AppException, rejected } from '../../../domain/app-error.ts';
import type { LabelSubject } from '../../../domain/label-subject.ts';
import type { DrawText } from '../../ports/pictures.ts';
import { PRINT_JOB_BYTES_KEPT_MS } from '../../store/desk/print-jobs.ts';
import { encodeTicket, escposFont } from '../languages/escpos/escpos.ts';
import { LABEL_LANGUAGES } from '../languages/registry.ts';
import { layOutLabel, type LabelContent, type LabelLayout } from '../layout/label-layout.ts';
import { refuseLabel } from '../layout/label-stock.ts';
import { createTypesetter, oneLine } from '../layout/label-text.ts';
import { layOutTicket, type TicketContent } from '../layout/ticket-layout.ts';
import type { LocalFormContent } from '../pages/local-form.ts';
import type { DeskPrinter, LabelPrinter, TicketPrinter } from './desk-printers.ts';
import { settingsFor } from './made-for-settings.ts';
import type { PrinterLineParts } from './printer-line.ts';
import { stockOf } from './printer-stock.ts';
import { encodeRollForm } from './roll-forms.ts';

/** What a job says, as it is kept with it. */
type JobContent =
  | { readonly kind: 'label'; readonly content: LabelContent }
  | { readonly kind: 'ticket'; readonly content: TicketContent }
  | { readonly kind: 'local-form'; readonly content: LocalFormContent };

/** The parts of a job that depend on its printer. */
export interface MadeOut {
  readonly bytes: Uint8Array;
  /** The same with its reprint mark; empty where it has none. */
  readonly reprintBytes: Uint8Array;
  /** The settings of the printer, see `settingsFor`. */
  readonly madeOutFor: string;
  /** What {@link MakingOut.again} takes. */
  readonly content: string;
}

interface LabelToMake {
  readonly content: LabelContent;
  /** Null: of nobody. */
  readonly madeFor: LabelSubject | null;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Each throws `rejected`, naming the field, when it cannot be printed rightly. */
export interface MakingOut {
  label(printer: LabelPrinter, label: LabelToMake): MadeOut;
  /** The letters of what stands on a label beside person and code that a sign stands for there, each once. Throws nothing. */
  lettersReplaced(printer: LabelPrinter, content: LabelContent): string[];
  /** `nameLeftOut`: what of the name cannot be printed, where the ticket has none for that; null otherwise. */
  ticket(printer: TicketPrinter, content: TicketContent): MadeOut & { readonly nameLeftOut: string | null };
  rollForm(printer: TicketPrinter, content: LocalFormContent): MadeOut;
  /** A job, made out for another printer or for other settings. Throws `rejected` as well when that one prints no such papers. */
  again(printer: DeskPrinter, kept: Omit<LabelToMake, 'content'> & { readonly content: string }): MadeOut;
}

/** A cut name is compared with the names on labels as old as this: their tubes are still being handled. */
const LOOK_ALIKE_WITHIN_MS = PRINT_JOB_BYTES_KEPT_MS;

const kept = (content: JobContent): string => JSON.stringify(content);

/** For a printer that does not print such papers. */
export function cannotPrint(): never {
  throw new AppException(rejected('That printer cannot print it.', { printerId: 'cannot-print' }));
}

export function createMakingOut({
  jobs,
  draw,
}: Pick<PrinterLineParts, 'jobs'> & { readonly draw: DrawText | null }): MakingOut {
  const layOut = (printer: LabelPrinter, content: LabelContent): LabelLayout => {
    const language = LABEL_LANGUAGES[printer.language];
    return layOutLabel(content, stockOf(printer), { language, draw, symbol: printer.symbol });
  };

  /** Refuses a cut name that looks like the cut name of another person of these days with the same date of birth. */
  const refuseLookAlike = (printer: LabelPrinter, label: LabelToMake, layout: LabelLayout): void => {
    if (!layout.name.isCut || !label.madeFor) return;
    const { dateOfBirth, patientId } = label.madeFor;
    const sinceMs = label.nowMs - LOOK_ALIKE_WITHIN_MS;
    for (const other of jobs.othersBornOn({ dateOfBirth, patientId, sinceMs })) {
      const { lines } = layOut(printer, {
        ...label.content,
        firstName: other.firstName,
        lastName: other.lastName,
      }).name;
      if (lines.join('\n') === layout.name.lines.join('\n')) {
        refuseLabel(
          'lastName',
          'is too long for the label, and cut it looks like the name of another person born the same day; use wider labels',
        );
      }
    }
  };

  const making: MakingOut = {
    label(printer, label) {
      const { encode } = LABEL_LANGUAGES[printer.language];
      const layout = layOut(printer, label.content);
      refuseLookAlike(printer, label, layout);
      const bytes = encode(layout);
      const reprintBytes = label.content.reprint
        ? bytes
        : encode(layOut(printer, { ...label.content, reprint: true }));
      const content = kept({ kind: 'label', content: label.content });
      return { bytes, reprintBytes, madeOutFor: settingsFor(printer), content };
    },
    lettersReplaced(printer, { product, siteName, gender }) {
      const typesetter = createTypesetter(LABEL_LANGUAGES[printer.language], draw);
      const texts = [product, siteName ?? '', gender ?? ''];
      return [...new Set(texts.flatMap((text) => typesetter.lacking(oneLine(text))))];
    },
    ticket(printer, content) {
      const tools = { widthDots: printer.paperDots, font: escposFont, draw };
      const layout = layOutTicket(content, tools);
      return {
        bytes: encodeTicket(layout),
        reprintBytes: encodeTicket(layOutTicket({ ...content, reprint: true }, tools)),
        madeOutFor: settingsFor(printer),
        content: kept({ kind: 'ticket', content }),
        nameLeftOut: layout.nameLeftOut,
      };
    },
    rollForm: (printer, content) => ({
      bytes: encodeRollForm(content, printer, draw),
      reprintBytes: new Uint8Array(),
      madeOutFor: settingsFor(printer),
      content: keptForm(content),
    }),
    again(printer, { content, ...label }) {
      const said = JSON.parse(content) as JobContent;
      if (said.kind === 'label') {
        return printer.language === 'escpos'
          ? cannotPrint()
          : making.label(printer, { ...label, content: said.content });
      }
      if (printer.language !== 'escpos') return cannotPrint();
      return said.kind === 'ticket'
        ? making.ticket(printer, said.content)
        : making.rollForm(printer, said.content);
    },
  };
  return making;
}

/** What a local form says, as it is kept with a job of its pages. */
export const keptForm = (content: LocalFormContent): string => kept({ kind: 'local-form', content });
