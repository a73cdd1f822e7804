// Registrations are written in as many commits as the machine needs to answer others in between, and all of them.
import { describe, expect, it } from 'vitest';
import type { Gateway } from '../../../../src/core/line/gateway.ts';
import { createRecords } from '../../../../src/core/pull/records.ts';
import { get } from '../../../../src/core/store/db/database.ts';
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

describe('a page of registrations', () => {
  it('is written in two commits by a machine that is quick', async () => {
    expect((await pausesAt(0, 2)).at(-1)).toBe(1);
  });

  it('is written in many small commits by a machine that is slow', async () => {
    expect((await pausesAt(50, 2)).at(-1)).toBe(9);
  });
});
