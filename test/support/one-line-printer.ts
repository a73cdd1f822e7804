// A label printer of ZPL as they are: it takes one connection at a time, takes labels into its memory whatever is wrong with it, closes as if it
// had printed them, and says at ~HS how it is, where it says anything.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { PrinterAddress } from '../../src/core/ports/printers.ts';
import { zplAnswer, type ZplState } from './zpl-answers.ts';

const QUESTION = Buffer.from('~HS');

/** How it answers: as it is; the half of that; not at all; with something else; by closing the connection; by taking none for a question. */
export type AnswersBy = 'answer' | 'half' | 'silence' | 'garbage' | 'closing' | 'not listening';

export interface OneLinePrinter {
  readonly address: PrinterAddress;
  state: ZplState;
  answersBy: AnswersBy;
  answersAfterMs: number;
  /** The codes of the labels that came out, in order. */
  readonly cameOut: readonly string[];
  /** Those that wait in its memory. */
  readonly inMemory: readonly string[];
  readonly questions: () => number;
  /** What became of its questions and labels, in order: `asked`, `answered`, and the code of each label that it has whole. */
  readonly happened: readonly string[];
  /** Prints what it has, if nothing is wrong with it any more. */
  goOn(): void;
  close(): Promise<void>;
}

const codeOf = (job: Buffer): string => /DRW-[0-9A-Z]+/.exec(job.toString('latin1'))?.[0] ?? '';

/** Starts it on a free port, well and with labels. */
export async function startOneLinePrinter(): Promise<OneLinePrinter> {
  const cameOut: string[] = [];
  const inMemory: string[] = [];
  const happened: string[] = [];
  let open: Socket | null = null;
  const isWell = (): boolean => zplAnswer(printer.state) === zplAnswer();

  const say = (socket: Socket): void => {
    happened.push('asked');
    const answer = zplAnswer(printer.state);
    const words: Partial<Record<AnswersBy, string>> = {
      answer,
      half: answer.slice(0, answer.length / 2),
      garbage: '\x02\x00?SN ERROR\x03\r\n',
    };
    const said = words[printer.answersBy];
    setTimeout(() => {
      if (socket.destroyed) return;
      happened.push('answered');
      if (said !== undefined) socket.write(said, 'latin1');
      if (printer.answersBy === 'closing') socket.end();
    }, printer.answersAfterMs);
  };

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    if (open) return void socket.resetAndDestroy();
    open = socket;
    socket.on('close', () => {
      open = null;
    });
    let got = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (!got.equals(QUESTION)) return;
      got = Buffer.alloc(0);
      if (printer.answersBy === 'not listening') socket.resetAndDestroy();
      else say(socket);
    });
    socket.on('end', () => {
      if (got.length > 0) {
        inMemory.push(codeOf(got));
        happened.push(codeOf(got));
      }
      printer.goOn();
      socket.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const printer: OneLinePrinter = {
    address: { host: '127.0.0.1', port },
    state: {},
    answersBy: 'answer',
    answersAfterMs: 0,
    cameOut,
    inMemory,
    questions: () => happened.filter((what) => what === 'asked').length,
    happened,
    goOn() {
      if (isWell()) cameOut.push(...inMemory.splice(0));
    },
    async close() {
      open?.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return printer;
}
