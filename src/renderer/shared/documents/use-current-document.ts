// The document of a registration as long as it may be shown: while it is open, the registration can become somebody else's, the person's
// name can be corrected, and the laboratory can take a report back.
import { useEffect } from 'react';
import type { Output } from '../../../contract/index.ts';
import type { DocumentKind } from '../../../domain/document-kind.ts';
import { skip, useQuery, type Query } from '../../host/use-query.ts';
import { useAskOnceBack } from '../connection/use-ask-once-back.ts';

type Answer = Output<'documents.get'>;
type Standing = Output<'documents.standing'>;

const subjectOf = ({ trfCode, person, notPrinted }: Answer | Standing): string =>
  JSON.stringify([
    trfCode,
    person && [person.id, person.firstName, person.lastName, person.dateOfBirth],
    notPrinted !== null,
  ]);

/**
 * What could not be read is never kept.
 * @example mayStillBeShown(answer, { ...standing, isKept: false }) // false: what is in it is out of date
 */
export const mayStillBeShown = (answer: Answer, standing: Standing): boolean =>
  standing.refusal === null &&
  (standing.isKept || answer.notRead) &&
  subjectOf(answer) === subjectOf(standing);

/**
 * `value` is null as well from the moment on in which the document may not be shown any more. It is asked for once more then, and again
 * when something else is said of it or the connection is back: each event would otherwise ask a service that fails already. `evenNotRead`:
 * somebody wants to see it although it could not be read whose it is.
 */
export function useCurrentDocument(
  kind: DocumentKind,
  registrationId: string,
  evenNotRead: boolean,
): Query<Answer> {
  const answer = useQuery('documents.get', { registrationId, kind, ...(evenNotRead && { evenNotRead }) });
  const { value, refresh } = answer;
  // Asked once the document is there: before, it is not kept.
  const standing = useQuery('documents.standing', value === null ? skip : { registrationId, kind }).value;
  const isOutOfDate = value !== null && standing !== null && !mayStillBeShown(value, standing);
  const said = JSON.stringify(standing);
  useEffect(() => {
    if (isOutOfDate) refresh();
  }, [isOutOfDate, said, refresh]);
  const shown = isOutOfDate ? { ...answer, value: null } : answer;
  useAskOnceBack({ ...shown, value: shown.value && { live: true } });
  return shown;
}
