// What is wrong with the initials, the name or the new PIN of a member of staff, in words and at their fields.
import {
  isInitials,
  isNameOfStaff,
  LONGEST_PIN,
  pinProblem,
  SHORTEST_PIN,
  type PinProblem,
} from '../../../domain/staff.ts';
import type { FieldProblem } from '../../ui/field-problem.ts';
import type { NewPin } from './new-pin-fields.tsx';

export function initialsProblems(fieldId: string, initials: string): FieldProblem[] {
  return isInitials(initials.trim()) ? [] : [{ fieldId, words: 'Enter two to four letters as initials' }];
}

/** `words`: whose name is asked for. */
export function nameProblems(fieldId: string, name: string, words = 'Enter the name'): FieldProblem[] {
  return isNameOfStaff(name) ? [] : [{ fieldId, words }];
}

const WORDS: Readonly<Record<PinProblem, string>> = {
  length: `Choose a PIN of ${SHORTEST_PIN} to ${LONGEST_PIN} digits`,
  digits: 'A PIN has digits only',
  guessable: 'This PIN is the first that anybody would try: choose another',
};

/**
 * What a person is told about the PIN they want and its repetition, at the fields `ID-pin` and `ID-again`; empty when both are
 * right.
 */
export function newPinProblems(id: string, { pin, again }: NewPin): FieldProblem[] {
  const problem = pinProblem(pin);
  if (problem) return [{ fieldId: `${id}-pin`, words: WORDS[problem] }];
  return pin === again ? [] : [{ fieldId: `${id}-again`, words: 'The two PINs are not the same' }];
}
