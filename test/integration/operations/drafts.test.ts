// What is typed into forms and not sent yet is kept for its window, and forgotten after a working day.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DRAFT_KEPT_MS, forgetOldDrafts, keepDraft } from '../../../src/core/store/desk/drafts.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const windowId = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

let desk: TestDesk;
beforeEach(() => {
  desk = openTestDesk();
});
afterEach(() => desk.close());

const kept = async (id: string) =>
  (await desk.done('drafts.list', { windowId: id })).items.map(({ form, text }) => [form, text]);

it('a form is kept for its own window until it is forgotten', async () => {
  const long = `${'🙂محمد'.repeat(1_500)}`;
  await desk.done('drafts.keep', { windowId, form: 'new-person', text: 'O’Nei' });
  await desk.done('drafts.keep', { windowId, form: 'new-person', text: long });
  await desk.done('drafts.keep', { windowId, form: 'order', text: 'half an order' });
  await desk.done('drafts.keep', { windowId: other, form: 'order', text: 'another one' });
  expect(Object.fromEntries(await kept(windowId))).toEqual({ 'new-person': long, order: 'half an order' });
  await desk.done('drafts.keep', { windowId, form: 'order', text: null });
  expect(await kept(windowId)).toEqual([['new-person', long]]);
  expect(await kept(other)).toEqual([['order', 'another one']]);
});

it('is told to nobody but whoever typed it, where people sign in, and is there again when they come back', async () => {
  const pins = openTestDesk({ people: { signIn: 'pin', idleMinutes: 5 } });
  const made = await pins.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: '80264' });
  if (made.kind !== 'signed-in') throw new Error('The manager was not signed in.');
  const manager = { handle: made.handle };
  await pins.done(
    'staff.add',
    { initials: 'RT', name: 'Rosa Turner', role: 'reception', pin: '4711' },
    manager,
  );
  const signedIn = async (initials: string, pin: string) => {
    const answer = await pins.done('staff.signIn', { initials, pin });
    if (answer.kind !== 'signed-in') throw new Error(`${initials} was not signed in.`);
    return { handle: answer.handle };
  };
  const rosa = await signedIn('RT', '4711');
  const typed = async (as: { handle: string }) =>
    (await pins.done('drafts.list', { windowId }, as)).items.map(({ form, text }) => [form, text]);
  await pins.done('drafts.keep', { windowId, form: 'new-person', text: 'of Mira' }, manager);
  expect(await typed(rosa)).toEqual([]);
  // The same form at the same window, typed by the next: neither takes the place of the other.
  await pins.done('drafts.keep', { windowId, form: 'new-person', text: 'of Rosa' }, rosa);
  expect(await typed(manager)).toEqual([['new-person', 'of Mira']]);
  await pins.done('drafts.keep', { windowId, form: 'new-person', text: null }, rosa);
  expect(await typed(rosa)).toEqual([]);
  await pins.done('staff.signOut', { why: 'locked' }, manager);
  expect(await typed(await signedIn('MS', '80264'))).toEqual([['new-person', 'of Mira']]);
  expect(await pins.refused('drafts.list', { windowId })).toMatchObject({ kind: 'not-signed-in' });
  await pins.close();
});

it('what nobody came back to is told with its age, and not at all after a working day', async () => {
  const nowMs = desk.parts.clock.nowMs();
  const keptAgo = (form: string, agoMs: number) =>
    keepDraft(desk.parts.store.db, { windowId, person: '', form, text: form, keptAtMs: nowMs - agoMs });
  keptAgo('yesterday', DRAFT_KEPT_MS + 1);
  keptAgo('this morning', DRAFT_KEPT_MS - 60_000);
  const { items } = await desk.done('drafts.list', { windowId });
  expect(items).toEqual([{ form: 'this morning', text: 'this morning', ageMs: DRAFT_KEPT_MS - 60_000 }]);
  expect(forgetOldDrafts(desk.parts.store.db, nowMs - DRAFT_KEPT_MS, 10)).toBe(1);
  expect(forgetOldDrafts(desk.parts.store.db, nowMs - DRAFT_KEPT_MS, 10)).toBe(0);
});

it('is limited, the latest forms staying', async () => {
  for (let number = 0; number < 205; number += 1) {
    await desk.done('drafts.keep', { windowId, form: `form-${number}`, text: 'x' });
  }
  const forms = (await kept(windowId)).map(([form]) => form);
  expect(forms).toHaveLength(200);
  expect(forms).toContain('form-204');
  expect(await desk.refused('drafts.keep', { windowId, form: 'x', text: 'x'.repeat(240_001) })).toMatchObject(
    {
      kind: 'rejected',
    },
  );
});
