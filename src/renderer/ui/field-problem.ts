// What is wrong with one field, for the summary above and the words beside it.
export interface FieldProblem {
  /** The id of the field's input element. */
  readonly fieldId: string;
  readonly words: string;
}
