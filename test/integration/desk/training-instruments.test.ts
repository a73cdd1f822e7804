// The instruments of training mode, as the panel uses them: the service's line, its clock and outcomes, the printer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Desk } from '../../../src/app/compose.ts';
import type { Input, OperationName } from '../../../src/contract/index.ts';
import { askDesk, callDesk, openTrainingDesk } from '../../support/training-desk.ts';

let folder: string;
let desk: Desk;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-training-'));
  desk = await openTrainingDesk(folder);
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = <Name extends OperationName>(name: Name, input: Input<Name>) => callDesk(desk, name, input);
const ask = <Name extends OperationName>(name: Name, input: Input<Name>) => askDesk(desk, name, input);

it('the connection to the service is switched, and its state is told', async () => {
  expect(await ask('training.get', {})).toMatchObject({ offline: false, network: 'up' });
  expect(await ask('training.setNetwork', { mode: 'down' })).toMatchObject({ network: 'down' });
  expect(await ask('training.setNetwork', { mode: 'up' })).toMatchObject({ network: 'up' });
});

it('the service’s clock moves forward by the time asked for', async () => {
  const before = await ask('training.get', {});
  const after = await ask('training.advanceClock', { seconds: 600 });
  expect(after.serviceNowMs - before.serviceNowMs).toBeGreaterThanOrEqual(600_000);
  expect(after.serviceNowMs - before.serviceNowMs).toBeLessThan(660_000);
});

it('the next outcome is one that the service knows, and no other is accepted', async () => {
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

it('the printer is switched off and on, and its labels are cleared', async () => {
  expect(await ask('training.setPrinterMode', { mode: 'off' })).toMatchObject({ printer: { mode: 'off' } });
  expect(await ask('training.setPrinterMode', { mode: 'ready' })).toMatchObject({
    printer: { mode: 'ready' },
  });
  await ask('training.clearLabels', {});
  expect(await ask('training.labels', {})).toEqual({ items: [] });
});
