// Why whole pages cannot be printed on a printer of labels or tickets.

/** `ticket`: a roll of tickets; `too-small`: its labels; `too-coarse`: it has fewer than 300 dots an inch. */
export const PAGE_LABEL_PROBLEMS = ['ticket', 'too-small', 'too-coarse'] as const;
export type PageLabelProblem = (typeof PAGE_LABEL_PROBLEMS)[number];
