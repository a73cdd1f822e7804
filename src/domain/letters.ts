// Letters as a person counts them: one with its accents is one.

// Made for the first text only. The first use of Intl takes a window 20 to 50 ms and the desk 10, which a start has not to spare.
let segmenter: Intl.Segmenter | null = null;

/**
 * The letters and signs of a text.
 *
 * @example lettersOf('Zoe\u0308') // ['Z', 'o', 'e\u0308']
 */
export function lettersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en-GB', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
