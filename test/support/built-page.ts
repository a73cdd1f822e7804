// Builds a page of the tests with the settings of the product's own build, and serves it. No part of it is shipped.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import type { UserConfig } from 'vite';
import config from '../../electron.vite.config.ts';
import { openScreenFiles } from '../../src/app/screen-files.ts';

export interface BuiltPage {
  readonly address: string;
  close(): void;
}

/** `root`: the folder with the page's `index.html`; `folder`: where the built files go, it need not exist. */
export async function startBuiltPage(root: string, folder: string): Promise<BuiltPage> {
  const { renderer } = config as { readonly renderer: UserConfig };
  await build({
    ...renderer,
    configFile: false,
    logLevel: 'warn',
    root,
    build: {
      ...renderer.build,
      outDir: folder,
      rollupOptions: { input: { index: join(root, 'index.html') } },
    },
  });
  const files = openScreenFiles(folder);
  const server = createServer((request, response) => {
    const file = files.get((request.url ?? '/').replace(/\?.*/, ''));
    if (file) response.setHeader('content-type', file.type).end(file.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
