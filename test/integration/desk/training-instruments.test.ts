// The instruments of training mode, as the panel uses them: the service's line, its clock and outcomes, the printer.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

const printerOf = async (speaks: string) => {
  const found = (await ask('training.get', {})).printers.find((printer) => printer.speaks === speaks);
  if (!found) throw new Error(`no training printer speaks ${speaks}`);
  return found;
};

it('each printer is switched off and on by itself, and the labels are cleared', async () => {
  const { id: printerId } = await printerOf('EPL2');
  await ask('training.setPrinterMode', { printerId, mode: 'off' });
  expect(await printerOf('EPL2')).toMatchObject({ mode: 'off' });
  expect(await printerOf('ZPL')).toMatchObject({ mode: 'ready' });
  await ask('training.setPrinterMode', { printerId, mode: 'ready' });
  expect(await printerOf('EPL2')).toMatchObject({ mode: 'ready' });
  expect(await call('training.setPrinterMode', { printerId: 'nobody', mode: 'off' })).toMatchObject({
    ok: false,
    error: { kind: 'not-found' },
  });
  await ask('training.clearLabels', {});
  expect(await ask('training.labels', {})).toEqual({ items: [] });
});

it('the office printer is switched off and on, and its pages are cleared', async () => {
  expect(await ask('training.setOfficeMode', { mode: 'no-paper' })).toMatchObject({
    office: { mode: 'no-paper', received: 0 },
  });
  expect(await ask('training.setOfficeMode', { mode: 'ready' })).toMatchObject({ office: { mode: 'ready' } });
  await ask('training.clearPages', {});
  expect(await ask('training.pages', {})).toEqual({ items: [] });
});

it('the spare printer is found, prints what it is sent, and is where it was after a restart', async () => {
  const { found, searched } = await ask('printers.find', {});
  expect(found).toEqual([
    {
      name: 'Spare training printer',
      model: null,
      prints: 'raw',
      address: expect.stringMatching(/^tcp:\/\/127\.0\.0\.1:\d+$/),
      place: 'training',
      setUpAs: null,
    },
  ]);
  expect(searched).toEqual([{ place: 'training', problem: null }]);
  const address = found[0]?.address ?? '';
  expect(await ask('printers.ask', { address })).toMatchObject({ language: 'tspl', model: 'TRAINING-200' });
  const setup = { kind: 'label', name: 'Found', address, language: 'tspl', dotsPerMm: 8 } as const;
  const size = { labelWidthMm: 50.8, labelHeightMm: 25.4, paperWidthMm: null };
  const { printerId } = await ask('printers.add', { setup: { ...setup, ...size } });
  await desk.close();
  desk = await openTrainingDesk(folder);
  expect((await ask('printers.find', {})).found).toMatchObject([{ address, setUpAs: 'Found' }]);
  // Another one of its language, which counts its labels by itself.
  const { id: other } = await printerOf('TSPL');
  for (const each of [printerId, other]) await ask('printers.printSheet', { printerId: each, sheet: 'test' });
  await vi.waitFor(
    async () => {
      const { items } = await ask('training.labels', { limit: 5 });
      const cameOut = [...items].sort((one, next) => one.printerId.localeCompare(next.printerId));
      expect(cameOut).toMatchObject([
        { printerId: 'training-printer-spare', codes: [expect.any(String)] },
        { printerId: other, codes: [expect.any(String)] },
      ]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(2);
    },
    { timeout: 15_000 },
  );
});

it('what lies in the trays lies there after a restart too, until they are emptied', async () => {
  const inTrays = async () => ({
    labels: (await ask('training.labels', {})).items.map(({ printerId, codes }) => [printerId, codes]),
    received: (await ask('training.get', {})).printers.map(({ received }) => received),
  });
  const before = await inTrays();
  expect(before.labels).toHaveLength(2);
  await desk.close();
  desk = await openTrainingDesk(folder);
  expect(await inTrays()).toEqual(before);
  await ask('training.clearLabels', {});
  await desk.close();
  desk = await openTrainingDesk(folder);
  expect(await inTrays()).toMatchObject({ labels: [] });
});

it('labels go to the printer that was chosen for them, after a restart as well, and the activity says so', async () => {
  const before = await ask('training.get', {});
  expect(before.printers.map(({ speaks, prints }) => [speaks, prints])).toEqual([
    ['ZPL', ['label']],
    ['EPL2', []],
    ['TSPL', []],
    ['ESC/POS', ['ticket']],
    ['ZPL, big labels', []],
    ['TSPL, spare', []],
  ]);
  const { id: printerId } = await printerOf('TSPL');
  const chosen = await ask('printers.choose', { document: 'label', printerId });
  expect(chosen.printers.filter(({ prints }) => prints.includes('label')).map(({ id }) => id)).toEqual([
    printerId,
  ]);
  await ask('printers.choose', { document: 'label', printerId });
  await desk.close();
  desk = await openTrainingDesk(folder);
  expect((await printerOf('TSPL')).prints).toEqual(['label']);
  const { items } = await ask('activity.list', { limit: 20 });
  expect(items.filter(({ kind }) => kind === 'printer-chosen').map(({ detail }) => detail)).toEqual([
    { document: 'label', printer: 'Training printer (TSPL)', before: 'Training printer (ZPL)' },
  ]);
  expect(await call('printers.choose', { document: 'label', printerId: 'nobody' })).toMatchObject({
    ok: false,
    error: { kind: 'not-found' },
  });
  await ask('printers.choose', { document: 'label', printerId: (await printerOf('ZPL')).id });
});

it('the next outcome can name biomarkers and a timing, and reaches the laboratory in the reference', async () => {
  for (const scenario of ['abnormal_low@HDL,LDL+instant', 'partial+slow']) {
    expect(await ask('training.setNextScenario', { scenario })).toMatchObject({ nextScenario: scenario });
  }
  for (const scenario of ['partial+soon', 'partial@', 'partial:x', 'partial+instant+slow']) {
    expect(await call('training.setNextScenario', { scenario })).toMatchObject({
      ok: false,
      error: { kind: 'rejected', fields: { scenario: 'unknown' } },
    });
  }
  await ask('training.setNextScenario', { scenario: null });
});

it('the catalogue of scenarios is the service’s own, with its timings', async () => {
  const { scenarios, timings } = await ask('service.scenarios', {});
  expect(scenarios.map(({ name }) => name)).toEqual((await ask('training.get', {})).scenarios);
  expect(scenarios.every(({ status, description }) => status !== '' && description !== '')).toBe(true);
  expect(timings).toMatchObject([
    { name: null, delaySeconds: 30 },
    { name: 'instant', delaySeconds: 0 },
    { name: 'slow', delaySeconds: 120 },
  ]);
});

it('one request is answered with the status that was asked for, and the next one as always', async () => {
  await expect.poll(async () => (await ask('connection.get', {})).state).toBe('online');
  await ask('service.forceStatus', { status: 503 });
  expect(await ask('service.diagnosis', {})).toMatchObject({ forcedStatus: 503 });
  // A reading of the desk itself may come in between and take it.
  await call('service.webhook', {});
  const { forcedStatus, forcedUsed, answers } = await ask('service.diagnosis', {});
  expect(forcedStatus).toBeNull();
  expect(forcedUsed).toMatchObject({ status: 503, atMs: expect.any(Number) });
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(1);
  await ask('service.webhook', {});

  await ask('service.forceStatus', { status: 500 });
  await ask('service.forceStatus', { status: null });
  await ask('service.webhook', {});
  const after = (await ask('service.diagnosis', {})).answers.filter(({ status }) => status === 500);
  expect(after).toEqual([]);
});

it('what the service delivered is listed with its tries, and without what it told', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['x-webhook-secret']));
    request.resume();
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/events`;
  expect(await ask('service.setWebhook', { url, secret: 'ask-no-questions' })).toMatchObject({
    url,
    secretSet: true,
  });
  // Within two days registrations of the demonstration go on, at whatever time of day this runs.
  for (let hour = 0; hour < 48 && received.length === 0; hour += 1) {
    await ask('training.advanceClock', { seconds: 3_600 });
  }
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(received[0]).toBe('ask-no-questions');
  await expect
    .poll(
      async () => (await ask('service.deliveries', {})).items.filter(({ state }) => state === 'delivered'),
      // The newest stand in the list, and they are delivered last.
      { timeout: 300_000 },
    )
    .not.toEqual([]);
  const delivered = (await ask('service.deliveries', {})).items.find(({ state }) => state === 'delivered');
  expect(delivered).toEqual({
    event: expect.any(String),
    state: 'delivered',
    tries: 1,
    lastStatus: 200,
    lastProblem: null,
    createdAtMs: expect.any(Number),
    nextTryAtMs: null,
  });
  expect(await ask('service.setWebhook', { url: null, secret: null })).toMatchObject({
    url: null,
    secretSet: false,
  });
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
});
