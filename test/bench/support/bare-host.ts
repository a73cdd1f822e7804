// Builds the bare list with the settings of the product's own build, and serves it. No part of it is shipped.
import { join } from 'node:path';
import { startBuiltPage, type BuiltPage } from '../../support/built-page.ts';

/** `folder`: where the built files go; it need not exist. */
export const startBareHost = (folder: string): Promise<BuiltPage> =>
  startBuiltPage(join(import.meta.dirname, 'bare-list'), folder);
