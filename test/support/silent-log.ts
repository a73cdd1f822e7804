// A log that writes nothing, for tests that do not check the log.
import type { Log } from '../../src/core/ports/machine.ts';

const nothing = (): void => undefined;

/** Ignores every line. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
