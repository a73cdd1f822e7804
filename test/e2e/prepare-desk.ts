// Run by itself with the path of an empty folder and the site's time zone: makes there the data folder of a desk in training that was
// started this morning, has read everything, and was stopped. A spec starts from a copy of it, so that not every spec waits until the
// demo data is made, read, and every form and label of the day drawn and fetched.
// A process of its own, because the test runner's loader cannot load the database's native module.
import { startDesk } from '../../src/app/start-desk.ts';
import type { RunningDesk } from '../../src/app/start-desk.ts';
import { readManagedSettings } from '../../src/app/managed-settings.ts';
import { storeFile } from '../../src/app/data-files.ts';
import { openSecrets } from '../../src/app/secrets.ts';
import type { KeyGuard } from '../../src/app/secrets.ts';
import { openStore } from '../../src/core/store/open.ts';
import { writeSetting } from '../../src/core/store/desk/settings.ts';
import { operations } from '../../src/contract/index.ts';
import type { Input, OperationName, Output } from '../../src/contract/index.ts';
import { addDays, wallClockAt } from '../../src/domain/site-time.ts';
import { silentLog } from '../support/silent-log.ts';

/** What never comes is told so, and not waited for. A busy machine has needed minutes for what another one reads in seconds. */
const LONGEST_MS = 600_000;
const MANY_REQUESTS_PER_MINUTE = 6_000;

const [folder = '', timeZone = ''] = process.argv.slice(2);

/** Training keeps its key in a file; no desk of a service is started here. */
const noGuard: KeyGuard = {
  name: 'file',
  wrap: () => Promise.reject(new Error('A training desk has no guarded key.')),
  unwrap: () => Promise.reject(new Error('A training desk has no guarded key.')),
};

async function ask<Name extends OperationName>(
  desk: RunningDesk,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const answer = await desk.engine.call({ name, input });
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return operations[name].output.parse(answer.value) as Output<Name>;
}

/** Days whose forms and labels a desk fetches ahead. */
const DAYS_AHEAD = 2;

/** Whether the boards are read, and the form and the label's code of everybody on them are at the desk. */
async function isRead(desk: RunningDesk): Promise<boolean> {
  const { loading, today, rows } = await ask(desk, 'board.get', {});
  if (loading || rows.length === 0) return false;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const board = await ask(desk, 'board.get', { date: addDays(today, ahead) });
    for (const { id, person } of board.rows) {
      if (person === null) continue;
      const { registrations } = await ask(desk, 'visits.get', { visitId: id });
      if (registrations.some(({ trfStored, labelCode }) => !trfStored || labelCode === null)) return false;
    }
  }
  return true;
}

/** Resolves when the desk has read everything; it looks again whenever the desk says that something has changed. */
function everythingRead(desk: RunningDesk): Promise<void> {
  return new Promise((done, failed) => {
    let looking: Promise<void> | null = null;
    let changes = 0;
    const look = async (): Promise<void> => {
      let seen: number;
      do {
        seen = changes;
        if (await isRead(desk)) {
          unsubscribe();
          clearTimeout(longest);
          done();
        }
      } while (changes !== seen);
    };
    const unsubscribe = desk.engine.subscribe(null, () => {
      changes += 1;
      looking ??= look()
        .catch(failed)
        .finally(() => (looking = null));
    });
    const longest = setTimeout(
      () => failed(new Error('The desk to copy has not read everything.')),
      LONGEST_MS,
    );
  });
}

const settings = { ...(await readManagedSettings(null, () => undefined)), timeZone };

/** Tells the desk that its training holds of a day are made already. */
async function setHoldsDate(date: string): Promise<void> {
  const secrets = openSecrets({ folder, mode: 'training', liveGuard: noGuard });
  const store = openStore({
    file: storeFile(folder, settings.service),
    key: await secrets.databaseKey(),
    nowMs: () => Date.now(),
    log: silentLog,
  });
  writeSetting(store.db, 'trainingHoldsDate', date);
  store.close();
}

// The slots that training holds at its first start of a day run out after ten minutes, and come while a spec is at work already: a
// change of the desk's own would count among those that the spec has made. So neither this desk nor its copies hold any.
await setHoldsDate(wallClockAt(Date.now(), timeZone).date);
// It need not spare the service, which is its own.
const desk = await startDesk(
  folder,
  { ...settings, requestsPerMinute: MANY_REQUESTS_PER_MINUTE },
  {
    version: '0.0.0',
    ask: null,
    liveGuard: noGuard,
    warn: (line) => console.error(line),
    drawsIn: 'threads',
    giveUp: (why) => console.error(why),
  },
);
// The desk catches what no other code does, and goes on: so would this process, and every spec would wait for it.
await everythingRead(desk).catch((thrown: unknown) => {
  console.error(thrown);
  process.exit(1);
});
await desk.close();
