// Registrations are written in as many commits as the machine needs to answer others in between, and all of them; one that contradicts the
// list is not written over what the list says.
import { describe, expect, it } from 'vitest';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import { createRecords } from '../../../../src/core/pull/records.ts';
import { get } from '../../../../src/core/store/db/database.ts';
import { hasSaidAnother, noteRegistrationSaid } from '../../../../src/core/store/mirror/registration-said.ts';
import { exampleRegistration } from '../../../support/wire-examples.ts';
import { useStore } from '../../../support/store-fixture.ts';

const PAGE = 100;
const store = useStore();

/** Stores pages of new registrations where each look at the clock finds it `tickMs` later. Returns the pauses in each page. */
async function pausesAt(tickMs: number, pages: number): Promise<number[]> {
  let nowMs = 0;
  let pauses = 0;
  const gateway = {
    nowMs: () => (nowMs += tickMs),
    stillCurrent: (_kind: string, records: readonly unknown[]) => records,
    async yieldToOthers() {
      pauses += 1;
    },
  } as unknown as Gateway;
  const records = createRecords({
    db: store.db,
    gateway,
    serverNowMs: () => 1,
    onChange: () => {},
    onWhatEventsTell: null,
    onAppointment: () => {},
  });
  const counted: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    const registrations = Array.from({ length: PAGE }, (_, at) =>
      exampleRegistration({ id: `registration-${page}-${at}` }),
    );
    pauses = 0;
    expect(await records.storeRegistrations(registrations, 0)).toBe(true);
    counted.push(pauses);
  }
  expect(get<{ n: number }>(store.db, 'SELECT count(*) AS n FROM mirror_registration')?.n).toBe(pages * PAGE);
  return counted;
}

describe('a registration that names somebody else by itself than in the list', () => {
  const inList = exampleRegistration({ last_name: 'Oliver' });
  const byItself = exampleRegistration({ last_name: 'King', status: 'success' });
  const recordsOf = (told: string[] = []) =>
    createRecords({
      db: store.db,
      gateway: {
        nowMs: () => 0,
        stillCurrent: (_kind: string, all: readonly unknown[]) => all,
      } as unknown as Gateway,
      serverNowMs: () => 1,
      onChange: (topics) => told.push(...topics),
      onWhatEventsTell: null,
      onAppointment: () => {},
    });
  const named = () =>
    get<{ name: string }>(store.db, `SELECT body ->> '$.last_name' AS name FROM mirror_registration`)?.name;

  it('stays in doubt however often it says so, until the list says the same', async () => {
    const told: string[] = [];
    const records = recordsOf(told);
    await records.storeRegistrations([inList], 0);
    noteRegistrationSaid(store.db, byItself);
    for (let reading = 0; reading < 3; reading += 1) {
      expect(await records.storeRegistration(byItself, 0)).toBe(false);
      expect([named(), hasSaidAnother(store.db, inList.id)]).toEqual(['Oliver', true]);
    }
    await records.storeRegistrations([byItself], 0);
    told.length = 0;
    await records.storeRegistration(byItself, 0);
    expect([named(), hasSaidAnother(store.db, inList.id)]).toEqual(['King', false]);
    expect(told).toContain('results');
  });

  it('is stored as any other before it has been doubted', async () => {
    await recordsOf().storeRegistration(inList, 0);
    await recordsOf().storeRegistration(byItself, 0);
    expect(named()).toBe('King');
  });
});

describe('a page of registrations', () => {
  it('is written in two commits by a machine that is quick', async () => {
    expect((await pausesAt(0, 2)).at(-1)).toBe(1);
  });

  it('is written in many small commits by a machine that is slow', async () => {
    expect((await pausesAt(50, 2)).at(-1)).toBe(9);
  });
});
