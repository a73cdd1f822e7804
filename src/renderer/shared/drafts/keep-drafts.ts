// Joins the forms of this window with what the engine keeps of them, for one person after the other: what somebody has typed is put
// away when somebody else signs in, and is there again when they come back.
import { nextSignIn, useActor } from '../../host/actor.ts';
import type { DeskClient } from '../../host/desk-client.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { isTooLongToKeep, loadDrafts, putDraft, useDrafts } from './drafts.ts';

const READ_AGAIN_MS = 2_000;

type Entries = ReadonlyMap<string, unknown>;
/** Forms whose latest text the engine has not got; null: it was forgotten. */
type Unkept = ReadonlyMap<string, unknown>;

export interface KeptDrafts {
  /** The page goes: what is not kept yet is sent now, without waiting for anything. */
  leave(): void;
  stop(): void;
}

function textOf(form: string): string | null {
  const entry = useDrafts.getState().entries.get(form);
  return entry === undefined ? null : JSON.stringify(entry);
}

/** Reads what was typed in this window before, and keeps what is typed from now on. Used once for a window. */
export function keepDrafts(desk: Pick<DeskClient, 'ask' | 'command'>, windowId: string): KeptDrafts {
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
          : desk.command(
              'drafts.keep',
              { windowId, form, text },
              { commandId: crypto.randomUUID(), actor: useActor.getState().initials },
            ),
    });
    for (const [form, entry] of unkept) {
      putDraft(form, entry);
      keeper.changed(form);
    }
    const read = async (): Promise<void> => {
      const answer = await desk.ask('drafts.list', { windowId });
      if (isOver) return;
      if (!answer.ok && answer.error.retry === 'later') {
        timer = window.setTimeout(() => void read(), READ_AGAIN_MS);
        return;
      }
      loadDrafts(answer.ok ? answer.value.items.filter(({ form }) => !unkept.has(form)) : []);
    };
    void read();
    return {
      keeper,
      /** `entries`: what stood in the forms. Returns what of it is not kept. */
      end(entries: Entries): Unkept {
        isOver = true;
        window.clearTimeout(timer);
        return new Map(keeper.stop().map((form) => [form, entries.get(form) ?? null]));
      },
    };
  }

  let present = begin(new Map());
  const unsubscribe = useDrafts.subscribe(({ taken, entries, isLoaded }, before) => {
    if (taken !== null && taken !== before.taken) {
      leftBehind.set(taken.from, present.end(before.entries));
      const unkept = leftBehind.get(taken.by) ?? new Map<string, unknown>();
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
