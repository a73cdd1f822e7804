// Loaded into the process of a desk that is to be killed, before its own code (`--import`).
import crypto from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);

// A passphrase is meant to cost half a second at each start. That is no part of what is tried here, and is spared.
const { scrypt } = crypto;
const cheapScrypt = (...[passphrase, salt, length, , done]: [string, Buffer, number, ScryptOptions, never]) =>
  scrypt(passphrase, salt, length, { N: 2, r: 1, p: 1 }, done);
Object.assign(crypto, { scrypt: cheapScrypt });
syncBuiltinESMExports();

// Doubts wait for minutes, so that a late request cannot do something twice. At the end of a run nothing is late any more,
// and the desk's clock goes so many times as fast.
const hurry = Number(process.env['DESK_CLOCK_FACTOR'] ?? 1);
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
    setTimeout(callback, delayMs / hurry, ...given);
  Object.assign(globalThis, { setTimeout: Object.assign(hurried, setTimeout) });
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
