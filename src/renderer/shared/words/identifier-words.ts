// How each identifier is called.
import type { IdentifierKind } from '../../../domain/visit.ts';

export const IDENTIFIER_WORDS: Readonly<Record<IdentifierKind, string>> = {
  name: 'name',
  'date-of-birth': 'date of birth',
  email: 'e-mail',
  phone: 'phone',
  'trf-code': 'code on the form',
  'photo-id': 'photo ID',
};

/** For a record that was written by any version of the app: a kind that is not known is shown as it is. */
export function identifierWords(kind: string): string {
  return Object.entries(IDENTIFIER_WORDS).find(([known]) => known === kind)?.[1] ?? kind;
}
