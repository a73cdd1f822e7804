// What a label printer answers to ~HS, in words; and the asking of it at set-up.
import { describe, expect, it } from 'vitest';
import { readZplStatus } from '../../../../../src/core/printing/languages/zpl/status.ts';
import { askCondition } from '../../../../../src/core/printing/queue/ask-condition.ts';
import type { PrinterTransport } from '../../../../../src/core/ports/printers.ts';
import { atOnce } from '../../../../support/at-once.ts';

/** The answer of a printer that is well, with fields of its first and second line changed. */
function answer(
  first: Readonly<Record<number, string>> = {},
  second: Readonly<Record<number, string>> = {},
): string {
  const one = ['030', '0', '0', '0203', '000', '0', '0', '0', '000', '0', '0', '0'];
  const two = ['000', '0', '0', '0', '0', '2', '4', '0', '00000000', '1', '000'];
  for (const [at, value] of Object.entries(first)) one[Number(at)] = value;
  for (const [at, value] of Object.entries(second)) two[Number(at)] = value;
  return `\x02${one.join(',')}\x03\r\n\x02${two.join(',')}\x03\r\n\x021234,0\x03\r\n`;
}

describe('the answer to ~HS', () => {
  it('of a printer that is well has the length of its labels', () => {
    expect(readZplStatus(answer())).toEqual({ trouble: null, labelLengthDots: 203 });
    expect(readZplStatus(answer({ 3: '0000' }))).toEqual({ trouble: null, labelLengthDots: null });
  });

  it.each<[string, string]>([
    [answer({ 1: '1' }), 'it has no labels: put in a roll'],
    [answer({ 2: '1' }), 'it is paused: press its pause button'],
    [answer({}, { 2: '1' }), 'its print head is open: close it'],
    [answer({}, { 3: '1' }), 'its ribbon is used up: put in a new one'],
    [answer({ 11: '1' }), 'its print head is too hot: it goes on when it has cooled down'],
    // What can be mended first is said first.
    [answer({ 1: '1', 2: '1' }, { 2: '1' }), 'its print head is open: close it'],
  ])('says what to do: %j', (reply, trouble) => {
    expect(readZplStatus(reply)?.trouble).toBe(trouble);
  });

  it('is taken whole or not at all', () => {
    const whole = answer();
    for (let length = 0; length < whole.length - 2; length += 1) {
      expect(readZplStatus(whole.slice(0, length))).toBeNull();
    }
    for (const other of [
      'HTTP/1.1 400',
      whole.replace('030,', '30,'),
      `x${whole}`,
      whole.replaceAll('\x02', ''),
    ]) {
      expect(readZplStatus(other)).toBeNull();
    }
  });
});

describe('a printer that is asked how it is', () => {
  const saying = (reply: string, asked: string[] = []): PrinterTransport => ({
    deliver: async (_address, job) => {
      asked.push(Buffer.from(job.question?.bytes ?? []).toString('latin1'));
      if (job.question) atOnce(job.question.read(Buffer.from(reply, 'latin1')));
      expect(atOnce(job.begin())).toBeNull();
      return { outcome: 'withheld' };
    },
  });
  const address = { host: 'front', port: 9_100 };

  it('tells the length of its labels in millimetres, by its own dots', async () => {
    const asked: string[] = [];
    expect(await askCondition(saying(answer(), asked), address, { language: 'zpl', dotsPerMm: 8 })).toEqual({
      says: true,
      trouble: null,
      labelLengthMm: 25.4,
    });
    expect(asked).toEqual(['~HS']);
    // 203 dots of the other head. Its own dots are counted with the same measure as the labels that it is sent.
    const fine = await askCondition(saying(answer()), address, { language: 'zpl', dotsPerMm: 12 });
    expect(fine.labelLengthMm).toBe(17.2);
    const unknownDots = await askCondition(saying(answer()), address, { language: 'zpl', dotsPerMm: null });
    expect(unknownDots.labelLengthMm).toBeNull();
  });

  it('tells what is wrong with its paper, as a receipt printer', async () => {
    const said = await askCondition(saying('\x12\x12\x12\x72'), address, {
      language: 'escpos',
      dotsPerMm: null,
    });
    expect(said).toEqual({
      says: true,
      trouble: 'it is out of paper: put in a new roll',
      labelLengthMm: null,
    });
  });

  it('is not said to be well when it is silent, and is not asked in a language without a question', async () => {
    const silent = { says: false, trouble: null, labelLengthMm: null };
    expect(await askCondition(saying(''), address, { language: 'zpl', dotsPerMm: 8 })).toEqual(silent);
    const asked: string[] = [];
    for (const language of ['epl2', 'tspl', null] as const) {
      expect(await askCondition(saying('x', asked), address, { language, dotsPerMm: 8 })).toEqual(silent);
    }
    expect(asked).toEqual([]);
  });
});
