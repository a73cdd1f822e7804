// What is wrong with the initials, the name or the new PIN of a member of staff, in words and at their fields.
import {
  isInitials,
  LONGEST_PIN,
  LONGEST_STAFF_NAME,
  pinProblem,
  SHORTEST_PIN,
  staffNameProblem,
  type PinProblem,
} from '../../../domain/staff.ts';
import { comparableName } from '../../../domain/person-name.ts';
import type { FieldProblem } from '../../ui/field-problem.ts';
import type { NewPin } from './new-pin-fields.tsx';

export function initialsProblems(fieldId: string, initials: string): FieldProblem[] {
  return isInitials(initials.trim()) ? [] : [{ fieldId, words: 'Enter two to four letters as initials' }];
}

/**
 * Whose initials they are already, where that is somebody of another name: what one of the two does would be recorded as the other's.
 * @example takenProblems('initials', { initials: 'RR', name: 'Rolf Rest' }, people) // 'RR are the initials of Rita Recep here: choose others'
 */
export function takenProblems(
  fieldId: string,
  entered: { readonly initials: string; readonly name: string },
  people: readonly { readonly initials: string; readonly name: string; readonly active?: boolean }[],
): FieldProblem[] {
  const initials = entered.initials.trim();
  const other = people.find((one) => one.initials === initials);
  if (!other || comparableName(other.name) === comparableName(entered.name)) return [];
  const state = other.active === false ? ', who is switched off' : '';
  return [{ fieldId, words: `${initials} are the initials of ${other.name} here${state}: choose others` }];
}

/** `words`: whose name is asked for. */
export function nameProblems(fieldId: string, name: string, words = 'Enter the name'): FieldProblem[] {
  const problem = staffNameProblem(name);
  if (problem === null) return [];
  const said = {
    none: words,
    hidden: 'Type the name again: it has characters that cannot be seen',
    'too-long': `Shorten the name to ${LONGEST_STAFF_NAME} characters`,
  };
  return [{ fieldId, words: said[problem] }];
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
