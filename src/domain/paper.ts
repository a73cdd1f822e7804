// Labels on paper that must not be used any more.

/** Why: it names somebody else, another code, a registration that is gone, or a tube that holds no sample. */
export const PAPER_FAULTS = ['person-changed', 'code-changed', 'registration-gone', 'no-sample'] as const;
export type PaperFault = (typeof PAPER_FAULTS)[number];
