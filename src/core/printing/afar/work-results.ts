// What came of work at a further desk, as the ports of printing say it: from what the desk said, or from what is known without it.
import type { DeskWork, workResults } from '../../../contract/desk-printing.ts';
import type { z } from 'zod';
import type {
  CancelAnswer,
  FoundPageJob,
  PageDelivery,
  PagePrinterFacts,
  PageReportAnswer,
  PrinterDelivery,
  PrinterSearch,
} from '../../ports/printers.ts';

type Kind = DeskWork['kind'];

/** By the kind of work. */
export interface Results {
  readonly raw: PrinterDelivery;
  readonly pages: PageDelivery;
  readonly 'find-job': FoundPageJob | 'absent' | 'unknown';
  readonly report: PageReportAnswer;
  readonly cancel: CancelAnswer;
  readonly ask: PagePrinterFacts;
  readonly 'find-printers': PrinterSearch;
}
export type WorkResult = Results[Kind];
type Said = { readonly [K in Kind]: z.infer<(typeof workResults)[K]> };

/** What is known of work of which the desk says nothing more. `stopped`: nobody wants it any more. */
export function lostResult(
  kind: Kind,
  known: {
    readonly begun: boolean;
    readonly detail: string;
    readonly reached?: true;
    readonly stopped?: true;
  },
): WorkResult {
  const { begun, detail, reached, stopped } = known;
  switch (kind) {
    case 'raw':
    case 'pages':
      if (begun) return { outcome: 'unsure', detail };
      return stopped
        ? { outcome: 'withheld' }
        : { outcome: 'not-started', detail, ...(reached ? { reached } : {}) };
    case 'find-job':
    case 'report':
      return 'unknown';
    case 'cancel':
      return { outcome: 'unknown', detail };
    case 'ask':
      return { problem: detail, model: null, says: false, trouble: null, loaded: [] };
    case 'find-printers':
      return { found: [], leftOut: 0, searched: [{ place: 'computer', problem: detail }] };
  }
}

interface Circumstances {
  readonly begun: boolean;
  readonly deskName: string;
  readonly later: () => Promise<'acknowledged' | 'silent'>;
}

/** How a delivery ended; the desk's words say where they come from. A word that cannot be true is refused. */
function deliveryOf(
  said: Said['raw'] | Said['pages'],
  { begun, deskName, later }: Circumstances,
): PrinterDelivery | PageDelivery | 'not-begun' {
  const at = (detail: string): string => `at ${deskName}: ${detail}`;
  switch (said.outcome) {
    case 'sent':
    case 'unacknowledged': {
      if (!begun) return 'not-begun';
      const reply = new Uint8Array(Buffer.from(said.reply, 'base64'));
      return said.outcome === 'sent'
        ? { outcome: 'sent', reply }
        : { outcome: 'unacknowledged', reply, later: later() };
    }
    case 'taken': {
      if (!begun) return 'not-begun';
      const { outcome, printerJob } = said;
      const look = 'look' in said ? said.look : undefined;
      return { outcome, printerJob, ...(look === undefined ? {} : { look: at(look) }) };
    }
    case 'unsure':
      return begun ? { ...said, detail: at(said.detail) } : 'not-begun';
    case 'refused':
      return { ...said, detail: at(said.detail) };
    case 'withheld':
      // It was given the bytes, or they were lost on the way to it.
      return begun
        ? { outcome: 'unsure', detail: at('the line broke as it was given what to print') }
        : { outcome: 'not-started', detail: at('the line broke before it was given what to print') };
    case 'not-started': {
      const { outcome, detail, reached } = said;
      if (begun) return { outcome: 'unsure', detail: at(detail) };
      return { outcome, detail: at(detail), ...(reached ? { reached } : {}) };
    }
  }
}

/** What a desk said, as it is believed; a text: why it is not. */
export function resultOf(
  kind: Kind,
  said: Said[Kind],
  circumstances: Circumstances,
): { readonly result: WorkResult } | 'not-begun' {
  const at = (words: string | null): string | null =>
    words === null ? null : `at ${circumstances.deskName}: ${words}`;
  switch (kind) {
    case 'raw':
    case 'pages': {
      const result = deliveryOf(said as Said['raw'] | Said['pages'], circumstances);
      return result === 'not-begun' ? result : { result };
    }
    case 'find-job':
    case 'report':
    case 'cancel':
      return { result: said as Said['find-job' | 'report' | 'cancel'] };
    case 'ask': {
      const facts = said as Said['ask'];
      return { result: { ...facts, problem: at(facts.problem) } };
    }
    case 'find-printers': {
      const { found, leftOut, searched } = said as Said['find-printers'];
      const places = searched.map(({ place, problem }) => ({ place, problem: at(problem) }));
      return { result: { found, leftOut, searched: places } };
    }
  }
}
