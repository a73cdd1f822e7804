// node-thermal-printer as an encoder: what of it tickets are made with. It is given no printer to connect to, and loaded with the
// first ticket.
import { createRequire } from 'node:module';
import type { ThermalPrinter } from 'node-thermal-printer';

/**
 * Puts commands of ESC/POS into its buffer. `append` adds a text as it is: control characters in it would be commands, and for a letter
 * that is not in the table of letters it would change the table for the rest of the ticket, so only texts that were checked may come there.
 * `add` adds bytes.
 */
export interface TicketEncoder extends Pick<
  ThermalPrinter,
  'add' | 'alignCenter' | 'append' | 'getBuffer' | 'invert' | 'newLine' | 'setCharacterSet' | 'setTextSize'
> {
  // Its own types leave this one out, and have other settings for bars than it takes.
  /** Forgets settings of earlier jobs. */
  initHardware(): void;
  /** Bars of set B, in dots. It counts characters and writes UTF-8, so the code must be ASCII. */
  code128(data: string, settings: { readonly width: number; readonly height: number }): void;
}

interface Library {
  readonly ThermalPrinter: new (settings: {
    readonly type: 'epson';
    /** The layout has divided the lines. */
    readonly breakLine: 'NONE';
  }) => TicketEncoder;
}

const load = createRequire(import.meta.url);

/** An encoder of one ticket. Without an `interface` the library opens nothing, and refuses to send. */
export function createTicketEncoder(): TicketEncoder {
  const { ThermalPrinter: Encoder } = load('node-thermal-printer') as Library;
  return new Encoder({ type: 'epson', breakLine: 'NONE' });
}
