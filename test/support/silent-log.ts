// A log for tests that are about something else.
import type { Log } from '../../src/core/ports.ts';

const nothing = (): void => undefined;

export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
