// Many desks at work at once, over real TLS, by people who sign in: the site desk is a process that is killed and started again, the
// further desks are restarted, their lines and that to the service break, the printer fails, and one desk is shut out in the middle. At
// the end board, service, printer and activity must agree: nothing twice, nothing lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDeskKey } from '../../../../src/app/desk-key.ts';
import { joinSite } from '../../../../src/app/joined-site.ts';
import type { JoinedSite } from '../../../../src/app/joined-site.ts';
import { buildOf, openScreenFiles } from '../../../../src/app/screen-files.ts';
import type { Role } from '../../../../src/domain/staff.ts';
import { startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { countAtService } from '../../../kill/support/after-all.ts';
import { startFlappingLine } from '../../../kill/support/flapping-line.ts';
import { startPaperTray } from '../../../kill/support/paper-tray.ts';
import { SeededRandom } from '../../../simulation/support/virtual-time.ts';
import { dayAfter, workOnce } from './desk-steps.ts';
import type { Place } from './desk-steps.ts';
import { decideDoubts, whatDisagrees } from './desks-agree.ts';
import { makeScryptCheap } from '../../../support/cheap-scrypt.ts';
import { createHurryingTime } from '../../../support/hurrying-time.ts';
import { DeskWorker, ShutOut } from './desk-worker.ts';
import type { Person } from './desk-worker.ts';
import { openLossyLine } from './lossy-line.ts';
import type { LossyLine } from './lossy-line.ts';
import { SiteProcess } from './site-process.ts';

const TOKEN = 'token-of-the-many-desks';
/** Of so many steps of a desk one has its line broken. */
const STEPS_A_BREAK = 5;
/** Every so manieth desk is started again in the middle. */
const RESTARTED_EACH = 4;
const SERVICE_FAULTS = 0.1;
const PRINTER_MISHAPS = 0.2;
/** The site desk must have read the work of today after this; a read that fails is tried again within half a minute. */
const READ_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 200;
/** At the end time goes so many times as fast: thirteen minutes of doubt about a slot take eight seconds. */
const HURRY = 100;

export interface DesksRun {
  /** Further desks, 2 to 20. */
  readonly desks: number;
  /** Steps of each; the one that is shut out works until then. */
  readonly steps: number;
  readonly seed: number;
  /** True: each command is sent once more, as if it were another one. The run must find that. */
  readonly isControl?: boolean;
}

export interface DesksResult {
  /** Commands that the site desk said were done. */
  readonly done: number;
  /** Steps that were refused because somebody else had been quicker. */
  readonly refused: number;
  /** Calls past the screens, for which the role is not the right one. */
  readonly notAllowed: number;
  /** Calls after which a desk did not know whether they were carried out. */
  readonly inDoubt: number;
  readonly signIns: number;
  readonly linesBroken: number;
  readonly serviceFaults: number;
  readonly siteKills: number;
  readonly deskRestarts: number;
  readonly desksOut: number;
  /** Walk-ins and bookings, those of a later day among them, labels that came out, those proven, and visits collected. */
  readonly booked: number;
  readonly ahead: number;
  readonly labels: number;
  readonly proven: number;
  readonly collected: number;
  /** Slots of today that a person had taken all the same after a lost answer. */
  readonly bookedOver: number;
  /** What does not agree, in words. */
  readonly faults: readonly string[];
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', () => listening()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** The two people of a desk. A lead is at the first one, so that every kind of work is done with two desks as well. */
function peopleOf(number: number): readonly [Person, Person] {
  const letter = String.fromCharCode(64 + number);
  const person = (role: Role, place: 'P' | 'Q'): Person => ({
    initials: `${letter}${place}`,
    name: `Ada ${letter}${place.toLowerCase()}`,
    role,
    pin: `47${String(number).padStart(2, '0')}${place === 'P' ? '1' : '2'}`,
  });
  const roles: readonly [Role, Role] =
    number % 5 === 1
      ? ['lead', 'phlebotomist']
      : number % 2 === 0
        ? ['phlebotomist', 'reception']
        : ['reception', 'phlebotomist'];
  return [person(roles[0], 'P'), person(roles[1], 'Q')];
}

/** Resolves when the site desk has read the board of today, the products and the free slots: there is work to do. */
async function hasReadTheDay(site: SiteProcess): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { rows } = await site.done('board.get', {});
    const products = await site.done('products.list', {});
    const { today } = await site.done('session.get', {});
    // Refused while the first read has not told the location yet.
    const slots = await site.tried('slots.list', { date: dayAfter(today, 1) });
    const hasSlots = slots.ok && slots.value.slots.length > 0;
    if (rows.length > 0 && products.items.length > 0 && hasSlots) return;
    if (performance.now() - began > READ_WITHIN_MS)
      throw new Error('The site desk has read no work of today');
    await new Promise((passed) => setTimeout(passed, LOOK_AGAIN_MS));
  }
}

/** The built app must be there. */
export async function runDesks({ desks, steps, seed, isControl = false }: DesksRun): Promise<DesksResult> {
  makeScryptCheap();
  const base = await mkdtemp(join(tmpdir(), 'drawdesk-many-desks-'));
  const port = await freePort();
  const serviceTime = createHurryingTime();
  const sandbox = await startSandbox({
    dataFile: ':memory:',
    token: TOKEN,
    seed: 'demo',
    now: serviceTime.nowMs,
  });
  const before = await countAtService(sandbox);
  const service = await startFlappingLine(sandbox.baseUrl, new SeededRandom(seed ^ 1), SERVICE_FAULTS);
  const tray = await startPaperTray(new SeededRandom(seed ^ 2), PRINTER_MISHAPS);
  const site = new SiteProcess({
    folder: base,
    port,
    serviceUrl: service.url,
    token: TOKEN,
    printer: tray.address,
  });
  const build = buildOf(openScreenFiles(resolve(import.meta.dirname, '../../../../out/renderer')));
  const workers: DeskWorker[] = [];
  const place: Place = { tray, proven: new Set(), overstepped: [], ahead: 0, collected: 0, bookedOver: 0 };
  let deskRestarts = 0;
  const joinDesk = async (folder: string, line: LossyLine): Promise<JoinedSite> => {
    const deskKey = await openDeskKey(folder, `127.0.0.1:${line.port}`);
    return joinSite({ address: { host: '127.0.0.1', port: line.port }, deskKey, build });
  };

  try {
    await site.start();
    await site.setUp();
    await hasReadTheDay(site);
    for (let number = 1; number <= desks; number += 1) {
      const [folder, line] = [await mkdtemp(join(base, 'desk-')), await openLossyLine(port)];
      const people = peopleOf(number);
      for (const person of people) await site.done('staff.add', person);
      const joined = await joinDesk(folder, line);
      const random = new SeededRandom(seed * 1_000 + number);
      const worker = new DeskWorker({
        number,
        folder,
        line,
        random,
        people,
        site: joined,
        sendsTwice: isControl,
      });
      workers.push(worker);
      await site.done('desks.openPairing', {});
      const { pairing } = await site.done('desks.list', {});
      const outcome = await joined.pair({ code: pairing?.code ?? '', name: worker.name });
      if (outcome.kind !== 'paired') throw new Error(`${worker.name} was not paired: ${outcome.kind}`);
    }

    const killedBefore = [Math.floor(steps / 3), Math.floor((steps * 2) / 3)];
    const work = async (worker: DeskWorker): Promise<void> => {
      const isLast = worker.number === desks;
      for (let step = 0; step < steps || isLast; step += 1) {
        if (worker.number === 1 && killedBefore.includes(step)) await site.restart();
        if (worker.number === 1 && step === Math.floor(steps / 2)) {
          const { items } = await site.done('desks.list', {});
          const deskId = items.find(({ name }) => name === `Room ${desks}`)?.id ?? '';
          await site.done('desks.shutOut', { deskId });
        }
        if (worker.number % RESTARTED_EACH === 3 && step === Math.floor(steps / 2)) {
          // Nothing is kept in the process: its key is in its folder.
          worker.site.close();
          worker.site = await joinDesk(worker.folder, worker.line);
          deskRestarts += 1;
        }
        // One person alone decides about labels in doubt: two who look at the printer at once would each print another.
        if (worker.number === 1) await decideDoubts(site, place);
        const { random, line } = worker;
        if (random.chance(1 / STEPS_A_BREAK)) line.loseNext(random.pick(['answer', 'answer', 'request']));
        try {
          await workOnce(worker, place, step);
        } catch (thrown) {
          if (!(thrown instanceof ShutOut)) throw thrown;
          worker.isOut = true;
          return;
        }
      }
    };
    await Promise.all(workers.map(work));
    const { kills } = site;
    service.heal();
    tray.mend();
    serviceTime.hurry(HURRY);
    await site.restart({ DESK_CLOCK_FACTOR: String(HURRY) });
    const faults = await whatDisagrees({ site, workers, place, sandbox, token: TOKEN, before });
    await site.end();
    const chain = await site.brokenChain();
    if (chain !== null) faults.push(`the chain of the activity does not hold: ${chain}`);
    const sum = (of: (worker: DeskWorker) => number): number =>
      workers.reduce((total, worker) => total + of(worker), 0);
    return {
      done: sum(({ done }) => done),
      refused: sum(({ refused }) => refused),
      notAllowed: sum(({ notAllowed }) => notAllowed),
      inDoubt: sum(({ inDoubt }) => inDoubt),
      signIns: sum(({ signIns }) => signIns),
      linesBroken: sum(({ line }) => line.broken()),
      serviceFaults: service.faults(),
      siteKills: kills,
      deskRestarts,
      booked: sum(({ booked }) => booked.length),
      ahead: place.ahead,
      labels: tray.total(),
      proven: place.proven.size,
      collected: place.collected,
      bookedOver: place.bookedOver,
      desksOut: workers.filter(({ isOut }) => isOut).length,
      faults,
    };
  } finally {
    for (const { site: joined, line } of workers) {
      joined.close();
      await line.close();
    }
    await site.end();
    await service.close();
    await tray.close();
    await sandbox.close();
    await rm(base, { recursive: true });
  }
}
