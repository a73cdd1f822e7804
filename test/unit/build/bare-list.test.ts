// What screens are measured beside can be built with the settings of the product's own build.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startBareHost } from '../../bench/support/bare-host.ts';

it('the bare list and the empty page can be built, although they have no font and no words of a library', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drawdesk-bare-'));
  const host = await startBareHost(folder);
  try {
    const page = await (await fetch(host.address)).text();
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(new URL(script, host.address))).status).toBe(200);
    expect(page).not.toContain('woff2');
  } finally {
    host.close();
    await rm(folder, { recursive: true, force: true });
  }
});
