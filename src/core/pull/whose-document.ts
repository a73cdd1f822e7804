// Compares a document with the registration for which it was requested, before it is used or shown.
import { codesInText, whomItNames } from '../../domain/document-subject.ts';
import type { DocumentReading } from '../ports/pictures.ts';
import type { Db } from '../store/db/database.ts';
import {
  documentSubject,
  otherDocumentSubjects,
  shownOnDocuments,
} from '../store/mirror/document-subjects.ts';

/** `not-known`: nobody is named in what could be read, and there is more that could not. */
export type Whose = 'theirs' | 'somebody-elses' | 'not-known';

/**
 * Whether a document is of the registration, and of the person on it, for which it was requested (`registrationId`: the service's id). One that
 * was read whole and names nobody counts as theirs, as a scanned picture has no text; one that names them does however much of it is damaged.
 */
export function whoseIs(db: Db, registrationId: string, reading: DocumentReading): Whose {
  const { text, notRead = false, isInPart = false } = reading;
  const own = documentSubject(db, registrationId);
  const named =
    text === '' || own === null
      ? null
      : whomItNames(text, own, otherDocumentSubjects(db, registrationId, codesInText(text)));
  if (named === 'another') return 'somebody-elses';
  return named === null && (notRead || isInPart) ? 'not-known' : 'theirs';
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
