// How long a document that is open on the screen is shown.
import { expect, test } from 'vitest';
import type { Output } from '../../../src/contract/index.ts';
import { rejected } from '../../../src/domain/app-error.ts';
import { mayStillBeShown } from '../../../src/renderer/shared/documents/use-current-document.ts';

type Standing = Output<'documents.standing'>;

const ada: Standing['person'] = {
  id: '00000000-0000-4000-8000-000000000001',
  firstName: 'Ada',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: 'female',
  email: null,
  phoneNumber: null,
  sync: 'synced',
};
const subject = { trfCode: 'DRW-7K2M9Q', person: ada, notPrinted: null };
const answer: Output<'documents.get'> = {
  ...subject,
  contentType: 'application/pdf',
  base64: '',
  fetchedAtMs: 0,
  stored: false,
  notRead: false,
  problem: null,
  saidNotReady: false,
};
const standing: Standing = { ...subject, refusal: null, isKept: true };

test.each<[string, Partial<Standing>, boolean]>([
  ['nothing has changed', {}, true],
  ['what was entered here has reached the service', { person: { ...ada, sync: 'waiting' } }, true],
  ['it may not be shown', { refusal: rejected('In doubt.', { document: 'person-in-doubt' }) }, false],
  ['it was removed as out of date', { isKept: false }, false],
  ['the person’s name was corrected', { person: { ...ada, lastName: 'King' } }, false],
  ['it is in doubt whose it is', { person: null }, false],
  ['the form has another code', { trfCode: 'DRW-AAA001' }, false],
  [
    'service and desk do not agree whose it is',
    { notPrinted: rejected('No.', { patient: 'contested' }) },
    false,
  ],
])('where %s', (_what, now, isShown) => {
  expect(mayStillBeShown(answer, { ...standing, ...now })).toBe(isShown);
});

test('what could not be read is shown though it is not kept, for as long as all else stays', () => {
  const notRead = { ...answer, notRead: true };
  expect(mayStillBeShown(notRead, { ...standing, isKept: false })).toBe(true);
  expect(mayStillBeShown(notRead, { ...standing, isKept: false, person: null })).toBe(false);
});
