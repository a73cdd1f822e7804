// Joins the forms of this window with what the engine keeps of them, for one person after the other: what somebody has typed is put
// away when somebody else signs in, and is there again when they come back.
import { nextSignIn, useActor } from '../../host/actor.ts';
import type { DeskClient } from '../../host/desk-client.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import {
  answersAreSeen,
  isTooLongToKeep,
  keepBeforeSending,
  leftByAnswers,
  loadDrafts,
  parsed,
  putDraft,
  useDrafts,
} from './drafts.ts';

const READ_AGAIN_MS = 2_000;

type Entries = ReadonlyMap<string, unknown>;
/** What was not kept in time. */
interface Unkept {
  /** Forms whose latest text the engine has not got; null: it was forgotten. */
  readonly forms: Entries;
  /** When it was left: milliseconds since the epoch by this machine's clock, which goes on while it sleeps. */
  readonly atMs: number;
}
const NOTHING_UNKEPT: Unkept = { forms: new Map(), atMs: 0 };

export interface KeptDrafts {
  /** The page goes: what is not kept yet is sent now, without waiting for anything. */
  leave(): void;
  stop(): void;
}

function textOf(form: string): string | null {
  const entry = useDrafts.getState().entries.get(form);
  return entry === undefined ? null : JSON.stringify(entry);
}

/** Reads what was typed in this window before, and keeps what is typed from now on. Used once for a window; `name`: the window's. */
export function keepDrafts(desk: Pick<DeskClient, 'ask' | 'command'>, name: Promise<string>): KeptDrafts {
  let windowId: string | null = null;
  void name.then((known) => {
    windowId = known;
  });
  const keep = (windowId: string, form: string, text: string | null) =>
    desk.command(
      'drafts.keep',
      { windowId, form, text },
      { commandId: crypto.randomUUID(), actor: useActor.getState().initials },
    );
  /** By initials: what a lock was quicker than. It stays in this window's memory until they are back. */
  const leftBehind = new Map<string, Unkept>();

  function begin(unkept: Unkept) {
    let isOver = false;
    let timer: number | undefined;
    const keeper = createDraftKeeper({
      textOf,
      nextSignIn,
      send: (form, text) =>
        // The form says so in words. What was kept of it before stays kept.
        isTooLongToKeep(useDrafts.getState().entries.get(form))
          ? Promise.resolve({ ok: true, value: {} } as const)
          : // At once where the name is known: the page may be going.
            windowId === null
            ? name.then((known) => keep(known, form, text))
            : keep(windowId, form, text),
    });
    const leftAgeMs = Math.max(0, Date.now() - unkept.atMs);
    for (const [form, entry] of unkept.forms) {
      putDraft(form, leftByAnswers(form, entry));
      keeper.changed(form);
    }
    const read = async (): Promise<void> => {
      const answer = await desk.ask('drafts.list', { windowId: await name });
      if (isOver) return;
      if (!answer.ok && answer.error.retry === 'later') {
        timer = window.setTimeout(() => void read(), READ_AGAIN_MS);
        return;
      }
      const kept = answer.ok ? answer.value.items.filter(({ form }) => !unkept.forms.has(form)) : [];
      const left = kept.flatMap((one) => {
        const entry = parsed(one.text);
        const leftOfIt = leftByAnswers(one.form, entry);
        if (leftOfIt === entry) return [one];
        keeper.changed(one.form);
        return leftOfIt === null ? [] : [{ ...one, text: JSON.stringify(leftOfIt) }];
      });
      answersAreSeen();
      loadDrafts(left, new Map([...unkept.forms.keys()].map((form) => [form, leftAgeMs])));
    };
    void read();
    return {
      keeper,
      /** `entries`: what stood in the forms. Returns what of it is not kept. */
      end(entries: Entries): Unkept {
        isOver = true;
        window.clearTimeout(timer);
        const forms = new Map(keeper.stop().map((form) => [form, entries.get(form) ?? null]));
        return { forms, atMs: Date.now() };
      },
    };
  }

  let present = begin(NOTHING_UNKEPT);
  keepBeforeSending(() => present.keeper.now());
  const unsubscribe = useDrafts.subscribe(({ taken, entries, isLoaded }, before) => {
    if (taken !== null && taken !== before.taken) {
      leftBehind.set(taken.from, present.end(before.entries));
      const unkept = leftBehind.get(taken.by) ?? NOTHING_UNKEPT;
      leftBehind.delete(taken.by);
      present = begin(unkept);
      return;
    }
    // What was just loaded is kept already.
    if (isLoaded !== before.isLoaded) return;
    for (const form of new Set([...entries.keys(), ...before.entries.keys()])) {
      if (entries.get(form) !== before.entries.get(form)) present.keeper.changed(form);
    }
  });
  return {
    leave: () => present.keeper.leave(),
    stop() {
      unsubscribe();
      present.keeper.leave();
      present.end(new Map());
    },
  };
}
