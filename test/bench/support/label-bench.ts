// What making a label takes in each language, and a ticket, and how many labels go over TCP in a second, each beside what it is compared with
// in the same run.
import { connect, createServer, type AddressInfo } from 'node:net';
import bwip from 'bwip-js/node';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { createRawSocketTransport } from '../../../src/adapters/raw-socket.ts';
import { encodeTicket, escposFont } from '../../../src/core/printing/languages/escpos/escpos.ts';
import { LABEL_LANGUAGES } from '../../../src/core/printing/languages/registry.ts';
import { LABEL_LANGUAGE_IDS, type LabelLanguageId } from '../../../src/domain/label-language.ts';
import { layOutLabel } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK } from '../../../src/core/printing/layout/label-stock.ts';
import { layOutTicket } from '../../../src/core/printing/layout/ticket-layout.ts';
import { PAPER_DOTS } from '../../../src/core/printing/printer-setup.ts';
import { sampleContent } from '../../support/sample-label.ts';
import type { DrawText } from '../../../src/core/ports/pictures.ts';
import type { BenchTable } from '../measure.ts';

const ROUNDS = 60;
const WARM_UPS = 5;
const JOBS = 100;
const LIMITS = { connectTimeoutMs: 5_000, acknowledgeTimeoutMs: 5_000, lingerMs: 1_000 };
/** Making a label runs in the engine's thread, which must not wait longer than this. */
const LONGEST_WAIT_MS = 20;

/** One for each language: what one of them has drawn would be there already for the next. */
const PENS = Object.fromEntries(LABEL_LANGUAGE_IDS.map((id) => [id, createDrawText()])) as Readonly<
  Record<LabelLanguageId, DrawText>
>;

/** Another person on each label, so that nothing but what is on every label was drawn before. */
function labelBytes(id: LabelLanguageId, round: number): Uint8Array {
  const language = LABEL_LANGUAGES[id];
  const draw = PENS[id];
  const content = sampleContent({
    lastName: `Featherstone${round}`,
    firstName: `Wilhelmina${round}`,
    code: `DRW-${String(100_000 + round)}`,
    product: `KIDNEY-${round} LIVER-${round} LIPIDS-${round}`,
  });
  return language.encode(layOutLabel(content, DEFAULT_LABEL_STOCK, { language, draw }));
}

const ticketPen = createDrawText();

/** A ticket on a roll of 80 mm. Every second name is drawn, because the printer's font lacks its letters. */
function ticketBytes(round: number): Uint8Array {
  const name = round % 2 === 0 ? `Wilhelmina F. ${round}` : `Олена Ш. ${round}`;
  const content = {
    number: round,
    name,
    code: `V0${String(100_000_000 + round)}`,
    locationName: 'Bloomsbury Walk-in Clinic',
    printedAt: { date: '2026-03-03', time: '09:00' },
    reprint: false,
    training: false,
  };
  return encodeTicket(
    layOutTicket(content, { widthDots: PAPER_DOTS[80], font: escposFont, draw: ticketPen }),
  );
}

async function timed(act: () => unknown): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function encoding(): Promise<BenchTable> {
  const values = new Map<string, number[]>();
  const add = (name: string, ms: number): void => void values.set(name, [...(values.get(name) ?? []), ms]);
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (const id of LABEL_LANGUAGE_IDS) {
      const ms = await timed(() => labelBytes(id, round + WARM_UPS + 1_000));
      if (round >= 0) add(id, ms);
    }
    const ticketMs = await timed(() => ticketBytes(round + WARM_UPS + 1_000));
    if (round >= 0) add('escpos: a visit ticket', ticketMs);
    const ms = await timed(() =>
      bwip.toBuffer({ bcid: 'code128', text: `DRW-${String(round + 200_000)}`, scale: 2 }),
    );
    if (round >= 0) add('bwip-js: the bar code alone, as PNG', ms);
  }
  return {
    title: 'A label, or a ticket, laid out and encoded, another person each time',
    rows: Array.from(values, ([name, taken]) => ({
      name,
      values: taken,
      limit: name.startsWith('bwip') ? null : LONGEST_WAIT_MS,
    })),
    notes: [],
  };
}

async function overTcp(): Promise<BenchTable> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const transport = createRawSocketTransport();
  const bare = (bytes: Uint8Array): Promise<void> =>
    new Promise((closed) => {
      const socket = connect({ host: '127.0.0.1', port }, () => socket.end(bytes));
      socket.resume().once('close', () => closed());
    });
  const rows: BenchTable['rows'][number][] = [];
  for (const id of LABEL_LANGUAGE_IDS) {
    const bytes = labelBytes(id, 1);
    const delivered: number[] = [];
    const written: number[] = [];
    for (let job = 0; job < JOBS; job += 1) {
      delivered.push(
        await timed(() => transport.deliver({ host: '127.0.0.1', port }, { begin: () => bytes }, LIMITS)),
      );
      written.push(await timed(() => bare(bytes)));
    }
    rows.push({ name: `${id}: ${perSecond(delivered)} a second`, values: delivered, limit: null });
    rows.push({
      name: `${id} on a bare socket: ${perSecond(written)} a second`,
      values: written,
      limit: null,
    });
  }
  server.close();
  return {
    title: 'Labels one after the other over TCP, to a printer that acknowledges each',
    rows,
    notes: [
      'After the last byte the desk waits for one round trip, at least 15 ms, before it closes its side.',
    ],
  };
}

const perSecond = (milliseconds: readonly number[]): string =>
  ((1_000 * milliseconds.length) / milliseconds.reduce((sum, one) => sum + one, 0)).toFixed(0);

/** The tables of labels of `npm run bench -- print`. */
export async function labelTables(): Promise<readonly BenchTable[]> {
  return [await encoding(), await overTcp()];
}
