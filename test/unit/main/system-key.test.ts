// The key of a live desk in the operating system's key store, also when that has got another key of its own.
import { beforeEach, expect, test, vi } from 'vitest';

const store = vi.hoisted(() => ({ generation: 1, sealsNothing: false }));
vi.mock('electron', () => ({
  safeStorage: {
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text: string) => {
      if (store.sealsNothing) throw new Error('The key store does not seal.');
      return Buffer.from(`${store.generation} ${text}`);
    },
    decryptStringAsync: async (sealed: Buffer) => {
      const [generation, result = ''] = sealed.toString().split(' ');
      return { result, shouldReEncrypt: Number(generation) < store.generation };
    },
  },
}));
const { systemKeyGuard } = await import('../../../src/main/system-key.ts');

const guard = systemKeyGuard('linux');
const key = new Uint8Array(32).fill(7);
beforeEach(() => {
  store.generation = 1;
  store.sealsNothing = false;
});

test('it opens what it has sealed, and leaves it as it is', async () => {
  const wrapped = await guard.wrap(key);
  const opened = await guard.unwrap(wrapped);
  expect([new Uint8Array(opened.key), opened.rewrapped]).toEqual([key, null]);
});

test('what was sealed with a key that is to be replaced is sealed anew', async () => {
  const wrapped = await guard.wrap(key);
  store.generation = 2;
  const { rewrapped } = await guard.unwrap(wrapped);
  const opened = await guard.unwrap(rewrapped);
  expect([new Uint8Array(opened.key), opened.rewrapped]).toEqual([key, null]);
});

test('where it cannot be sealed anew the desk is opened all the same', async () => {
  const wrapped = await guard.wrap(key);
  store.generation = 2;
  store.sealsNothing = true;
  const opened = await guard.unwrap(wrapped);
  expect([new Uint8Array(opened.key), opened.rewrapped]).toEqual([key, null]);
});
