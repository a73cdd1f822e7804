// What scanners send and people type is cleaned and recognised; nothing hostile gets through or stops the desk.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseScan } from '../../../../src/core/scanning/scan-text.ts';

const plain = { prefix: '', trailer: '' };
const first = (text: string, prefix = ''): string | undefined =>
  recogniseScan(text, { prefix, trailer: '' }).candidates[0];

describe('a TRF code', () => {
  it.each([
    ['as it is', 'DRW-7K2M9Q'],
    ['in small letters', 'drw-7k2m9q'],
    ['with Enter', 'DRW-7K2M9Q\r\n'],
    ['with Tab', 'DRW-7K2M9Q\t'],
    ['between control characters', '\u0002DRW-7K2M9Q\u0003'],
    ['after a Code 128 identifier', ']C0DRW-7K2M9Q\r'],
    ['after a Data Matrix identifier', ']d1DRW-7K2M9Q\r'],
    ['after the identifier of a Data Matrix with GS1 elements', ']d2DRW-7K2M9Q\r'],
    ['after a GS1 identifier', ']C1DRW-7K2M9Q'],
    ['after a QR identifier', ']Q3DRW-7K2M9Q'],
    ['with FNC1 in front', '\u001dDRW-7K2M9Q'],
    ['with an en dash', 'DRW–7K2M9Q'],
    ['with a minus sign', 'DRW−7K2M9Q'],
    ['in full-width letters', 'ＤＲＷ－７Ｋ２Ｍ９Ｑ'],
    ['with a zero-width joiner inside', 'DRW-\u200d7K2M9Q'],
    ['with blanks around the dash', ' DRW - 7K2M9Q '],
    ['with a blank for the dash', 'drw 7k2m9q'],
    ['between the stars of Code 39', '*DRW-7K2M9Q*'],
    ['at the end of an address', 'https://lab.example/forms/DRW-7K2M9Q?print=1'],
    ['as a GS1 serial number behind an article number', ']C10105012345678900\u001d21DRW-7K2M9Q'],
  ])('is found %s', (_how, text) => {
    expect(recogniseScan(text, plain).candidates).toContain('DRW-7K2M9Q');
  });

  it('is marked as one and comes first', () => {
    expect(recogniseScan('drw-7k2m9q', plain)).toEqual({
      text: 'drw-7k2m9q',
      asTyped: 'drw-7k2m9q',
      looksLike: 'trf-code',
      candidates: ['DRW-7K2M9Q'],
    });
  });

  it('is found behind the prefix that the site set, before and after an AIM identifier', () => {
    expect(first('~#DRW-7K2M9Q', '~#')).toBe('DRW-7K2M9Q');
    expect(first('~#]C0DRW-7K2M9Q', '~#')).toBe('DRW-7K2M9Q');
    expect(first(']C0~#DRW-7K2M9Q', '~#')).toBe('DRW-7K2M9Q');
    expect(first('\u0002DRW-7K2M9Q', '\u0002')).toBe('DRW-7K2M9Q');
  });

  it('is whole where it begins as what the scanner puts before it', () => {
    expect(first('DDRW-7K2M9Q', 'D')).toBe('DRW-7K2M9Q');
    expect(first(']C0DDRW-7K2M9Q', 'D')).toBe('DRW-7K2M9Q');
    expect(first('D]C0DRW-7K2M9Q', 'D')).toBe('DRW-7K2M9Q');
  });

  it('is found where it was typed, or read by another scanner, without what this one adds', () => {
    const scanner = { prefix: 'D', trailer: 'Q' };
    expect(recogniseScan('DRW-7K2M9Q', scanner).candidates).toContain('DRW-7K2M9Q');
    expect(recogniseScan('Davies', scanner)).toMatchObject({ text: 'avies', asTyped: 'Davies' });
    // The camera puts the identifier before it.
    expect(recogniseScan(']d2DRW-7K2M9Q', scanner).candidates).toContain('DRW-7K2M9Q');
    // Nobody types a sign before a code.
    expect(recogniseScan('~SAMP0001', { prefix: '~', trailer: '' }).candidates).toEqual(['SAMP0001']);
  });
});

describe('other codes', () => {
  it('reads a UUID in any usual spelling', () => {
    const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    for (const text of [
      uuid,
      uuid.toUpperCase(),
      `{${uuid}}`,
      `urn:uuid:${uuid}`,
      uuid.replaceAll('-', ''),
    ]) {
      expect(recogniseScan(text, plain)).toMatchObject({ looksLike: 'uuid' });
      expect(first(text)).toBe(uuid);
    }
  });

  it('keeps the case of a reference that may be anything', () => {
    expect(first('test:high+fast:Ref-9')).toBe('test:high+fast:Ref-9');
  });

  it('reads digits as a label code', () => {
    expect(recogniseScan('20260312004711\r', plain)).toMatchObject({
      looksLike: 'label-code',
      candidates: ['20260312004711'],
    });
  });

  it('keeps a name for the search as it was typed', () => {
    expect(recogniseScan('  Zoë   O’Néill\n', plain).text).toBe('Zoë O’Néill');
    expect(recogniseScan('Zoë O’Néill', plain).looksLike).toBe('unknown');
  });
});

describe('a wristband and other GS1 codes', () => {
  const SEPARATOR = '\u001d';
  const carrier = fc.constantFrom(']C1', ']d2', ']Q3', ']e0', SEPARATOR);
  const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
  const all = (text: string) => recogniseScan(text, plain).candidates;
  /** Ten digits of which the last one proves the others. */
  const nhsNumber = digits(9)
    .map((nine) => ({
      nine,
      check: (11 - ([...nine].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0) % 11)) % 11,
    }))
    .filter(({ check }) => check !== 10)
    .map(({ nine, check }) => `${nine}${check}`);

  it('gives the service relation number and the NHS number in it, in whatever bar code it stands', () => {
    fc.assert(
      fc.property(
        carrier,
        fc.constantFrom('8017', '8018'),
        nhsNumber,
        digits(1),
        (before, ai, number, last) => {
          const relation = `5050898${number}${last}`;
          expect(all(`${before}${ai}${relation}`).slice(0, 2)).toEqual([relation, number]);
        },
      ),
    );
  });

  it('gives a serial number behind an article number, with dates, and before or after another open element', () => {
    const serial = fc.stringMatching(/^[A-Z]{3}-[A-Z0-9]{6}$/);
    fc.assert(
      fc.property(
        carrier,
        serial,
        fc.tuple(digits(14), digits(6), digits(18)),
        (before, code, [article, date, relation]) => {
          for (const elements of [
            `01${article}17${date}21${code}`,
            `01${article}21${code}${SEPARATOR}17${date}`,
            `21${code}${SEPARATOR}8018${relation}`,
            `8018${relation}${SEPARATOR}21${code}`,
            `00${relation}21${code}`,
          ])
            expect(all(before + elements)).toContain(code);
        },
      ),
    );
  });

  it('is first what it is written as without its mark: the same digits may be a code of a label', () => {
    fc.assert(
      fc.property(digits(18), (relation) => {
        expect(all(`8018${relation}`)[0]).toBe(`8018${relation}`);
        expect(all(`8003${relation}`)).toEqual([`8003${relation}`]);
      }),
    );
  });

  it('gives the NHS number also without a mark, where both check digits are right', () => {
    const checkDigitOf = (seventeen: string): number =>
      (10 -
        ([...seventeen].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10)) %
      10;
    fc.assert(
      fc.property(digits(7), nhsNumber, fc.integer({ min: 1, max: 9 }), (prefix, number, wrongBy) => {
        const right = checkDigitOf(prefix + number);
        const band = `8018${prefix}${number}${right}`;
        expect(all(band)).toEqual([band, band.slice(4), number]);
        expect(all(`${band}${SEPARATOR}10WARD-7`)).toContain(number);
        const garbled = `8018${prefix}${number}${(right + wrongBy) % 10}`;
        expect(all(garbled)).toEqual([garbled]);
      }),
    );
  });

  it('reads each kind of code of ours the same, whatever case, marks and ends it comes in', () => {
    const code = fc.oneof(
      fc.stringMatching(/^[A-Z]{3}-[A-Z0-9]{6}$/),
      fc.stringMatching(/^[A-Z0-9]{3}[0-9][A-Z0-9]{4}$/),
      fc.stringMatching(/^LOCAL-[0-9]{6}$/),
      fc.stringMatching(/^[0-9]{8}$/),
      fc.uuid(),
    );
    const before = fc.constantFrom('', ']C0', ']d1', ']Q1', ']A0', '\u0002', ' ', '\ufeff');
    const after = fc.constantFrom('', '\r', '\r\n', '\t', '\u0003', '\u0004', ' \n', '\u0000');
    fc.assert(
      fc.property(code, before, after, fc.boolean(), (text, start, end, isSmall) => {
        const found = all(`${start}${isSmall ? text.toLowerCase() : text}${end}`);
        expect(found.map((one) => one.toUpperCase())).toContain(text.toUpperCase());
      }),
    );
  });
});

describe('hostile input', () => {
  it('finds nothing in an empty text', () => {
    for (const text of ['', ' \t\r\n', '\u0000\u001d\u0003', ']C0\r', '\u200b']) {
      expect(recogniseScan(text, plain)).toEqual({
        text: '',
        asTyped: '',
        looksLike: 'unknown',
        candidates: [],
      });
    }
  });

  it('offers no code for two kilobytes of rubbish, and cuts what is shown', () => {
    const { text, candidates } = recogniseScan('DRW-'.repeat(500), plain);
    expect(text).toHaveLength(200);
    expect(candidates).toEqual([]);
  });

  it('leaves a command for a database as harmless text', () => {
    const { candidates } = recogniseScan("'; DROP TABLE visit; --", plain);
    expect(candidates).toEqual(["';DROPTABLEvisit;--"]);
  });

  it('cuts between whole characters', () => {
    expect(recogniseScan('🩸'.repeat(300), plain).text).toBe('🩸'.repeat(200));
  });

  it('answers any text with clean, bounded, distinct candidates', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 2000 }),
        fc.string({ unit: 'binary', maxLength: 4 }),
        (raw, prefix) => {
          const { text, candidates } = recogniseScan(raw, { prefix, trailer: '' });
          expect(Array.from(text).length).toBeLessThanOrEqual(200);
          expect(text).not.toMatch(/\p{Cc}|\p{Cs}/u);
          expect(candidates.length).toBeLessThanOrEqual(8);
          expect(new Set(candidates.map((code) => code.toUpperCase())).size).toBe(candidates.length);
          for (const code of candidates) expect(code).toMatch(/^[^\p{Cc}\p{Cs}\s]{1,128}$/u);
        },
      ),
    );
  });

  it('finds every TRF code however it is framed', () => {
    const code = fc.stringMatching(/^[A-Z]{3}-[A-Z0-9]{4,12}$/);
    const before = fc.constantFrom('', ']C0', ']d1', '\u0002', '~#', '~#]C0', ' ');
    const after = fc.constantFrom('', '\r', '\n', '\r\n', '\t', '\u0003', ' ');
    fc.assert(
      fc.property(code, before, after, (trfCode, prefix, suffix) => {
        expect(first(`${prefix}${trfCode.toLowerCase()}${suffix}`, '~#')).toBe(trfCode);
      }),
    );
  });
});
