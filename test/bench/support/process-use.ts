// What processes use of the machine, as Linux counts it: memory by their share of it, time of the processors.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession } from '@playwright/test';

const KB_OF_MB = 1_024;
/** The unit in which Linux tells processor time, on every architecture that Node runs on. */
const TICKS_A_SECOND = 100;

/** Megabytes; memory that several processes share counts once, divided among them. 0 when the process has ended. */
export function memoryMb(processId: number): number {
  try {
    const pss = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8'))?.[1];
    return Number(pss ?? 0) / KB_OF_MB;
  } catch {
    return 0;
  }
}

/** This process and those that it started, those of each of its threads and theirs included. */
export function familyOf(processId: number): readonly number[] {
  try {
    const tasks = `/proc/${processId}/task`;
    const children = readdirSync(tasks).flatMap((thread) =>
      readFileSync(join(tasks, thread, 'children'), 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );
    return [processId, ...children.flatMap(familyOf)];
  } catch {
    return [];
  }
}

/** Seconds of a processor, all threads and the system's part included. */
export function processorS(processId: number): number {
  const { own } = timesOf(processId);
  return own;
}

/** The same with the processes that it started, those that have ended included. */
export function familyProcessorS(processId: number): number {
  return familyOf(processId)
    .map(timesOf)
    .reduce((total, { own, ended }) => total + own + ended, 0);
}

/** Seconds: of the process, and of those that it started and that have ended. */
function timesOf(processId: number): { readonly own: number; readonly ended: number } {
  try {
    // The name of the program stands in brackets and may hold anything.
    const [, , , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = readFileSync(
      `/proc/${processId}/stat`,
      'utf8',
    )
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return { own: (user + system) / TICKS_A_SECOND, ended: (endedUser + endedSystem) / TICKS_A_SECOND };
  } catch {
    return { own: 0, ended: 0 };
  }
}

export interface BrowserProcesses {
  /** Ids of all processes by kind: `browser`, `renderer`, `GPU`, `utility`. */
  list(): Promise<readonly { readonly id: number; readonly type: string }[]>;
}

export async function processesOf(browser: Browser): Promise<BrowserProcesses> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  return {
    async list() {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.map(({ id, type }) => ({ id, type }));
    },
  };
}

/** The processor's time of some work on this thread, which stays the same however busy the machine is with something else. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
