// What is wrong with one field, for the summary above and the words beside it.
/** @example { fieldId: 'new-person-last-name', words: 'Enter the last name' } */
export interface FieldProblem {
  /** The id of the field's input element. */
  readonly fieldId: string;
  readonly words: string;
}
