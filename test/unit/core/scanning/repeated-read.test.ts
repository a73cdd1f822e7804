// A text that is one code several times in a row is told from every other.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOnce } from '../../../../src/core/scanning/repeated-read.ts';

const plain = { prefix: '', trailer: '' };

describe('what was read several times in a row', () => {
  const code = fc.oneof(
    fc.stringMatching(/^[A-Z]{3}-[A-Z0-9]{6}$/),
    fc.stringMatching(/^[A-Z]{4}[0-9]{5}$/),
    fc.stringMatching(/^Q[A-P]{5,8}$/),
    fc.stringMatching(/^V0[0-9A-HJKMNP-TV-Z]{8}[0-9]$/),
    fc.uuid(),
  );

  it('is read once, however often it came and whatever the scanner puts around it', () => {
    const frame = fc.constantFrom(['', ''], [']C0', ''], ['\u0002', '\u0003'], ['~', '#'], ['', '\t']);
    const scanner = { prefix: '~', trailer: '#' };
    fc.assert(
      fc.property(code, frame, fc.integer({ min: 2, max: 6 }), (text, [before, after], times) => {
        const sent = `${before}${text}${after}`;
        expect(readOnce(sent.repeat(times), scanner)).toBe(sent);
        expect(readOnce(`${text.repeat(times)}\r\n`, scanner)).toBe(text);
      }),
    );
  });

  it('is none where anything is missing or left over', () => {
    fc.assert(
      fc.property(
        code,
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (text, times, cut) => {
          const whole = text.repeat(times);
          expect(readOnce(text, plain)).toBeNull();
          expect(readOnce(whole.slice(0, -cut), plain)).toBeNull();
          expect(readOnce(`${whole}${text.slice(0, cut)}`, plain)).toBeNull();
        },
      ),
    );
  });

  it.each(['', '\r', 'AAAAAAAA', '11111111', '12341234', 'DRW-'.repeat(100), '🩸🩸', '\ud83e'])(
    'is none where it is too short for a code: %j',
    (text) => expect(readOnce(text, plain)).toBeNull(),
  );

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(3), (text, times) => {
        const once = readOnce(text.repeat(times), plain);
        if (once !== null) expect(text.repeat(times)).toContain(once + once);
      }),
    );
  });
});
