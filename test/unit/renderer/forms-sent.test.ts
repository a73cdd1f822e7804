// A window that is reloaded before it hears that its command was carried out must not show what was sent as if it was still to be sent.
// So whatever sends a command out of a form that is kept says which form it was typed into, and the engine forgets it with the command.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../src/renderer');

/** Files that have a kept form and send commands, and need not say so. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'features/printers/ask-printer.tsx': 'fills the form',
  'features/printers/find-printers.tsx': 'fills the form',
  'features/outbox/outbox-line.tsx': 'only opens the dialogs',
  'features/printing/jobs-together.tsx': 'only opens the question',
  'features/printing/printing.tsx': 'only opens the dialog for the reason',
  'features/service/scenario-panel.tsx': 'its form stays as it is, for the next scenario',
  'features/service/webhook-panel.tsx':
    'its address stays in the form until the service has it, and setting it twice is setting it once',
  'features/visit/label-list.tsx': 'only opens the dialogs',
  'features/walk-in/use-hold.ts': 'the walk-in goes on with what it holds',
};

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(ROOT, name), 'utf8') }));

/** A form that is kept is read by a hook of this kind, or handed on as a `Draft`. */
const KEEPS_A_FORM =
  /\buse\w*Draft\w*(?:<\w+>)?\(|\buseReason\(|\buseSettling\(|\b\w*Draft<|: RequestDraft\b/;
const SENDS = /\buseCommand\(|\bCommand<|\buseChoices\(/;
const SAYS_WHICH = /\btyped\(\)|\btyped=\{\w+\.typed\}|\bkept=\{typed\}/;

const sending = sources.filter(({ text }) => KEEPS_A_FORM.test(text) && SENDS.test(text));

it('whatever sends a command out of a kept form says which form that was', () => {
  const silent = sending.filter(({ text }) => !SAYS_WHICH.test(text)).map(({ name }) => name);
  expect(silent.filter((name) => !(name in OTHERWISE))).toEqual([]);
  // An exception that no longer is one would hide the next form in that file.
  expect(Object.keys(OTHERWISE).filter((name) => !silent.includes(name))).toEqual([]);
  expect(sending.length - silent.length).toBeGreaterThan(12);
});
