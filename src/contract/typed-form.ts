// What stands in a form of a window, as it is kept and as a command says where it was typed.
import { z } from 'zod';
import { LONGEST_DRAFT } from '../domain/draft.ts';

/** Made by each window for itself; it says nothing about anybody. */
export const windowId = z.uuid();
/** With the id of the record that the form is about, such as `registration:…`. */
export const formName = z.string().min(1).max(120);
/** As the screen wrote it; the engine does not read it. */
export const formText = z.string().max(LONGEST_DRAFT);

export const typedForm = z.strictObject({ windowId, form: formName, text: formText });
/** A form of a window with what stands in it. */
export type TypedForm = z.infer<typeof typedForm>;
