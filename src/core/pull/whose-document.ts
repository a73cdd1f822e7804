// Compares a document with the registration for which it was requested, before it is used or shown.
import { codesInText, namesSomebodyElse } from '../../domain/document-subject.ts';
import type { DocumentReader } from '../ports.ts';
import type { Db } from '../store/db/database.ts';
import { documentSubject, otherDocumentSubjects } from '../store/mirror/document-subjects.ts';

/**
 * True when the text of a document names another registration, or another person, than the one for which it was requested
 * (`registrationId`: the service's id). False when it is no PDF, cannot be read, or names nobody.
 */
export async function isOfSomebodyElse(
  db: Db,
  reader: DocumentReader,
  of: { readonly registrationId: string; readonly pdf: Uint8Array },
): Promise<boolean> {
  const text = await reader.readText(of.pdf);
  const own = documentSubject(db, of.registrationId);
  if (text === '' || own === null) return false;
  return namesSomebodyElse(text, own, otherDocumentSubjects(db, of.registrationId, codesInText(text)));
}
