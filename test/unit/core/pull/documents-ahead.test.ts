// A document that could not be read says nothing: it is read again soon, and is not kept before it is known whose it is.
import { expect, it } from 'vitest';
import type { LabelReading } from '../../../../src/core/ports/pictures.ts';
import { createDocumentsAhead } from '../../../../src/core/pull/documents-ahead.ts';
import type { DocumentsAheadOptions } from '../../../../src/core/pull/documents-ahead.ts';
import { readStoredDocument } from '../../../../src/core/store/mirror/documents.ts';
import { labelCodesAsked, labelCodesOf } from '../../../../src/core/store/mirror/label-codes.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { useStore } from '../../../support/store-fixture.ts';

const ID = 'registration-1';
const UNREAD: LabelReading = { text: '', code: null, notRead: true };
const MINUTE_MS = 60_000;
const store = useStore();

/** Each label is read with the next of the readings, and with the last one from then on. */
function readingWith(...readings: LabelReading[]) {
  const next = (): LabelReading => (readings.length > 1 ? readings.shift() : readings[0]) ?? UNREAD;
  let nowMs = Date.parse('2026-11-20T09:00:00Z');
  let fetched = 0;
  const ahead = createDocumentsAhead({
    db: store.db,
    gateway: {
      nowMs: () => nowMs,
      isClosed: () => false,
      isOutdated: () => false,
      callAside: async () => {
        fetched += 1;
        return { kind: 'pdf', contentType: 'application/pdf', bytes: new Uint8Array(8) };
      },
    } as unknown as DocumentsAheadOptions['gateway'],
    log: silentLog,
    documentReader: {
      readLabel: async () => next(),
      read: async () => next(),
    },
    limit: { take: () => 0 } as DocumentsAheadOptions['limit'],
    mayAsk: () => true,
    serverNowMs: () => nowMs,
    onChange: () => {},
  });
  const visit = {
    id: ID,
    appointmentId: 'appointment-1',
    patientId: 'patient-1',
    startsAtMs: nowMs,
    completed: false,
    deskState: 'arrived',
  } as Parameters<typeof ahead.fetch>[0][number];
  return {
    /** What the desk does at its next reading, some minutes later; how many labels it has fetched by then. */
    async after(minutes: number, which: 'labels' | 'all' = 'labels') {
      nowMs += minutes * MINUTE_MS;
      ahead.fetch([visit], which);
      await ahead.fetched();
      return fetched;
    },
  };
}

const isAsked = (): boolean => labelCodesAsked(store.db, [ID]).has(ID);
const code = (): string | undefined => labelCodesOf(store.db, [ID]).get(ID)?.code;

it('is read again after a minute, and until then it neither counts as one without a code nor is kept', async () => {
  const desk = readingWith(UNREAD, { text: '', code: 'READ0FF1' });
  expect(await desk.after(0)).toBe(1);
  expect(isAsked()).toBe(false);
  expect(readStoredDocument(store.db, ID, 'label')).toBeNull();
  expect(await desk.after(0.9)).toBe(1);
  expect(await desk.after(0.1)).toBe(2);
  expect(code()).toBe('READ0FF1');
  expect(readStoredDocument(store.db, ID, 'label')).not.toBeNull();
});

it('counts as one without a code once three readings in a row failed, and is not kept: nobody knows whose it is', async () => {
  const desk = readingWith(UNREAD);
  await desk.after(0);
  await desk.after(1);
  expect(isAsked()).toBe(false);
  expect(await desk.after(2)).toBe(3);
  expect(isAsked()).toBe(true);
  expect(code()).toBeUndefined();
  expect(readStoredDocument(store.db, ID, 'label')).toBeNull();
  expect(await desk.after(3.9)).toBe(3);
  expect(await desk.after(0.1)).toBe(4);
});

it('gives no code where a part of it is damaged and nobody is named in the rest', async () => {
  const desk = readingWith({ text: 'LABORATORY', code: 'READ0FF1', isInPart: true });
  for (const minutes of [0, 1, 2]) await desk.after(minutes);
  expect(isAsked()).toBe(true);
  expect(code()).toBeUndefined();
  expect(readStoredDocument(store.db, ID, 'label')).toBeNull();
});

it('keeps a form once it is known whose it is, and not while it could not be read', async () => {
  const read: LabelReading = { text: '', code: 'READ0FF1' };
  const desk = readingWith(read, UNREAD, UNREAD, { text: 'DRW-AAA001', code: null });
  const form = () => readStoredDocument(store.db, ID, 'trf');
  expect(await desk.after(0, 'all')).toBe(2);
  expect(form()).toBeNull();
  expect(await desk.after(1, 'all')).toBe(3);
  expect(form()).toBeNull();
  expect(await desk.after(2, 'all')).toBe(4);
  expect(form()).not.toBeNull();
});

it('keeps a form that has no text, as a scanned picture', async () => {
  const desk = readingWith({ text: '', code: 'READ0FF1' }, { text: '', code: null });
  await desk.after(0, 'all');
  expect(readStoredDocument(store.db, ID, 'trf')).not.toBeNull();
});

it('is read again soon as well where its code may have been corrected, and keeps the one that is known', async () => {
  const desk = readingWith({ text: '', code: 'READ0FF1' }, UNREAD, { text: '', code: 'CORRECTED1' });
  await desk.after(0);
  expect(await desk.after(16)).toBe(2);
  expect(code()).toBe('READ0FF1');
  expect(await desk.after(1)).toBe(3);
  expect(code()).toBe('CORRECTED1');
});
