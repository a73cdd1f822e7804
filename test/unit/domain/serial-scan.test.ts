// What a serial scanner sends: codes in any chunks, broken off, garbled, without an end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_PIECE, type ScannerPiece } from '../../../src/domain/scanner-piece.ts';
import { createSerialReader, type SerialReader } from '../../../src/domain/serial-scan.ts';

const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
const scan = (text: string): ScannerPiece => ({ kind: 'scan', text });

const code = fc.oneof(
  fc.stringMatching(/^[A-Z]{3}-[A-Z0-9]{6}$/),
  fc.stringMatching(/^[0-9]{8,20}$/),
  fc.stringMatching(/^\](C1|d2|Q3)[0-9]{16}\u001d21[A-Z0-9]{4,10}$/),
  fc.uuid(),
);
const end = fc.constantFrom('\r', '\n', '\r\n', '\t', '\u0003');

describe('with an end mark', () => {
  it('finds each code once, in whatever chunks the bytes come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(code, end), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }),
        (sent, sizes) => {
          const reader = createSerialReader('mark');
          const bytes = bytesOf(sent.map(([text, ending]) => text + ending).join(''));
          const pieces: ScannerPiece[] = [];
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            pieces.push(...reader.take(bytes.slice(at, at + size)));
            at += size;
          }
          expect(pieces).toEqual(sent.map(([text]) => scan(text)));
          expect(reader.fallSilent()).toEqual([]);
        },
      ),
    );
  });

  it('keeps the AIM identifier and the group separators, which tell what the code means', () => {
    const reader = createSerialReader('mark');
    const text = ']C1800512345678901234567\u001d21AB-1';
    expect(reader.take(bytesOf(`${text}\r`))).toEqual([scan(text)]);
  });

  it('says that a code broke off where its mark does not come, where another begins, and where the cable is pulled', () => {
    const breakings: ((reader: SerialReader) => ScannerPiece[])[] = [
      (reader) => reader.fallSilent(),
      (reader) => reader.take([2]),
      (reader) => reader.breakOff(),
    ];
    for (const breaking of breakings) {
      const reader = createSerialReader('mark');
      expect(reader.take(bytesOf('DRW-7K'))).toEqual([]);
      const pieces = breaking(reader);
      expect(pieces).toEqual([{ kind: 'unclear', text: 'DRW-7K' }]);
      // Once it was silent, or the mark has come, what follows is a code of its own, and not the rest of the broken one.
      reader.fallSilent();
      reader.take(bytesOf('\r'));
      expect(reader.take(bytesOf('DRW-7K2M9Q\r'))).toEqual([scan('DRW-7K2M9Q')]);
    }
  });

  it('never takes for a code what comes of one after bytes were lost, up to its mark', () => {
    for (const first of ['DRW-7K', '']) {
      const reader = createSerialReader('mark');
      reader.take(bytesOf(first));
      reader.breakOff();
      expect(reader.take(bytesOf('2M9Q\rDRW-7K2M9Q\r'))).toEqual([
        { kind: 'unclear', text: '2M9Q' },
        scan('DRW-7K2M9Q'),
      ]);
    }
  });

  it('never takes for a code the rest of one that hung until it was given up, however late it comes', () => {
    const reader = createSerialReader('mark');
    reader.take(bytesOf('DRW-7K'));
    expect(reader.fallSilent()).toEqual([{ kind: 'unclear', text: 'DRW-7K' }]);
    reader.take(bytesOf('2M'));
    expect(reader.fallSilent()).toEqual([{ kind: 'unclear', text: '2M' }]);
    expect(reader.take(bytesOf('9Q\rDRW-7K2M9Q\r'))).toEqual([
      { kind: 'unclear', text: '9Q' },
      scan('DRW-7K2M9Q'),
    ]);
  });

  it('takes at once the code after one of which only the mark was late', () => {
    const reader = createSerialReader('mark');
    reader.take(bytesOf('DRW-7K2M9Q'));
    reader.fallSilent();
    expect(reader.take(bytesOf('\r\nDRW-7K2M9Q\r'))).toEqual([scan('DRW-7K2M9Q')]);
    // The beginning that some scanners send tells a whole code as well.
    reader.take(bytesOf('DRW-7K'));
    reader.fallSilent();
    expect(reader.take([2, ...bytesOf('DRW-7K2M9Q\r')])).toEqual([scan('DRW-7K2M9Q')]);
  });
});

describe('with a pause', () => {
  it('takes a code once nothing follows, and half of one never with the next', () => {
    const reader = createSerialReader('pause');
    expect(reader.take(bytesOf('DRW-7K'))).toEqual([]);
    expect(reader.take(bytesOf('2M9Q'))).toEqual([]);
    expect(reader.fallSilent()).toEqual([scan('DRW-7K2M9Q')]);
    expect(reader.fallSilent()).toEqual([]);
  });

  it('takes nothing for a code that came after bytes were lost and before the next pause', () => {
    const reader = createSerialReader('pause');
    reader.take(bytesOf('DRW-7K'));
    reader.breakOff();
    reader.take(bytesOf('2M9Q'));
    expect(reader.fallSilent()).toEqual([{ kind: 'unclear', text: '2M9Q' }]);
    reader.take(bytesOf('DRW-7K2M9Q'));
    expect(reader.fallSilent()).toEqual([scan('DRW-7K2M9Q')]);
  });
});

describe('what is no code', () => {
  it('is said to be noise at another speed, and never becomes a scan', () => {
    // As a scanner at 115,200 baud reads at 9,600: frames that are no characters.
    const noise = fc.array(fc.constantFrom(0xfe, 0x86, 0xe6, 0x98, 0xf8, 0x80, 0xff, 0x9e), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(noise, (bytes) => {
        const reader = createSerialReader('mark');
        const pieces = [...reader.take(bytes), ...reader.fallSilent()];
        expect(pieces.map(({ kind }) => kind)).not.toContain('scan');
        expect(pieces.length).toBe(1);
      }),
    );
  });

  it('gives no piece for empty lines and zeros', () => {
    const reader = createSerialReader('mark');
    expect(reader.take([0, 0, 13, 10, 13, 10, 0, 9])).toEqual([]);
    expect(reader.fallSilent()).toEqual([]);
  });

  it('is said to be too long once, and the next code is taken', () => {
    const reader = createSerialReader('mark');
    expect(reader.take(bytesOf('7'.repeat(LONGEST_PIECE + 1)))).toEqual([]);
    expect(reader.take(bytesOf('7'.repeat(LONGEST_PIECE)))).toEqual([]);
    expect(reader.take(bytesOf('\rDRW-7K2M9Q\r'))).toEqual([{ kind: 'too-long' }, scan('DRW-7K2M9Q')]);
  });

  it('never stops the reader, whatever bytes come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }),
        fc.constantFrom('mark' as const, 'pause' as const),
        (chunks, ending) => {
          const reader = createSerialReader(ending);
          const pieces = chunks.flatMap((chunk) => [...reader.take(chunk), ...reader.fallSilent()]);
          for (const piece of pieces) {
            if ('text' in piece)
              expect(piece.text).not.toMatch(/[\u0000-\u0003\u0005-\u001b\u007f-\u009f\ufffd]/);
          }
          expect(reader.take(bytesOf('\rDRW-7K2M9Q\r')).at(-1)).toEqual(scan('DRW-7K2M9Q'));
        },
      ),
    );
  });
});
