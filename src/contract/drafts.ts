// What is typed into forms and not sent yet. It is kept for the window that it was typed in, so that a reload loses nothing, and for
// whoever typed it: where people sign in, nobody is told what somebody else has typed.
import { z } from 'zod';
import { command, query } from './operation.ts';
import { formName, formText, windowId } from './typed-form.ts';

export const draftOperations = {
  /** All that whoever asks has typed at this window and not sent, each with how long ago it was kept. What is older than a working day is left out. */
  'drafts.list': query(
    z.strictObject({ windowId }),
    z.object({ items: z.array(z.object({ form: z.string(), text: z.string(), ageMs: z.number().int() })) }),
    { staleOn: [] },
  ),
  /**
   * Keeps what stands in a form, in place of what was kept of it; null forgets it. `form` is the form's name at the screens,
   * with the id of the record that it is about, such as `registration:…`.
   */
  'drafts.keep': command(
    z.strictObject({
      windowId,
      form: formName,
      text: formText.nullable(),
    }),
    z.object({}),
    { answersWith: 'other' },
  ),
};
