// The walls between the rooms of the code hold: what must not be imported, or written, somewhere fails the lint.
import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
let eslint: ESLint;
beforeAll(() => {
  eslint = new ESLint({
    cwd: root,
    // The planted files are not on disk, so nothing is known of their types.
    overrideConfig: {
      languageOptions: { parserOptions: { projectService: false } },
      rules: {
        '@typescript-eslint/no-floating-promises': 'off',
        '@typescript-eslint/no-misused-promises': 'off',
        '@typescript-eslint/no-unnecessary-condition': 'off',
      },
    },
  });
});

async function rulesBrokenBy(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: resolve(root, file) });
  return (result?.messages ?? []).map((message) => message.ruleId);
}

const WALL = 'boundaries/dependencies';

it.each([
  [
    'a store that uses the outbox’s rules',
    'src/core/store/outbox/planted.ts',
    `export { enqueue } from '../../outbox/changes.ts';`,
  ],
  [
    'the outbox’s table that knows the mirror',
    'src/core/store/outbox/planted.ts',
    `export { readPatients } from '../mirror/patient-records.ts';`,
  ],
  [
    'the connection that knows the outbox',
    'src/core/line/planted.ts',
    `export { createSender } from '../outbox/sender.ts';`,
  ],
  [
    'a layout that knows a printer language',
    'src/core/printing/layout/planted.ts',
    `export * from '../languages/zpl/zpl.ts';`,
  ],
  [
    'a screen that imports another screen',
    'src/renderer/features/board/planted.ts',
    `export { Worklist } from '../worklist/worklist.tsx';`,
  ],
  [
    'the kit that knows a clinic',
    'src/renderer/ui/planted.ts',
    `export { DESK_STATES } from '../../domain/visit.ts';`,
  ],
  ['the engine that knows a host', 'src/core/planted.ts', `export { openDesk } from '../app/compose.ts';`],
  [
    'a host that reaches into the engine',
    'src/web-host/planted.ts',
    `export { createEngine } from '../core/engine.ts';`,
  ],
])('%s is refused', async (_what, file, code) => {
  expect(await rulesBrokenBy(file, code)).toContain(WALL);
});

it('a room may use its own files, and those that its arrows name', async () => {
  expect(
    await rulesBrokenBy('src/core/outbox/planted.ts', `export { createGateway } from '../line/gateway.ts';`),
  ).toEqual([]);
  expect(
    await rulesBrokenBy('src/renderer/features/board/planted.ts', `export { Board } from './board.tsx';`),
  ).toEqual([]);
});

it('SQL outside the stores is refused', async () => {
  const code = `export const query = 'SELECT id FROM visit WHERE date = ?';`;
  expect(await rulesBrokenBy('src/core/operations/planted.ts', code)).toContain('no-restricted-syntax');
  expect(await rulesBrokenBy('src/core/store/desk/planted.ts', code)).toEqual([]);
});
