// Where a site desk says that it is found: at the addresses that its machine has now, and not at those of its start.
import { mkdtempSync, rmSync } from 'node:fs';
import type * as Os from 'node:os';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { siteCertificateIn } from '../../../src/app/site-certificate.ts';
import { listenForDesks } from '../../../src/web-host/site-listener.ts';
import type { SiteHost } from '../../../src/web-host/site-listener.ts';
import { openTestDesk } from '../../support/test-desk.ts';
import type { TestDesk } from '../../support/test-desk.ts';

const machine = vi.hoisted(() => ({ addresses: [] as readonly string[] }));
vi.mock('node:os', async (original) => ({
  ...(await original<typeof Os>()),
  networkInterfaces: () =>
    ({
      lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
      eth0: machine.addresses.map((address) => ({ address, family: 'IPv4', internal: false })),
    }) as unknown as ReturnType<(typeof Os)['networkInterfaces']>,
}));

let desk: TestDesk;
let host: SiteHost;
let folder: string;
beforeEach(async () => {
  machine.addresses = [];
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-addresses-'));
  desk = openTestDesk();
  const { desks, deskPrinting } = desk.parts;
  const certificate = await siteCertificateIn(folder, {
    databaseKey: new Uint8Array(32).fill(5),
    mode: 'live',
  });
  const engine = { call: desk.callAs, subscribe: desk.subscribe };
  host = await listenForDesks(
    { engine, desks, printing: deskPrinting, build: 'b' },
    { at: { address: null, port: 0 }, certificate },
  );
  desks.openTo(host.network(certificate.fingerprint));
});
afterEach(async () => {
  await host.close();
  await desk.close();
  rmSync(folder, { recursive: true });
});

const shown = async (): Promise<string[]> =>
  ((await desk.done('desks.list', {})).network?.addresses ?? []).map((address) =>
    address.replace(/:\d+$/, ''),
  );

it('a machine that had no network yet when it was started, and one that was given another address', async () => {
  expect(await shown()).toEqual(['127.0.0.1']);
  machine.addresses = ['192.0.2.10'];
  expect(await shown()).toEqual(['192.0.2.10']);
  machine.addresses = ['198.51.100.4', '192.0.2.11'];
  expect(await shown()).toEqual(['198.51.100.4', '192.0.2.11']);
  expect(host.addresses[0]).toMatch(/^198\.51\.100\.4:\d+$/);
});
