// A whole desk in training mode, composed as the app composes it, and its printer.
import { openDesk } from '../../src/app/compose.ts';
import type { Desk } from '../../src/app/compose.ts';
import { readManagedSettings } from '../../src/app/managed-settings.ts';
import type { ManagedSettings } from '../../src/app/managed-settings.ts';
import { startTrainingPrinter } from '../../src/app/training-printer.ts';
import type { TrainingPrinter, TrainingPrinterOptions } from '../../src/app/training-printer.ts';
import { operations } from '../../src/contract/index.ts';
import type { Answer, Input, OperationName, Output } from '../../src/contract/index.ts';
import { silentLog } from './silent-log.ts';

/** Opens a desk in training mode on a data folder; a second call goes on with what the first one left there. */
export const openTrainingDesk = async (
  dataFolder: string,
  settings: Partial<ManagedSettings> = {},
): Promise<Desk> =>
  openDesk({
    drawsIn: 'threads',
    machine: 'desk-1',
    settings: { ...(await readManagedSettings(null, () => undefined)), ...settings },
    dataFolder,
    folderLock: () => 'held',
    secrets: { databaseKey: async () => new Uint8Array(32).fill(9) },
    log: silentLog,
    version: '0.0.0',
  });

/** Calls an operation as a screen does: a command gets an id of its own. */
export function callDesk<Name extends OperationName>(
  { engine }: Desk,
  name: Name,
  input: Input<Name>,
): Promise<Answer<Name>> {
  const isCommand = operations[name].kind === 'command';
  const call = { name, input, ...(isCommand ? { commandId: crypto.randomUUID() } : {}) };
  return engine.call(call) as Promise<Answer<Name>>;
}

/** {@link callDesk}, with the answer checked against the contract. @throws when the operation fails */
export async function askDesk<Name extends OperationName>(
  desk: Desk,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const answer = await callDesk(desk, name, input);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return operations[name].output.parse(answer.value) as Output<Name>;
}

/** A training printer on a free port, as in `openTrainingPrinter({ onReceived: () => (received += 1) })`. */
export const openTrainingPrinter = (
  options: Partial<TrainingPrinterOptions> = {},
): Promise<TrainingPrinter> =>
  startTrainingPrinter({
    port: 0,
    language: 'zpl',
    dotsPerMm: 8,
    log: silentLog,
    nowMs: () => 0,
    onReceived: () => undefined,
    ...options,
  });
