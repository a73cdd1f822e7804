// How the build takes the parts of Node.
import { expect, test } from 'vitest';
import { withPartsOfNode } from '../../../build/node-parts.ts';

test('each way to import a part of Node takes the part as it is, on the same line', () => {
  expect(
    withPartsOfNode(
      [
        'import { join, resolve as at } from "node:path";',
        'import tls from "node:tls";',
        'import * as fs from "node:fs/promises";',
        'import process$1, { env } from "node:process";',
        'import "node:module";',
        'import { z } from "zod";',
        'const text = \'import a from "node:b";\';',
      ].join('\n'),
    ).split('\n'),
  ).toEqual([
    'const { join, resolve: at } = process.getBuiltinModule("node:path");',
    'const tls = process.getBuiltinModule("node:tls");',
    'const fs = process.getBuiltinModule("node:fs/promises");',
    'const process$1 = process.getBuiltinModule("node:process"), { env } = process$1;',
    '',
    'import { z } from "zod";',
    'const text = \'import a from "node:b";\';',
  ]);
});

test('what is taken is what an import gives', async () => {
  const taken = new Function(
    'process',
    `${withPartsOfNode('import { join as at } from "node:path";')} return at;`,
  );
  expect(taken(process)).toBe((await import('node:path')).join);
});
