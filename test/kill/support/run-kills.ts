// A run: a desk with its service, its line and its printer, killed so many times at random instants while people are
// served, then left to settle.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { SeededRandom } from '../../simulation/support/virtual-time.ts';
import { brokenAtEnd, countAtService } from './after-all.ts';
import { DiskWatch } from './after-kill.ts';
import { makeForgetfulDisk } from './forgetful-disk.ts';
import { startFlappingLine } from './flapping-line.ts';
import { KilledDesk } from './killed-desk.ts';
import { startPaperTray } from './paper-tray.ts';
import { letPeopleCome } from './people-at-desk.ts';

const TOKEN = 'token-of-the-killed-desk';
const LINE_FAULTS = 0.3;
const PRINTER_MISHAPS = 0.3;
/** At the end the desk's clock goes so many times as fast: two minutes of doubt take four seconds. */
const HURRY = 30;
const LONGEST_SETTLING_MS = 60_000;
/** Of the kills, those that come while the desk starts. */
const DURING_START = 0.2;
const LOOK_EVERY_MS = 50;
const LONGEST_START_MS = 1_000;
const LONGEST_LIFE_MS = 2_000;
/** The first life, and each of a control, lasts until so much was saved, so that there is something to lose. */
const SAVED_AT_FIRST = 5;

export interface KillsWanted {
  readonly kills: number;
  readonly seed: number;
  /** True: after the first kill the database brings nothing to the disk, and each kill is a power cut. The run must find that. */
  readonly isControl?: boolean;
}

export interface KillsResult {
  readonly seed: number;
  readonly kills: number;
  /** Kills after which writes were lost that the program had not brought to the disk. */
  readonly powerCuts: number;
  /** Number of writes that were lost, wholly or in part. */
  readonly writesLost: number;
  readonly saved: number;
  readonly lineFaults: number;
  readonly papers: number;
  readonly proven: number;
  readonly broken: readonly string[];
  /** Why there were no power cuts; null where there were. */
  readonly lacks: string | null;
}

/**
 * Kills a desk so many times. Every second kill is a power cut where that can be had. The seed decides what is tried; how far
 * the processes have come at each instant is not repeatable.
 *
 * @example expect((await runKills({ kills: 10, seed: 1 })).broken).toEqual([])
 */
export async function runKills({ kills, seed, isControl = false }: KillsWanted): Promise<KillsResult> {
  const random = new SeededRandom(seed);
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'drawdesk-kill-'));
  const disk = makeForgetfulDisk(folder, 'desk-live-');
  const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'demo' });
  const before = await countAtService(sandbox);
  const line = await startFlappingLine(sandbox.baseUrl, new SeededRandom(seed ^ 1), LINE_FAULTS);
  const tray = await startPaperTray(new SeededRandom(seed ^ 2), PRINTER_MISHAPS);
  const desk = new KilledDesk({
    folder,
    serviceUrl: line.url,
    token: TOKEN,
    printer: tray.address,
    random: new SeededRandom(seed ^ 3),
    env: { ...disk?.env },
  });
  const people = letPeopleCome(desk, new SeededRandom(seed ^ 4), tray);
  const watch = new DiskWatch(desk, tray, join(folder, 'copy'));
  let killed = 0;
  let powerCuts = 0;
  let writesLost = 0;
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      disk?.begin();
      const { ready } = desk.start(isControl && kill > 1 ? { DESK_SYNCHRONOUS: 'off' } : {});
      const pause = (longestMs: number): Promise<void> =>
        new Promise((due) => setTimeout(due, random.between(0, longestMs)));
      const mustSave = kill === 1 || isControl;
      const enough = desk.saved.length + SAVED_AT_FIRST;
      if (!mustSave && random.chance(DURING_START)) await pause(LONGEST_START_MS);
      else {
        await ready;
        while (mustSave && desk.saved.length < enough) await pause(LOOK_EVERY_MS);
        await pause(LONGEST_LIFE_MS);
      }
      await desk.kill();
      killed = kill;
      await ready;
      await tray.idle();
      if (disk && (isControl || kill % 2 === 0)) {
        powerCuts += 1;
        writesLost += disk.cutPower((share) => random.chance(share));
      }
      watch.look(`kill ${kill}`);
      if (watch.broken.length > 0) break;
    }
    if (watch.broken.length === 0) {
      line.heal();
      tray.mend();
      await desk.start({ DESK_CLOCK_FACTOR: String(HURRY) }).ready;
      await people.goHome();
      watch.broken.push(...(await settled(desk)));
      watch.broken.push(
        ...(await brokenAtEnd({ desk, sandbox, token: TOKEN, before, work: people.work, random })),
      );
      await desk.kill();
      await tray.idle();
      watch.look('at the end');
    }
    return {
      seed,
      kills: killed,
      powerCuts,
      writesLost,
      saved: desk.saved.length,
      lineFaults: line.faults(),
      papers: tray.total(),
      proven: people.work.proven.size,
      broken: watch.broken,
      lacks: disk ? null : 'power cuts need Linux and a C compiler (cc)',
    };
  } finally {
    await desk.kill();
    await line.close();
    await tray.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until every change is confirmed. What is left after a while, in words. */
async function settled(desk: KilledDesk): Promise<string[]> {
  const untilMs = performance.now() + LONGEST_SETTLING_MS;
  for (;;) {
    const open = await desk.ask('outbox.list', { show: 'open' });
    if (open?.items.length === 0) return [];
    const needsPerson = open?.items.filter(({ state }) =>
      ['conflict', 'refused', 'needs-human'].includes(state),
    );
    const isOver = performance.now() > untilMs || needsPerson?.length === open?.items.length;
    if (isOver) {
      return (open?.items ?? []).map(
        ({ kind, state, subject, error }) => `${kind} of ${subject} is ${state}: ${JSON.stringify(error)}`,
      );
    }
    await new Promise((due) => setTimeout(due, 100));
  }
}
