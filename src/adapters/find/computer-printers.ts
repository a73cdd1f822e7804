// The printers that this computer has set up already: the queues of CUPS, or what Windows knows of printers on the network.
import type { FoundPrinter, PlaceSearched } from '../../core/ports/printers.ts';
import { isCupsQueueName, rawAddressOf, rawAddressText } from '../../domain/printer-address.ts';
import type { EndedCommand, RunCommand } from '../run-command.ts';
import { tidyName } from './announced.ts';

export interface ComputerSearch {
  readonly found: readonly FoundPrinter[];
  readonly leftOut: number;
  readonly searched: PlaceSearched;
}

const MOST_FOUND = 50;
const LIMIT_MS = 4_000;
const MOST_OUTPUT = 64 * 1024;
/** The shell of Windows needs seconds for its start alone. */
const WINDOWS_LIMIT_MS = 8_000;
/** A printer at a network address is reached there, whatever its queue; what it says of itself comes back. */
const WINDOWS_QUESTION = [
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8',
  '$ports = @{}',
  'Get-PrinterPort | Where-Object PrinterHostAddress | ForEach-Object { $ports[$_.Name] = $_ }',
  'ConvertTo-Json -Compress @(Get-Printer | Where-Object { $ports[$_.PortName] } | ForEach-Object { @{ name = $_.Name; model = $_.DriverName; host = $ports[$_.PortName].PrinterHostAddress; port = $ports[$_.PortName].PortNumber } })',
].join('; ');

function failureWords({ failure, exit }: EndedCommand, program: string): string | null {
  if (failure === 'not-there') return `this computer has no ${program}, so it knows of no printers`;
  if (failure === 'too-slow') return `${program} did not answer in time`;
  return failure === null && exit === 0 ? null : `${program} does not tell which printers this computer has`;
}

const bounded = (all: readonly FoundPrinter[], unusable: number, problem: string | null): ComputerSearch => ({
  found: all.slice(0, MOST_FOUND),
  leftOut: Math.max(0, all.length - MOST_FOUND) + unusable,
  searched: { place: 'computer', problem },
});

/** Makers whose printers print labels or receipts and no pages; some are named in the addresses of queues by their models. */
const LABEL_MAKERS =
  /zebra|\bZTC\b|eltron|\bTSC\b|godex|\bSATO\b|citizen|bixolon|datamax|intermec|honeywell|argox|\bstar\b|\bEPSON[ /%0-9A-Z]*TM-/i;

/** Where the queues print, by their names: `usb://Zebra%20Technologies/ZTC%20ZD420?serial=…`. */
function devicesOf({ output, exit }: EndedCommand): ReadonlyMap<string, string> {
  const lines = exit === 0 ? output.split('\n') : [];
  return new Map(
    lines.flatMap((line) => {
      const [, name, device] = /^device for (\S+): (\S+)$/.exec(line.trim()) ?? [];
      return name === undefined || device === undefined ? [] : [[name, device.replaceAll('%20', ' ')]];
    }),
  );
}

async function queuesOfCups(run: RunCommand): Promise<ComputerSearch> {
  const work = { limitMs: LIMIT_MS, mostOutput: MOST_OUTPUT };
  const [ended, devices] = await Promise.all([
    run('lpstat', ['-e'], work),
    run('lpstat', ['-v'], work).then(devicesOf),
  ]);
  const isEmpty = ended.failure === null && ended.exit !== 0 && ended.output.trim() === '';
  const problem = isEmpty ? null : failureWords(ended, 'printing system (CUPS)');
  if (problem !== null) return bounded([], 0, problem);
  const names = ended.output.split('\n').filter((name) => name.trim() !== '');
  const usable = names.filter(isCupsQueueName);
  const found = usable.map((name) => ({
    name: tidyName(name.replaceAll('_', ' ')) || name,
    model: null,
    prints: LABEL_MAKERS.test(devices.get(name) ?? '') ? ('raw' as const) : ('pages' as const),
    address: `queue:${name}`,
    place: 'computer' as const,
  }));
  return bounded(found, names.length - usable.length, null);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

/** One printer as Windows tells of it; null when it cannot be printed on. */
function windowsPrinter(told: unknown): FoundPrinter | null {
  if (typeof told !== 'object' || told === null) return null;
  const { name, model, host, port } = told as Readonly<Record<string, unknown>>;
  const address = rawAddressText({ host: String(host), port: Number(port) || 9100 });
  const shown = tidyName(String(name));
  if (shown === '' || rawAddressOf(address) === null) return null;
  const madeBy = typeof model === 'string' ? tidyName(model) : '';
  return {
    name: shown,
    model: madeBy === '' || madeBy === shown ? null : madeBy,
    prints: 'raw',
    address,
    place: 'computer',
  };
}

async function printersOfWindows(run: RunCommand): Promise<ComputerSearch> {
  const options = ['-NoProfile', '-NonInteractive', '-Command', WINDOWS_QUESTION];
  const ended = await run('powershell.exe', options, { limitMs: WINDOWS_LIMIT_MS, mostOutput: MOST_OUTPUT });
  const problem = failureWords(ended, 'Windows PowerShell');
  if (problem !== null) return bounded([], 0, problem);
  const told = ended.output.trim() === '' ? [] : readJson(ended.output);
  if (!Array.isArray(told)) return bounded([], 0, 'what Windows tells of its printers cannot be read');
  const found = told.map(windowsPrinter).filter((printer) => printer !== null);
  return bounded(found, told.length - found.length, null);
}

/** Never rejects, and takes some seconds at most. */
export function searchComputer(run: RunCommand, platform: NodeJS.Platform): Promise<ComputerSearch> {
  return platform === 'win32' ? printersOfWindows(run) : queuesOfCups(run);
}
