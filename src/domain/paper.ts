// Labels on paper that must not be used any more.

/** Why: it names somebody else, another code, a registration that is gone, or a tube that holds no sample. */
export const PAPER_FAULTS = ['person-changed', 'code-changed', 'registration-gone', 'no-sample'] as const;
export type PaperFault = (typeof PAPER_FAULTS)[number];

/** Why a scanned label is refused: it is another visit's, nobody's here, an old one, or its code leads to two people. */
export const LABEL_REFUSALS = ['another-visit', 'unknown', 'out-of-date', 'shared-code'] as const;
export type LabelRefusal = (typeof LABEL_REFUSALS)[number];

/** How a label was shown to be on its tube. Typing its code proves less, so it takes a reason. */
export const PROOF_WAYS = ['scanned', 'typed'] as const;
export type ProofWay = (typeof PROOF_WAYS)[number];
