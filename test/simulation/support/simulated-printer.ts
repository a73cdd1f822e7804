// The label printer of a simulated day: takes papers, or fails in the ways that printers do, and keeps what came out.
import type { PrinterTransport } from '../../../src/core/ports.ts';
import type { DeskProcess, SeededRandom, VirtualTime } from './virtual-time.ts';

/** A label that came out, or may have, as somebody who picks it up reads it. */
export interface Paper {
  readonly atMs: number;
  readonly text: string;
  /** What the bars carry. */
  readonly code: string;
}

const TEXT_FIELD = /\^FD([^^]*)\^FS/g;
const BARS = /\^BC[^^]*\^FH\^FD([^^]*)\^FS/;

export class SimulatedPrinter {
  readonly papers: Paper[] = [];
  /** Share of deliveries that meet with a mishap. */
  mishaps = 0;
  /** Called when bytes are about to leave, before anything is on paper. */
  onPaper: (paper: Paper) => void = () => {};
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;

  constructor(time: VirtualTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  transportOf(desk: DeskProcess): PrinterTransport {
    return {
      deliver: (_address, bytes) =>
        new Promise((resolve) => {
          const random = this.#random;
          const answer = (delivery: Awaited<ReturnType<PrinterTransport['deliver']>>): void =>
            void this.#time.at(random.between(20, 1_500), () => {
              if (desk.alive) resolve(delivery);
            });
          const mishap = random.chance(this.mishaps);
          if (mishap && random.chance(0.5)) return answer({ outcome: 'not-started', detail: 'ECONNREFUSED' });
          const paper = this.#read(bytes);
          this.onPaper(paper);
          const comesOut = !mishap || random.chance(0.5);
          if (comesOut) this.papers.push(paper);
          if (mishap) return answer({ outcome: 'unsure', detail: 'ECONNRESET' });
          return answer({ outcome: random.chance(0.8) ? 'sent' : 'unacknowledged', reply: new Uint8Array() });
        }),
    };
  }

  #read(bytes: Uint8Array): Paper {
    const zpl = new TextDecoder().decode(bytes);
    const plain = (field: string): string =>
      field.replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return {
      atMs: this.#time.nowMs,
      text: Array.from(zpl.matchAll(TEXT_FIELD), (match) => plain(match[1] as string)).join('\n'),
      code: plain(BARS.exec(zpl)?.[1] ?? ''),
    };
  }
}
