// What each document of a registration is called.
import type { AppError } from '../../../domain/app-error.ts';
import type { DocumentKind } from '../../../domain/document-kind.ts';
import { errorWords, type ErrorWords } from '../words/error-words.ts';
import { notToldWords } from '../words/kept-words.ts';

export const DOCUMENT_TITLES: Readonly<Record<DocumentKind, string>> = {
  trf: 'Test registration form',
  label: 'Sample label',
  results: 'Results document',
};

/** Within a sentence: “a form of 3 pages”, “Page 1 of the form”. */
export const DOCUMENT_NOUNS: Readonly<Record<DocumentKind, string>> = {
  trf: 'form',
  label: 'label',
  results: 'results document',
};

const FILE_WORDS: Readonly<Record<DocumentKind, string>> = {
  trf: 'form',
  label: 'label',
  results: 'results',
};

/**
 * The name of a saved file. It has the registration's code and no name of a person: files lie in folders that others see,
 * and are attached to e-mails.
 * @example fileNameOf('results', 'DRW-7K2M9Q') // 'DRW-7K2M9Q results.pdf'
 */
export function fileNameOf(kind: DocumentKind, trfCode: string | null): string {
  const code = (trfCode ?? '').replaceAll(/[^A-Za-z0-9-]/g, '');
  return `${code === '' ? 'registration' : code} ${FILE_WORDS[kind]}.pdf`;
}

/** Why this desk does not use a document; undefined where it is the service that tells nothing. */
const whyNotUsed = (error: AppError): string | undefined =>
  error.kind === 'rejected' ? error.fields['document'] : undefined;

/** The service has given it, and the desk could not read whose it is. */
export const isNotRead = (error: AppError): boolean => whyNotUsed(error) === 'not-read';

/**
 * Why what is kept here is shown. What the service gave and this desk does not use is not said to be refused by the service.
 * @example whyKeptWords(rejected('', { document: 'of-somebody-else' })) // 'The service sent a document of somebody else. …'
 */
export const whyKeptWords = (problem: AppError): string =>
  whyNotUsed(problem) === undefined ? notToldWords(problem) : errorWords(problem).advice;

/**
 * Without a connection: that the document itself is not here, and when it will be. What could not be read
 * is called that. Undefined for other failures, which say it themselves. `isUp`: the service answers again since.
 */
export function notFetchedWords(error: AppError, noun: string, isUp: boolean): ErrorWords | undefined {
  if (isNotRead(error)) return { ...errorWords(error), title: `It is not known whose ${noun} this is` };
  if (whyNotUsed(error) === 'opens-with-password')
    return { ...errorWords(error), title: `The ${noun} cannot be opened` };
  if (error.kind !== 'offline') return undefined;
  return isUp
    ? {
        ...errorWords(error, isUp),
        title: `The ${noun} was not fetched: the connection was gone for a moment`,
      }
    : {
        // It may have been here, and be removed by its age since.
        title: `The ${noun} is not at this desk now`,
        advice:
          'It can be opened when the connection is back. What was fetched lately is kept here, and can be read now as well.',
      };
}
