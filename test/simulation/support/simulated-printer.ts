// The label printer of a simulated day: prints, or fails as printers do, and keeps what was printed.
import type { PrinterTransport } from '../../../src/core/ports/printers.ts';
import type { DeskProcess, SeededRandom, VirtualTime } from './virtual-time.ts';
import { atOnce } from '../../support/at-once.ts';

/** A printed label, as a person or a scanner reads it. */
export interface Paper {
  readonly atMs: number;
  readonly text: string;
  /** The text of the bar code. */
  readonly code: string;
}

const TEXT_FIELD = /\^FD([^^]*)\^FS/g;
const BARS = /\^BC[^^]*\^FH\^FD([^^]*)\^FS/;

export class SimulatedPrinter {
  readonly papers: Paper[] = [];
  /** Share of deliveries that fail, from 0 to 1. */
  mishaps = 0;
  /** Called when bytes are sent, before anything is printed. */
  onPaper: (paper: Paper) => void = () => {};
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;

  constructor(time: VirtualTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  transportOf(desk: DeskProcess): PrinterTransport {
    return {
      deliver: (_address, job) =>
        new Promise((resolve) => {
          // Asked how it is, it says nothing, as many do. No chance decides that, so a seed means the same day as without the question.
          if (job.question) return resolve({ outcome: 'withheld' });
          const random = this.#random;
          const later = (run: () => void): void =>
            void this.#time.at(random.between(20, 1_500), () => {
              if (desk.alive) run();
            });
          const mishap = random.chance(this.mishaps);
          if (mishap && random.chance(0.5)) {
            return later(() => resolve({ outcome: 'not-started', detail: 'ECONNREFUSED' }));
          }
          // The connection takes some time. Only then the queue is asked for the bytes, as with a real printer.
          later(() => {
            const bytes = atOnce(job.begin());
            if (!bytes) return resolve({ outcome: 'withheld' });
            const paper = this.#read(bytes);
            this.onPaper(paper);
            if (!mishap || random.chance(0.5)) this.papers.push(paper);
            later(() => {
              const reply = new Uint8Array();
              if (mishap) resolve({ outcome: 'unsure', detail: 'ECONNRESET' });
              else if (random.chance(0.8)) resolve({ outcome: 'sent', reply });
              else resolve({ outcome: 'unacknowledged', reply, later: this.#lateAnswer(desk) });
            });
          });
        }),
    };
  }

  #lateAnswer(desk: DeskProcess): Promise<'acknowledged' | 'silent'> {
    return new Promise((resolve) => {
      this.#time.at(this.#random.between(1_000, 20_000), () => {
        if (desk.alive) resolve(this.#random.chance(0.7) ? 'acknowledged' : 'silent');
      });
    });
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
