// The instruments of training mode, as the panel uses them: the service's line, its clock and outcomes, the printer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk } from '../../../src/app/compose.ts';
import type { Desk } from '../../../src/app/compose.ts';
import { readManagedSettings } from '../../../src/app/managed-settings.ts';
import { operations } from '../../../src/contract/index.ts';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import { silentLog } from '../../support/silent-log.ts';

let folder: string;
let desk: Desk;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-training-'));
  desk = await openDesk({
    settings: await readManagedSettings(null, () => undefined),
    dataFolder: folder,
    folderLock: () => 'held',
    secrets: { databaseKey: async () => new Uint8Array(32).fill(9) },
    log: silentLog,
    version: '0.0.0',
  });
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call<Name extends OperationName>(name: Name, input: Input<Name>) {
  const isCommand = operations[name].kind === 'command';
  return desk.engine.call({ name, input, ...(isCommand ? { commandId: crypto.randomUUID() } : {}) });
}
async function ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const answer = await call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return operations[name].output.parse(answer.value) as Output<Name>;
}

it('the service’s line is switched, and says how it stands', async () => {
  expect(await ask('training.get', {})).toMatchObject({ offline: false, network: 'up' });
  expect(await ask('training.setNetwork', { mode: 'down' })).toMatchObject({ network: 'down' });
  expect(await ask('training.setNetwork', { mode: 'up' })).toMatchObject({ network: 'up' });
});

it('the service’s clock goes ahead by what is asked', async () => {
  const before = await ask('training.get', {});
  const after = await ask('training.advanceClock', { seconds: 600 });
  expect(after.serviceNowMs - before.serviceNowMs).toBeGreaterThanOrEqual(600_000);
  expect(after.serviceNowMs - before.serviceNowMs).toBeLessThan(660_000);
});

it('the next outcome is one of the service’s own, and no other', async () => {
  const [scenario] = (await ask('training.get', {})).scenarios;
  expect(await ask('training.setNextScenario', { scenario: scenario as string })).toMatchObject({
    nextScenario: scenario,
  });
  expect(await call('training.setNextScenario', { scenario: 'no-such-outcome' })).toMatchObject({
    ok: false,
    error: { kind: 'rejected' },
  });
  expect(await ask('training.setNextScenario', { scenario: null })).toMatchObject({ nextScenario: null });
});

it('the printer is switched off and on, and its labels are put away', async () => {
  expect(await ask('training.setPrinterMode', { mode: 'off' })).toMatchObject({ printer: { mode: 'off' } });
  expect(await ask('training.setPrinterMode', { mode: 'ready' })).toMatchObject({
    printer: { mode: 'ready' },
  });
  await ask('training.clearLabels', {});
  expect(await ask('training.labels', {})).toEqual({ items: [] });
});
