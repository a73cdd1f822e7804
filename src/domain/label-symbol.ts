// How the code stands on a sample label, by the names that the settings give it.

/** `bars`: Code 128, which every scanner reads. `data-matrix`: a small square, for labels on which the bars find no room. */
export const LABEL_SYMBOLS = ['bars', 'data-matrix'] as const;
export type LabelSymbol = (typeof LABEL_SYMBOLS)[number];
