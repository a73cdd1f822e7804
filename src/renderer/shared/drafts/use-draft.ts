// A form's fields, which outlive a reload of the window and a look at another screen.
import { useCallback, useMemo } from 'react';
import type { TypedForm } from '../../../contract/typed-form.ts';
import { answered, fitting, formIsBeingSent, isTooLongToKeep, putDraft, useDrafts } from './drafts.ts';
import { knownWindowId } from './window-id.ts';

export interface Draft<Entry> {
  /** The form's name. */
  readonly form: string;
  readonly entry: Entry;
  /** Changes the named parts of the entry. */
  change(changes: Partial<Entry>): void;
  /** To be called when the form was sent or closed: what was typed is gone, here and at the engine. */
  forget(): void;
  /**
   * As `forget`, where an answer may have taken its time: what was typed since it was asked for, in place of `sent`, stays. `stays` puts into
   * it how the record is by that answer.
   */
  forgetSent(sent: Entry, stays?: (typedSince: Entry) => Entry): void;
  /** What goes with the command that is being sent from the form, so that a reload before its answer does not bring back what was sent. */
  typed(): TypedForm | null;
  /** Nothing was typed, or it was forgotten. */
  readonly isEmpty: boolean;
  /** False for a moment after the window was loaded: a form that keeps its own fields waits for it. */
  readonly isLoaded: boolean;
}

/**
 * `form` is the name of the form, with the id of the record that it is about; `empty` is a constant. Nothing secret may be
 * in an entry.
 * @example const { entry, change, forget } = useDraft(`cancel:${visit.id}`, NO_REASON);
 */
export function useDraft<Entry extends object>(form: string, empty: Entry): Draft<Entry> {
  const isLoaded = useDrafts((drafts) => drafts.isLoaded);
  const kept = useDrafts((drafts) => drafts.entries.get(form));
  const taken = useDrafts((drafts) => drafts.taken);
  const entry = useMemo(() => (kept === undefined ? empty : fitting(empty, kept)), [empty, kept]);
  const change = useCallback(
    (changes: Partial<Entry>) => {
      const before = useDrafts.getState().entries.get(form);
      const now = { ...(before === undefined ? empty : fitting(empty, before)), ...changes };
      // What was taken out again letter by letter was never typed.
      putDraft(form, JSON.stringify(now) === JSON.stringify(empty) ? null : now);
    },
    [form, empty],
  );
  // An answer may come after somebody else has signed in: what was sent is of whoever typed it.
  const forget = useCallback(() => answered(taken, form, () => null), [taken, form]);
  const forgetSent = useCallback(
    (sent: Entry, stays?: (typedSince: Entry) => Entry) =>
      answered(taken, form, (kept) => {
        const standing = fitting(empty, kept);
        if (JSON.stringify(standing) === JSON.stringify(sent)) return null;
        return stays ? stays(standing) : kept;
      }),
    [taken, form, empty],
  );
  const typed = useCallback(() => {
    const standing = useDrafts.getState().entries.get(form);
    const windowId = knownWindowId();
    if (standing === undefined || windowId === null || isTooLongToKeep(standing)) return null;
    formIsBeingSent();
    return { windowId, form, text: JSON.stringify(standing) };
  }, [form]);
  return { form, entry, change, forget, forgetSent, typed, isEmpty: kept === undefined, isLoaded };
}
