// How each identifier is called.
import type { IdentifierKind } from '../../domain/visit.ts';

export const IDENTIFIER_WORDS: Readonly<Record<IdentifierKind, string>> = {
  name: 'name',
  'date-of-birth': 'date of birth',
  email: 'e-mail',
  phone: 'phone',
  'trf-code': 'code on the form',
  'photo-id': 'photo identity document',
};
