// A UUID is the same one in small letters and in capitals, and a service whose parts write it in different ones tells of the same records.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/adapters/http.ts';
import { all } from '../../../src/core/store/db/database.ts';
import type { Http } from '../../../src/core/ports/machine.ts';
import { openSyncedDesk } from './support/synced-desk.ts';
import type { SyncedDesk } from './support/synced-desk.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const LIST = /\/api\/test_registration\/$/;
const KINDS = ['registration', 'patient', 'appointment'] as const;

let desk: SyncedDesk;
/** Whose answers are in capitals. */
let inCapitals: (path: string) => boolean;
beforeEach(() => (inCapitals = () => false));
afterEach(() => desk.close());

function inTwoLetters(line: Http): Http {
  return {
    async request(request) {
      const response = await line.request(request);
      const { pathname } = new URL(request.url);
      const isJson = (response.headers['content-type'] ?? '').includes('json');
      if (!isJson || !inCapitals(pathname)) return response;
      const text = new TextDecoder().decode(response.body);
      return {
        ...response,
        body: new TextEncoder().encode(text.replace(UUID, (id) => id.toUpperCase())),
      };
    },
  };
}

const idsHere = () =>
  Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      all<{ id: string }>(desk.store.db, `SELECT id FROM mirror_${kind} ORDER BY id`).map(({ id }) => id),
    ]),
  );

async function readAgain(): Promise<void> {
  const before = desk.sync.freshness().everythingAsOfMs ?? 0;
  desk.sync.pullNow();
  await desk.until('another reading', () => (desk.sync.freshness().everythingAsOfMs ?? 0) > before);
}

describe('a service that writes ids in capitals here and there', () => {
  it.each([
    ['in its lists', (path: string) => LIST.test(path)],
    ['in what it answers of one record', (path: string) => !LIST.test(path)],
  ])('%s tells of nobody and nothing twice', async (_, where) => {
    desk = await openSyncedDesk({ around: () => inTwoLetters(createHttp()) });
    await desk.until('the first reading', () => desk.sync.freshness().firstPullDone);
    await readAgain();
    const [known, visits] = [idsHere(), desk.visitsToday()];
    expect(visits.length).toBeGreaterThan(20);
    inCapitals = where;
    await readAgain();
    await desk.restart();
    await readAgain();
    expect(idsHere()).toEqual(known);
    expect(desk.visitsToday().toSorted()).toEqual(visits.toSorted());
  });
});
