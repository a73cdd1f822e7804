// Which records have a form of one kind open in this window. Who shows the dialogs by it, and not by the lines of a list, still has one
// open whose line is gone.
import { fitting, useDrafts } from './drafts.ts';

/**
 * The ids of the records; `beginning` is what the name of such a form begins with, before the id.
 * @example useOpenForms('member:', NO_MEMBER, ({ asking }) => asking) // initials, for forms `member:INITIALS`
 */
export function useOpenForms<Entry>(
  beginning: string,
  empty: Entry,
  isOpen: (entry: Entry) => boolean,
): readonly string[] {
  const entries = useDrafts((drafts) => drafts.entries);
  return [...entries].flatMap(([form, kept]) =>
    form.startsWith(beginning) && isOpen(fitting(empty, kept)) ? [form.slice(beginning.length)] : [],
  );
}
