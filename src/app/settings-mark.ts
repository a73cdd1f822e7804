// Whether two starts had the same managed settings. They are read once, at start: whoever changes them and starts again while the desk runs
// would take what it shows for the changed ones.
import { createHmac } from 'node:crypto';
import type { ManagedSettings } from './managed-settings.ts';

/**
 * Tells nothing of what stands in them, the token and other secrets among it, to whoever has not the key.
 * @param key known to both starts, such as the key of the data folder's web host
 */
export const settingsMark = (settings: ManagedSettings, key: Uint8Array): string =>
  createHmac('sha256', key).update(JSON.stringify(settings)).digest('base64url');
