// What is said of somebody whose record names them otherwise than they were chosen. Pure.
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { birthWords } from './person-line.tsx';

/** Whole sentences. @example renamedWords(chosen, now, today) // ['You chose OLIVER, James, …', …] */
export function renamedWords(chosen: PersonView, now: PersonView, today: string): string[] {
  const words = (person: PersonView): string =>
    `${formatName(person)}, ${birthWords(person.dateOfBirth, today)}`;
  return [
    `You chose ${words(chosen)}.`,
    `Their record says ${words(now)} now: make sure that this is still who you mean.`,
  ];
}
