// How high a row of the list is: with less room beside each other, its texts stand on more lines.

/** In px of a text size of 100 %. As in the style sheet, which gives the rows these heights in windows of these widths. */
export const ROW_HEIGHTS = {
  wide: { heightPx: 72, upToPx: null },
  narrow: { heightPx: 88, upToPx: 1180 },
  stacked: { heightPx: 140, upToPx: 780 },
} as const;

/** A name is never cut while smaller letters or another line can help: its size by how many characters it has. */
export function nameSize(name: string): 'usual' | 'long' | 'very-long' | 'longest' {
  if (name.length > 80) return 'longest';
  if (name.length > 60) return 'very-long';
  return name.length > 36 ? 'long' : 'usual';
}

/**
 * Texts of at most so many characters are whole in any window, on the lines that they have. Only longer ones are made ready to be
 * cut: the browser draws each text that it may have to cut by itself, in each frame of scrolling.
 */
const SURELY_WHOLE = { name: 20, onLines: 36, onOneLine: 14 } as const;

/** Whether a text has to be made ready to be cut. @example mayNeedCut('name', 'OLIVER, James') // false */
export const mayNeedCut = (kind: keyof typeof SURELY_WHOLE, text: string): boolean =>
  text.length > SURELY_WHOLE[kind];
