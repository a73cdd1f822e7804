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

it('what nobody came back to is told with its age, and not at all after a working day', async () => {
  const nowMs = desk.parts.clock.nowMs();
  const keptAgo = (form: string, agoMs: number) =>
    keepDraft(desk.parts.store.db, { windowId, form, text: form, keptAtMs: nowMs - agoMs });
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
