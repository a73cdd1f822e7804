// Runs tests with one mistake planted in the sources as they are loaded; nothing on the disk is changed. The mistake is
// the entry of planted-faults.ts with the number in PLANTED_FAULT.
import { join, resolve } from 'node:path';
import { mergeConfig } from 'vitest/config';
import type { VitestPluginContext } from 'vitest/node';
import usual from '../../vitest.config.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';

const number = Number(process.env['PLANTED_FAULT']);
const planted = PLANTED_FAULTS[number];
if (!planted) throw new Error(`There is no planted fault ${number}.`);
const { file, text, instead } = planted;
const path = join(resolve(import.meta.dirname, '../../src'), file);

export default mergeConfig(usual, {
  plugins: [
    {
      name: 'plant-a-fault',
      enforce: 'pre' as const,
      // Transformed modules are kept between runs: a planted one must be taken for no other.
      configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
        defineCacheKeyGenerator(({ id }) =>
          id.split('?')[0] === path ? `planted ${text} ${instead}` : null,
        ),
      transform: (code: string, id: string) =>
        id.split('?')[0] === path ? { code: code.replace(text, () => instead), map: null } : null,
    },
  ],
  test: { maxWorkers: 1, bail: 1 },
});
