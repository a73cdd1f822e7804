// Compares a document with the registration for which it was requested, before it is used or shown.
import { codesInText, namesSomebodyElse } from '../../domain/document-subject.ts';
import type { Db } from '../store/db/database.ts';
import {
  documentSubject,
  otherDocumentSubjects,
  shownOnDocuments,
} from '../store/mirror/document-subjects.ts';

/**
 * True when the text of a document names another registration, or another person, than the one for which it was requested
 * (`registrationId`: the service's id). False when it names nobody, as the empty text of a scanned picture.
 */
export function isOfSomebodyElse(db: Db, registrationId: string, text: string): boolean {
  const own = documentSubject(db, registrationId);
  if (text === '' || own === null) return false;
  return namesSomebodyElse(text, own, otherDocumentSubjects(db, registrationId, codesInText(text)));
}

/**
 * To be called before a document is requested. The returned function is to be asked in the turn in which the document is kept: false once
 * another person or code stands on the registration (`registrationId`: the service's id) than then. Its own code alone, which is on the
 * document in both cases, does not tell.
 *
 *     const isStillTheirs = noteWhose(db, registrationId);
 *     const pdf = await fetch();
 *     if (isStillTheirs()) saveDocument(db, pdf);
 */
export function noteWhose(db: Db, registrationId: string): () => boolean {
  const then = shownOnDocuments(db, registrationId);
  return () => shownOnDocuments(db, registrationId) === then;
}
