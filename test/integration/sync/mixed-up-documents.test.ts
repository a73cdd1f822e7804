// Documents that arrive for the wrong registration (a cache, two late answers): no code of theirs reaches a label.
import { afterAll, afterEach, expect, it } from 'vitest';
import { createDocumentReader } from '../../../src/adapters/document-reader.ts';
import { registrationIdsOf } from '../../../src/core/store/desk/visits.ts';
import { findDocument, storedDocumentKinds } from '../../../src/core/store/mirror/documents.ts';
import { readRegistration } from '../../../src/core/store/mirror/registration-records.ts';
import { silentLog } from '../../support/silent-log.ts';
import { openSyncedDesk } from './support/synced-desk.ts';
import type { SyncedDesk } from './support/synced-desk.ts';

const reader = createDocumentReader(silentLog);
let desk: SyncedDesk;
afterEach(() => desk.close());
// A reader that is closed reads nothing, and what was not read is not kept.
afterAll(() => reader.close());

it('a document of another registration is not used: neither its code nor its page is kept', async () => {
  // A cache that knows one document of each kind, and gives it to whoever asks.
  let cached: string | null = null;
  desk = await openSyncedDesk({
    documentReader: reader,
    around: (http) => ({
      request(request) {
        const asked = /test_registration\/([^/]+)\/(?:label|trf)$/.exec(new URL(request.url).pathname)?.[1];
        if (asked === undefined) return http.request(request);
        cached ??= asked;
        return http.request({ ...request, url: request.url.replace(asked, cached) });
      },
    }),
  });
  const asked = (kind: string): number => desk.requests.filter((line) => line.endsWith(`/${kind}`)).length;
  // Forms are asked for after labels, so by then labels have been looked at.
  await expect.poll(() => asked('label') > 10 && asked('trf') > 5, { timeout: 50_000 }).toBe(true);

  const registrations = [...registrationIdsOf(desk.store.db, desk.visitsToday()).values()].flat();
  const withCode = registrations.filter(
    (id) => readRegistration(desk.store.db, id)?.labelCode?.source === 'label-document',
  );
  expect(withCode).toEqual([cached]);
  expect([...storedDocumentKinds(desk.store.db, registrations).keys()]).toEqual([cached]);
});

it('a form that was asked for before its registration became somebody else’s is not used', async () => {
  // The first form stays on its way until the test lets it come.
  let held: { readonly id: string; readonly bytes: Uint8Array; readonly letGo: () => void } | null = null;
  desk = await openSyncedDesk({
    documentReader: reader,
    config: { pullMs: 400, requestsPerMinute: 100_000 },
    around: (http) => ({
      async request(request) {
        const id = /test_registration\/([^/]+)\/trf$/.exec(new URL(request.url).pathname)?.[1];
        const answer = await http.request(request);
        if (id === undefined || held !== null) return answer;
        await new Promise<void>((letGo) => (held = { id, bytes: answer.body, letGo }));
        return answer;
      },
    }),
  });
  const { id, bytes, letGo } = await desk.until('a form that is on its way', () => held);
  const before = readRegistration(desk.store.db, id);
  const other = desk
    .registrationsToday()
    .map((one) => readRegistration(desk.store.db, one))
    .find((one) => one !== null && one.patientId !== null && one.patientId !== before?.patientId);
  await desk.asAnother('PATCH', `/api/test_registration/${id}`, { patient_id: other?.patientId });
  await desk.until(
    'the other person',
    () => readRegistration(desk.store.db, id)?.patientId === other?.patientId,
  );
  letGo();
  const form = await desk.until('the form', () => findDocument(desk.store.db, id, 'trf'));
  expect(Buffer.from(form.bytes).equals(Buffer.from(bytes))).toBe(false);
});
