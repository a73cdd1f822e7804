// How high a row of the list is: with less room beside each other, its texts stand on more lines.

/** In px of a text size of 100 %. As in the style sheet, which gives the rows these heights in windows of these widths. */
export const ROW_HEIGHTS = {
  wide: { heightPx: 62, upToPx: null },
  narrow: { heightPx: 88, upToPx: 1180 },
  stacked: { heightPx: 140, upToPx: 780 },
} as const;
