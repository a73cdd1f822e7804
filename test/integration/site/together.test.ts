// Two people at one visit, and two who call in the next person.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deskSteps } from '../operations/support/desk-steps.ts';
import { NINE_O_CLOCK_MS } from '../../support/test-desk.ts';
import { openSite } from './support/site-under-test.ts';
import type { Machine, SiteUnderTest } from './support/site-under-test.ts';

let site: SiteUnderTest;
let front: Machine;
let back: Machine;
beforeEach(async () => {
  site = await openSite();
  front = await site.paired('Front');
  back = await site.paired('Back');
});
afterEach(() => site.close());

const windowOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

it('two windows at one visit see each other, by desk and initials, until one leaves or is gone', async () => {
  const visitId = site.desk.addVisit(1);
  const other = site.desk.addVisit(2);
  await site.desk.done('staff.add', { initials: 'MK', name: 'Mia Kent' });
  const at = (windowId: string, as?: string) => ({ visitId, windowId, ...(as === undefined ? {} : { as }) });
  expect(await front.done('visits.company', at(windowOf(1), 'MK'))).toEqual({ items: [] });
  expect(await back.done('visits.company', at(windowOf(2)))).toEqual({
    items: [{ where: { kind: 'desk', name: 'Front' }, who: 'MK', sinceMs: NINE_O_CLOCK_MS }],
  });
  // The window number is that of another desk: it is another window all the same.
  expect((await site.desk.done('visits.company', at(windowOf(1), 'XX'))).items).toMatchObject([
    { where: { kind: 'desk', name: 'Front' } },
    { where: { kind: 'desk', name: 'Back' }, who: 'Desk' },
  ]);
  expect((await front.done('visits.company', at(windowOf(3), 'MK'))).items).toMatchObject([
    { where: { kind: 'here' } },
    { where: { kind: 'desk', name: 'Back' } },
    { where: { kind: 'site' }, who: 'Desk' },
  ]);

  await back.done('visits.company', { ...at(windowOf(2)), leaving: true });
  await front.done('visits.company', { visitId: other, windowId: windowOf(3) });
  // Said late, about a visit that this window has left already for another one.
  await front.done('visits.company', { ...at(windowOf(3)), leaving: true });
  expect((await back.done('visits.company', { visitId: other, windowId: windowOf(2) })).items).toHaveLength(
    1,
  );
  expect((await front.done('visits.company', at(windowOf(1), 'MK'))).items).toMatchObject([
    { where: { kind: 'site' } },
  ]);

  site.desk.events.splice(0);
  await site.desk.advance(75_000);
  expect(site.desk.events).toContainEqual(expect.objectContaining({ topics: ['presence'] }));
  expect((await front.done('visits.company', at(windowOf(1), 'MK'))).items).toEqual([]);
});

it('of two who call in the same person at once, one is refused in words and calls in the next', async () => {
  const visits = [site.desk.addVisit(1), site.desk.addVisit(2)];
  for (const visitId of visits) {
    await site.desk.done('visits.checkIn', {
      visitId,
      seenVersion: 1,
      identifiers: [
        { kind: 'name', stated: null },
        { kind: 'date-of-birth', stated: null },
      ],
    });
  }
  const [first = ''] = visits;
  const { version } = await front.done('visits.get', { visitId: first });
  const call = (machine: Machine) =>
    machine.call('visits.move', { visitId: first, seenVersion: version, to: 'collecting' });
  const answers = await Promise.all([call(front), call(back)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { kind: 'conflict', reason: 'changed' } });
  const { items } = await front.done('activity.list', {});
  expect(items.filter(({ kind }) => kind === 'moved')).toHaveLength(1);
});

it('a batch of labels is followed at the desk that asked for it, and at no other', async () => {
  const visitId = site.desk.addVisit(1);
  await deskSteps(() => site.desk).checkIn(visitId);
  const { batchId } = await front.done('labels.printFor', { visitIds: [visitId] });
  const listed = async (at: Pick<Machine, 'done'>) =>
    (await at.done('labels.batches', {})).batches.map(({ id }) => id);
  expect(await listed(front)).toEqual([batchId]);
  expect(await listed(back)).toEqual([]);
  expect((await site.desk.done('labels.batches', {})).batches).toEqual([]);
});
