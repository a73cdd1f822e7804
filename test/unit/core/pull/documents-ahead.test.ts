// A document that could not be read says nothing: it is read again soon, and is not kept before it is known whose it is.
import { expect, it } from 'vitest';
import { AppException, busy } from '../../../../src/domain/app-error.ts';
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
  let restMs = 0;
  let refusals = 0;
  const ahead = createDocumentsAhead({
    db: store.db,
    gateway: {
      nowMs: () => nowMs,
      isClosed: () => false,
      isOutdated: () => false,
      pause: async (ms: number) => void (restMs = Math.max(0, restMs - ms)),
      callAside: async () => {
        fetched += 1;
        if (refusals > 0) {
          refusals -= 1;
          restMs = 1_500;
          throw new AppException(busy('rate-limited', 1_500, '429'));
        }
        // Of a service that asked for a pause nothing is asked before its end.
        expect(restMs).toBe(0);
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
    pauseRestMs: () => restMs,
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
    /** The person stands at the desk. How many labels it has fetched by then. */
    async now() {
      ahead.fetchLabelNow(ID);
      await ahead.fetched();
      return fetched;
    },
    /** The service asks for a pause this many times in place of the document. */
    putsOff(times: number) {
      refusals = times;
      restMs = 0;
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

it('is fetched for a person at the desk once a pause that the service asked for is over, however often it asks for one', async () => {
  const desk = readingWith({ text: '', code: 'READ0FF1' });
  desk.putsOff(3);
  expect(await desk.now()).toBe(4);
  expect(code()).toBe('READ0FF1');
});

it('has not failed where the service asked for a pause instead: the next reading fetches it', async () => {
  const desk = readingWith({ text: '', code: 'READ0FF1' });
  desk.putsOff(1);
  expect(await desk.after(0)).toBe(1);
  desk.putsOff(0);
  expect(await desk.after(0)).toBe(2);
  expect(code()).toBe('READ0FF1');
});
