// When a further desk was last seen, on a site desk whose clock was wrong for a while, and the code of whoever may show none any more.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import { createDesks } from '../../../src/core/desks.ts';
import type { Desks } from '../../../src/core/desks.ts';
import { addDesk, listDesks } from '../../../src/core/store/desk/desks.ts';
import type { Store } from '../../../src/core/store/open.ts';
import { storeFolder } from '../../support/store-fixture.ts';
import type { StoreFolder } from '../../support/store-fixture.ts';
import { createTestClock } from '../../support/test-clock.ts';

const NINE_MS = Date.parse('2026-11-20T09:00:00Z');
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;

let folder: StoreFolder;
let store: Store;
let nowMs: number;
let written: number;
beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  nowMs = NINE_MS;
  written = 0;
});
afterEach(() => {
  store.close();
  folder.remove();
});

function deskPairedAt(pairedAtMs: number): Desks {
  const keyHash = createHash('sha256').update('k').digest('hex');
  addDesk(store.db, { id: 'room-2', name: 'Room 2', keyHash, pairedAtMs, pairedBy: 'MS' });
  return createDesks({
    db: store.db,
    clock: createTestClock(NINE_MS),
    random: systemRandom,
    nowMs: () => nowMs,
    tell: () => {},
    saveIfPossible: (save) => {
      written += 1;
      save();
      return true;
    },
    onShutOut: () => {},
  });
}
const lastSeenMs = (desks: Desks): number | undefined => desks.list()[0]?.lastSeenMs;

it('is the moment itself again once the clock was set right', () => {
  const desks = deskPairedAt(NINE_MS - MINUTE_MS);
  nowMs += YEAR_MS;
  desks.recognise('room-2', 'k');
  nowMs -= YEAR_MS;
  desks.recognise('room-2', 'k');
  expect(lastSeenMs(desks)).toBe(NINE_MS);
});

it('is written down once a minute, also for a desk that was added while the clock was ahead', () => {
  const desks = deskPairedAt(NINE_MS + YEAR_MS);
  for (let asked = 0; asked < 5; asked += 1) desks.recognise('room-2', 'k');
  expect(written).toBe(1);
});

it('is written down once a minute', () => {
  const desks = deskPairedAt(NINE_MS - MINUTE_MS);
  for (let asked = 0; asked < 5; asked += 1) desks.recognise('room-2', 'k');
  expect(written).toBe(1);
  nowMs += MINUTE_MS;
  desks.recognise('room-2', 'k');
  expect([written, lastSeenMs(desks)]).toEqual([2, NINE_MS + MINUTE_MS]);
});

it('is what the desk did last, also within a minute, and is written down when its line ends', () => {
  const desks = deskPairedAt(NINE_MS - MINUTE_MS);
  const end = desks.listening('room-2', () => {});
  desks.recognise('room-2', 'k');
  nowMs += 20_000;
  desks.recognise('room-2', 'k');
  expect([written, lastSeenMs(desks)]).toEqual([1, NINE_MS + 20_000]);
  nowMs += 10_000;
  end();
  expect(lastSeenMs(desks)).toBe(NINE_MS + 30_000);
  expect(listDesks(store.db)[0]?.lastSeenMs).toBe(NINE_MS + 30_000);

  nowMs += 5_000;
  desks.recognise('room-2', 'k');
  desks.left('room-2');
  expect(listDesks(store.db)[0]?.lastSeenMs).toBe(NINE_MS + 35_000);
});

it.each<[string, (desks: Desks) => void]>([
  ['whoever asked for it may show none any more', (desks) => desks.endPairingOf('MS')],
  ['somebody ends it', (desks) => desks.closePairing()],
  ['the desk at which it was asked for is shut out', (desks) => desks.shutOut('room-2')()],
])('that is being made is not shown where %s meanwhile', async (_, end) => {
  const desks = deskPairedAt(NINE_MS - MINUTE_MS);
  const made = desks.openPairing('MS', 'room-2');
  end(desks);
  await made;
  expect(desks.pairing()).toBeNull();
  expect(desks.pairingSalt()).toBeNull();
  await desks.openPairing('MS', null);
  expect(desks.pairing()?.code).toMatch(/^\w+$/);
});
