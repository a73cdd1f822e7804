// Lets the processes of the tests keep what they compile, as `npm start` does for a desk: hundreds of them load the same scripts, and
// each that finds them compiled starts with two thirds of the work.
import { resolve } from 'node:path';

/** Beside the other caches; an entry is good for one version of its script and of Node. */
const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/drawdesk/compiled');

/** For all processes that are started from this one; a folder that somebody has named is left. */
export function keepWhatIsCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= FOLDER;
}
