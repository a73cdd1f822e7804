// Somebody else signs in at a window: the screen stays, and what the person before typed goes with them and is there when they are back.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notSignedIn, type Result } from '../../../src/domain/app-error.ts';
import '../../../src/renderer/app/sign-in/undo-ends.ts';
import { usePatients } from '../../../src/renderer/features/patients/patients-store.ts';
import { useListText } from '../../../src/renderer/features/registrations/list-text.ts';
import { useScannedForm } from '../../../src/renderer/features/visit/scanned-form.ts';
import { useWalkInDraft } from '../../../src/renderer/features/walk-in/walk-in-draft.ts';
import { NOBODY_IN_PARTICULAR, useActor } from '../../../src/renderer/host/actor.ts';
import type { DeskClient } from '../../../src/renderer/host/desk-client.ts';
import { askSecondPerson, useSecondPerson } from '../../../src/renderer/host/second-person.ts';
import {
  answered,
  formIsBeingSent,
  putDraft,
  useDrafts,
} from '../../../src/renderer/shared/drafts/drafts.ts';
import { keepDrafts } from '../../../src/renderer/shared/drafts/keep-drafts.ts';
import { notify, undoLast, useToasts } from '../../../src/renderer/ui/toast-store.ts';

await vi.hoisted(async () => (await import('../../support/tab-storage.ts')).giveTabStorage());

/** Longer than a busy machine takes; nothing here is about speed. */
const WITHIN = { timeout: 15_000 };

const signIn = (initials: string): void =>
  useActor.getState().signedIn(initials, `handle of ${initials} ${crypto.randomUUID()}`);
const lock = (): void => useActor.getState().signedOut(useActor.getState().handle);
const shown = () => Object.fromEntries(useDrafts.getState().entries);

/** Keeps the forms of each person apart, as the engine does, by the handle of the moment. */
function engine() {
  const kept = new Map<string, Map<string, string>>();
  const who = (): string | null => /^handle of (\w+)/.exec(useActor.getState().handle ?? '')?.[1] ?? null;
  const formsOf = (person: string): Map<string, string> => {
    const forms = kept.get(person) ?? new Map<string, string>();
    kept.set(person, forms);
    return forms;
  };
  const refused: Result<never> = { ok: false, error: notSignedIn('locked') };
  const desk = {
    ask: async () => {
      // As the screens' client: on a locked window a question waits.
      await vi.waitFor(() => expect(who()).not.toBeNull(), WITHIN);
      const items = [...formsOf(who() ?? '')].map(([form, text]) => ({ form, text, ageMs: 0 }));
      return { ok: true, value: { items } };
    },
    command: (_name: string, { form, text }: { form: string; text: string | null }) => {
      const person = who();
      if (person === null) return Promise.resolve(refused);
      if (text === null) formsOf(person).delete(form);
      else formsOf(person).set(form, text);
      return Promise.resolve({ ok: true, value: {} });
    },
  } as unknown as Pick<DeskClient, 'ask' | 'command'>;
  return { desk, of: (person: string) => Object.fromEntries(formsOf(person)) };
}

const isLoaded = () => vi.waitFor(() => expect(useDrafts.getState().isLoaded).toBe(true), WITHIN);

beforeEach(() => {
  window.sessionStorage.removeItem('drawdesk.actor');
  useActor.setState({ initials: NOBODY_IN_PARTICULAR, handle: null, turn: 0 });
  useDrafts.setState(useDrafts.getInitialState(), true);
});

describe('what somebody has typed', () => {
  it('and is answered while the next person is here is not offered to them again, and takes nothing from the next', async () => {
    const { desk, of } = engine();
    signIn('MS');
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    await isLoaded();
    putDraft('order', { text: 'Iron Check' });
    putDraft('other', { text: 'typed on' });
    putDraft('member', { text: 'typed on', seen: 1 });
    await vi.waitFor(() => expect(Object.keys(of('MS'))).toEqual(['order', 'other', 'member']), WITHIN);
    const { taken } = useDrafts.getState();
    signIn('RT');
    await isLoaded();
    putDraft('order', { text: 'Iron Check' });
    const leftByIronCheck = (entry: unknown): unknown =>
      JSON.stringify(entry) === '{"text":"Iron Check"}' ? null : entry;
    answered(taken, 'order', leftByIronCheck);
    answered(taken, 'other', leftByIronCheck);
    answered(taken, 'member', (entry) => ({ ...(entry as object), seen: 2 }));
    expect(shown()).toEqual({ order: { text: 'Iron Check' } });
    signIn('MS');
    await isLoaded();
    const left = { other: { text: 'typed on' }, member: { text: 'typed on', seen: 2 } };
    expect(shown()).toEqual(left);
    await vi.waitFor(
      () =>
        expect(of('MS')).toEqual({ other: '{"text":"typed on"}', member: '{"text":"typed on","seen":2}' }),
      WITHIN,
    );
    // What is typed from now on is theirs as ever.
    putDraft('order', { text: 'Iron Check' });
    signIn('RT');
    await isLoaded();
    signIn('MS');
    await isLoaded();
    expect(shown()).toEqual({ order: { text: 'Iron Check' }, ...left });
    drafts.stop();
  });

  it('is kept before the form is sent, for whoever is here by then', async () => {
    const { desk, of } = engine();
    signIn('MS');
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    await isLoaded();
    signIn('RT');
    await isLoaded();
    putDraft('reason:cancel', { reason: 'Asked for by phone' });
    formIsBeingSent();
    expect([of('MS'), of('RT')]).toEqual([{}, { 'reason:cancel': '{"reason":"Asked for by phone"}' }]);
    drafts.stop();
  });

  it('stays for whoever unlocks their own window, is gone for the next, and is there when they are back', async () => {
    const { desk, of } = engine();
    signIn('MS');
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    await isLoaded();
    putDraft('new-person', { firstName: 'Olive' });
    await vi.waitFor(() => expect(of('MS')).toEqual({ 'new-person': '{"firstName":"Olive"}' }), WITHIN);
    lock();
    expect(shown()).toEqual({ 'new-person': { firstName: 'Olive' } });
    signIn('MS');
    expect(shown()).toEqual({ 'new-person': { firstName: 'Olive' } });
    expect(useActor.getState().turn).toBe(0);

    lock();
    signIn('RT');
    expect(useActor.getState().turn).toBe(1);
    expect(shown()).toEqual({});
    await isLoaded();
    putDraft('new-person', { firstName: 'Rupert' });
    await vi.waitFor(() => expect(of('RT')).toEqual({ 'new-person': '{"firstName":"Rupert"}' }), WITHIN);
    expect(of('MS')).toEqual({ 'new-person': '{"firstName":"Olive"}' });

    lock();
    signIn('MS');
    await isLoaded();
    expect(shown()).toEqual({ 'new-person': { firstName: 'Olive' } });
    drafts.stop();
  });

  it('in the moment before the lock is neither lost nor kept under the next one’s name', async () => {
    const { desk, of } = engine();
    signIn('MS');
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    await isLoaded();
    putDraft('sent', { reason: 'sent a moment later' });
    await vi.waitFor(() => expect(of('MS')).toHaveProperty('sent'), WITHIN);
    putDraft('order', { note: 'half an order' });
    putDraft('sent', null);
    // Quicker than the keeping.
    lock();
    signIn('RT');
    await isLoaded();
    putDraft('of RT', { note: 'x' });
    await vi.waitFor(() => expect(of('RT')).toEqual({ 'of RT': '{"note":"x"}' }), WITHIN);
    lock();
    signIn('MS');
    await isLoaded();
    expect(shown()).toEqual({ order: { note: 'half an order' } });
    await vi.waitFor(() => expect(of('MS')).toEqual({ order: '{"note":"half an order"}' }), WITHIN);
    drafts.stop();
  });

  it('in a walk-in in the moment before the lock is not lost either', async () => {
    const { desk, of } = engine();
    signIn('MS');
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    await isLoaded();
    // Somebody has been here before: the walk-in is another object than at the start of the window.
    useWalkInDraft.getState().startAgain();
    useWalkInDraft.getState().toggleProduct('iron', true);
    lock();
    signIn('RT');
    await isLoaded();
    expect(useWalkInDraft.getState().productIds).toEqual([]);
    lock();
    signIn('MS');
    // The screen is drawn anew for them, and its parts say what they show.
    useWalkInDraft.getState().leave(0);
    useWalkInDraft.getState().chooseDay(null);
    await isLoaded();
    expect(useWalkInDraft.getState().productIds).toEqual(['iron']);
    await vi.waitFor(() => expect(of('MS')).toHaveProperty('walk-in'), WITHIN);
    useWalkInDraft.getState().startAgain();
    drafts.stop();
  });

  it('and was kept in other stores goes too: the walk-in, searches, a form that was shown, a question to a second person', async () => {
    const { desk, of } = engine();
    signIn('MS');
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    await isLoaded();
    useWalkInDraft.getState().toggleProduct('iron', true);
    usePatients.getState().search('olive');
    useListText.getState().set('olive');
    useScannedForm.setState({ scanned: { visitId: 'v1', code: 'DRW-1' } });
    const asked = askSecondPerson({
      kind: 'second-person-needed',
      relaxation: 'reprint',
      rule: 'lead',
      detail: '',
      retry: 'never',
    } as never);
    await vi.waitFor(() => expect(of('MS')).toHaveProperty('walk-in'), WITHIN);
    lock();
    signIn('RT');
    expect(await asked).toBeNull();
    expect(useSecondPerson.getState().needed).toBeNull();
    expect(useWalkInDraft.getState().productIds).toEqual([]);
    expect(usePatients.getState().text).toBe('');
    expect(useListText.getState().text).toBe('');
    expect(useScannedForm.getState().scanned).toBeNull();
    await isLoaded();
    expect(of('RT')).toEqual({});

    lock();
    signIn('MS');
    await isLoaded();
    // Within the ten minutes for which a walk-in is offered.
    expect(useWalkInDraft.getState().productIds).toEqual(['iron']);
    drafts.stop();
  });

  it('and the way back from what somebody did: it is not offered to the next, and is to the same person again', () => {
    let undone = 0;
    signIn('MS');
    notify('OLIVER, James is checked in', () => (undone += 1));
    lock();
    signIn('MS');
    expect(undoLast()).toBe(true);
    notify('MARSH, Ada is checked in', () => (undone += 1));
    notify('Form printed');
    lock();
    signIn('RT');
    expect(undoLast()).toBe(false);
    expect(undone).toBe(1);
    expect(useToasts.getState().toasts.map(({ words }) => words)).toEqual(['Form printed']);
  });

  it('stays where nobody signs in: initials are chosen for one piece of work', async () => {
    const { desk } = engine();
    const drafts = keepDrafts(desk, Promise.resolve('window'));
    useActor.getState().work('MS');
    putDraft('order', { note: 'half' });
    useActor.getState().work('RT');
    expect(shown()).toEqual({ order: { note: 'half' } });
    drafts.stop();
  });
});
