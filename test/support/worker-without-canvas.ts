// The thread that reads documents, on a machine where the native canvas cannot be loaded.
import Module from 'node:module';

const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
const load = loader._load;
loader._load = (request, ...rest) => {
  if (request === '@napi-rs/canvas') throw new Error('cannot load the native canvas');
  return Reflect.apply(load, loader, [request, ...rest]);
};

// By its address, as it is compiled without a browser's types.
await import(new URL('../../src/adapters/document-worker.ts', import.meta.url).href);
