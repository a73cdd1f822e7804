// A service that loses most of its registrations at once, as one does that is put back from a backup: nobody is taken off for that.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Registration } from '../../../src/wire/registration.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const MINUTE_MS = 60_000;
const VISITS = 10;

let desk: TestDesk;
let visits: string[];
beforeEach(async () => {
  desk = openTestDesk();
  visits = Array.from({ length: VISITS }, (_, at) => desk.addVisit(at + 1));
  await desk.setLine({ up: true, reading: false });
  await desk.advance(5 * MINUTE_MS);
});
afterEach(() => desk.close());

const rows = async () => (await desk.done('board.get', {})).rows;
const expected = async (): Promise<number> =>
  (await rows()).filter(({ deskState }) => deskState === 'expected').length;
const notice = () => desk.parts.sync.notices().find(({ kind }) => kind === 'registrations-vanished');

/** Takes registrations from the service, all where no number is given, and returns how to put them back. */
function lose(howMany = VISITS): (putBack?: number) => void {
  const { registrations } = desk.service;
  const lost: Registration[] = [...registrations.values()].slice(0, howMany);
  for (const { id } of lost) registrations.delete(id);
  return (putBack = howMany) => {
    for (const one of lost.slice(0, putBack)) registrations.set(one.id, one);
  };
}

describe('a list that is empty for some minutes', () => {
  it('takes nobody off, and is said until it is whole again', async () => {
    const putBack = lose();
    await desk.advance(20 * MINUTE_MS);
    expect(await expected()).toBe(VISITS);
    expect(notice()?.detail).toContain('lacks 10 of the 10 registrations');
    const said = notice()?.id;
    // It comes back little by little, and what has not come back yet is not taken for gone.
    putBack(7);
    await desk.advance(20 * MINUTE_MS);
    expect(await expected()).toBe(VISITS);
    expect(notice()).toMatchObject({
      id: said,
      detail: expect.stringContaining('lacks 3 of the 10') as string,
    });
    putBack();
    await desk.advance(5 * MINUTE_MS);
    expect(notice()).toBeUndefined();
    expect(await expected()).toBe(VISITS);
    for (const visitId of visits) {
      const { activity } = await desk.done('visits.get', { visitId });
      expect(activity.map(({ kind }) => kind)).not.toContain('visit-off');
    }
  });
});

it('nobody is taken off without its being written down: by that they are expected again once the service has them back', async () => {
  const { db } = desk.parts.store;
  db.exec(
    `CREATE TRIGGER disk_is_full BEFORE INSERT ON activity WHEN new.kind = 'visit-off' BEGIN SELECT raise(ABORT, 'full'); END`,
  );
  const putBack = lose(1);
  await desk.advance(20 * MINUTE_MS);
  expect(await expected()).toBe(VISITS);
  db.exec('DROP TRIGGER disk_is_full');
  await desk.advance(10 * MINUTE_MS);
  expect(await expected()).toBe(VISITS - 1);
  putBack();
  await desk.advance(10 * MINUTE_MS);
  expect(await expected()).toBe(VISITS);
});

it('a few registrations that vanish are gone', async () => {
  lose(2);
  await desk.advance(20 * MINUTE_MS);
  expect(notice()).toBeUndefined();
  expect(await expected()).toBe(VISITS - 2);
});
