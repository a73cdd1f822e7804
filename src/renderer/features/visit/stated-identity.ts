// Compares what a person said with what is on record. Pure.
import { searchableName } from '../../../domain/person-name.ts';
import { parseTypedDate } from '../../shared/dates/date-of-birth.ts';
import type { IdentifierKind } from '../../../domain/visit.ts';

export interface OnRecord {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`; null where it is not known. */
  readonly dateOfBirth: string | null;
}

export type StatedReading =
  | { readonly kind: 'empty' }
  /** Agrees: counts as this identifier. */
  | { readonly kind: 'agrees'; readonly identifier: Extract<IdentifierKind, 'name' | 'date-of-birth'> }
  | { readonly kind: 'differs'; readonly identifier: Extract<IdentifierKind, 'name' | 'date-of-birth'> };

/** Anything with digits is read as a date of birth, anything else as a name in any order. `today` is `YYYY-MM-DD`. */
export function readStated(text: string, record: OnRecord, today: string): StatedReading {
  const stated = text.trim();
  if (stated === '') return { kind: 'empty' };
  if (/\d/.test(stated)) {
    const agrees = record.dateOfBirth !== null && parseTypedDate(stated, today) === record.dateOfBirth;
    return { kind: agrees ? 'agrees' : 'differs', identifier: 'date-of-birth' };
  }
  const said = searchableName(stated).split(' ').sort().join(' ');
  const known = searchableName(`${record.firstName} ${record.lastName}`).split(' ');
  const agrees = said !== '' && said === known.sort().join(' ');
  return { kind: agrees ? 'agrees' : 'differs', identifier: 'name' };
}
