// Loaded into the process of a desk that is to be killed, before its own code (`--import`).
import { createRequire } from 'node:module';
import { makeScryptCheap } from '../../support/cheap-scrypt.ts';

const require = createRequire(import.meta.url);

// A passphrase is meant to cost half a second at each start. That is no part of what is tried here, and is spared.
makeScryptCheap();

// Doubts wait for minutes, so that a late request cannot do something twice. At the end of a run nothing is late any more, and the
// desk's clocks go so many times as fast: the time of day too, because some waits are kept on the disk.
const hurry = Number(process.env['DESK_CLOCK_FACTOR'] ?? 1);
/** What waits for less is not hurried below it: requests and the printer have to be answered by others, whose time is the usual. */
const SHORTEST_HURRIED_MS = 2_000;
if (hurry !== 1) {
  const { performance, setTimeout } = globalThis;
  const startMs = performance.now();
  Object.defineProperty(globalThis, 'performance', {
    value: new Proxy(performance, {
      get: (target, name) => {
        if (name === 'now') return () => startMs + (target.now() - startMs) * hurry;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  });
  const hurried = (callback: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) =>
    setTimeout(callback, Math.max(delayMs / hurry, Math.min(delayMs, SHORTEST_HURRIED_MS)), ...given);
  Object.assign(globalThis, { setTimeout: Object.assign(hurried, setTimeout) });
  const { now } = Date;
  const startedMs = now();
  Date.now = () => Math.round(startedMs + (now() - startedMs) * hurry);
}

// The control: a desk whose database brings nothing to the disk.
if (process.env['DESK_SYNCHRONOUS'] === 'off') {
  const { prototype } = require('better-sqlite3-multiple-ciphers') as {
    prototype: { pragma(this: object, text: string, options?: object): unknown };
  };
  const { pragma } = prototype;
  prototype.pragma = function (text, options) {
    return pragma.call(this, text.replace('synchronous = FULL', 'synchronous = OFF'), options);
  };
}
