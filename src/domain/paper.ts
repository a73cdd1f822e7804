// What can be wrong with a label on paper, and how a label is proven.

/**
 * Why a paper must be destroyed: it names another person, carries another code, its registration does not exist any
 * more, or no sample was taken for it.
 */
export const PAPER_FAULTS = ['person-changed', 'code-changed', 'registration-gone', 'no-sample'] as const;
/** Why a paper must not be used any more. */
export type PaperFault = (typeof PAPER_FAULTS)[number];

/**
 * Why a scanned label is refused: it belongs to another visit, to no visit known here, to an older printing, or its
 * code belongs to two people.
 */
export const LABEL_REFUSALS = ['another-visit', 'unknown', 'out-of-date', 'shared-code'] as const;
export type LabelRefusal = (typeof LABEL_REFUSALS)[number];
/** Wrong labels that wait for one answer. A scan after so many is not taken: whoever scans on has to look at the tubes first. */
export const MOST_WRONG_LABELS = 20;

/** How a label was proven to be on its tube. Typing the code proves less than scanning it, so it needs a reason. */
export const PROOF_WAYS = ['scanned', 'typed'] as const;
export type ProofWay = (typeof PROOF_WAYS)[number];
