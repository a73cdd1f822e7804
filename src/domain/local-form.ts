// The local form: a page of ours in the place of the service's form.

/** What became of one that had to be replaced. `kept`: a person decided that it stays. */
export const LOCAL_FORM_ENDS = ['replaced', 'kept'] as const;
export type LocalFormEnd = (typeof LOCAL_FORM_ENDS)[number];

/** Why one has to be replaced: the service's own form is there, or it names somebody else than the registration does now. */
export const LOCAL_FORM_FAULTS = ['form-there', 'person-changed'] as const;
