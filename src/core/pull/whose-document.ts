// Compares a document with the registration for which it was requested, before it is used or shown.
import { codesInText, namesSomebodyElse } from '../../domain/document-subject.ts';
import type { Db } from '../store/db/database.ts';
import { documentSubject, otherDocumentSubjects } from '../store/mirror/document-subjects.ts';

/**
 * True when the text of a document names another registration, or another person, than the one for which it was requested
 * (`registrationId`: the service's id). False when it names nobody, as the empty text of a document that cannot be read.
 */
export function isOfSomebodyElse(db: Db, registrationId: string, text: string): boolean {
  const own = documentSubject(db, registrationId);
  if (text === '' || own === null) return false;
  return namesSomebodyElse(text, own, otherDocumentSubjects(db, registrationId, codesInText(text)));
}
