// Which language a printer speaks is found out by asking, without anything being printed.
import { describe, expect, it } from 'vitest';
import { askLanguage } from '../../../../../src/core/printing/queue/ask-language.ts';
import type { PrinterDelivery, PrinterTransport } from '../../../../../src/core/ports/printers.ts';
import { atOnce } from '../../../../support/at-once.ts';

const ADDRESS = { host: 'front', port: 9100 };
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

interface Printer {
  readonly transport: PrinterTransport;
  readonly asked: string[];
  /** What was sent as a job. */
  readonly printed: Uint8Array[];
}

/** A printer that gives these answers, whole or in pieces, by what it is asked. */
function printerThatSays(
  answers: Readonly<Record<string, readonly string[]>>,
  end: PrinterDelivery | null = null,
): Printer {
  const asked: string[] = [];
  const printed: Uint8Array[] = [];
  return {
    asked,
    printed,
    transport: {
      deliver: async (_address, job) => {
        if (end) return end;
        const question = text(job.question?.bytes ?? new Uint8Array());
        asked.push(question);
        let reply = '';
        for (const piece of answers[question] ?? []) {
          reply += piece;
          if (job.question && atOnce(job.question.read(Buffer.from(reply, 'latin1'))).complete) break;
        }
        const bytes = atOnce(job.begin());
        if (bytes) printed.push(bytes);
        return { outcome: 'withheld' };
      },
    },
  };
}

const STATUS = '\x10\x04\x01';
const ZEBRA = '~HI\x1b@';
const TSC = '~!T\x1b@';
const NOTHING = { language: null, model: null, dotsPerMm: null, problem: null };

describe('a printer that answers', () => {
  it.each<[string, readonly string[], object]>([
    [STATUS, ['\x16'], { language: 'escpos' }],
    [
      ZEBRA,
      ['\x02ZTC GX420d-200dpi,V56.17.17Z,8,2104KB\x03\r\n'],
      { language: 'zpl', model: 'ZTC GX420d-200dpi', dotsPerMm: 8 },
    ],
    [
      ZEBRA,
      ['\x02ZT410-300dpi,V75', '.20.01Z,12,65536KB,X', '\x03'],
      { language: 'zpl', model: 'ZT410-300dpi', dotsPerMm: 12 },
    ],
    [ZEBRA, ['\x02ZT410-600dpi,V75.20.01Z,24,65536KB\x03\r\n'], { language: 'zpl', model: 'ZT410-600dpi' }],
    [TSC, ['TE200\r\n'], { language: 'tspl', model: 'TE200', dotsPerMm: null }],
  ])('%j with %j is known', async (question, pieces, said) => {
    const printer = printerThatSays({ [question]: pieces });
    expect(await askLanguage(printer.transport, ADDRESS)).toEqual({ ...NOTHING, ...said });
    // Once it is known, nothing more is asked.
    expect(printer.asked.at(-1)).toBe(question);
    expect(printer.printed).toEqual([]);
  });

  it.each<[string, string]>([
    [STATUS, '\x00'],
    [STATUS, '\x14\x00\x00\x0f'],
    [ZEBRA, 'ZTC GX420d,V56,8,2104KB'],
    [ZEBRA, '\x02ZTC,V1,8\x03'],
    [ZEBRA, '\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n\x02000'],
    [TSC, 'HTTP/1.1 400 Bad Request\r\n\r\n<html>'],
    [TSC, '\x1b[31m'],
    [TSC, '220'],
    [TSC, 'SSH-2.0-OpenSSH_9.2\r\n'],
    [TSC, 'HTTP'],
  ])('%j with %j is not taken for one', async (question, reply) => {
    const printer = printerThatSays({ [question]: [reply] });
    expect(await askLanguage(printer.transport, ADDRESS)).toEqual(NOTHING);
    expect(printer.printed).toEqual([]);
  });
});

it('a printer that says nothing is asked three questions, of which none ends a line or begins a label', async () => {
  const printer = printerThatSays({});
  expect(await askLanguage(printer.transport, ADDRESS)).toEqual(NOTHING);
  expect(printer.asked).toEqual([STATUS, ZEBRA, TSC]);
  for (const question of printer.asked) expect(question).not.toMatch(/[\r\n\f]|\^XA/);
});

it('a printer that cannot be reached is not asked again and again', async () => {
  const end = { outcome: 'not-started', detail: 'the printer refuses the connection' } as const;
  const printer = printerThatSays({}, end);
  expect(await askLanguage(printer.transport, ADDRESS)).toEqual({ ...NOTHING, problem: end.detail });
});
