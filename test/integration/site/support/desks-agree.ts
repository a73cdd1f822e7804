// Whether board, service, printer and activity agree after a run with many desks: nothing twice, nothing lost. What does not, in words.
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { ACTIVITY_KINDS } from '../../../../src/domain/activity.ts';
import type { ActivityKind } from '../../../../src/domain/activity.ts';
import type { Output } from '../../../../src/contract/index.ts';
import { ATTENTION_STATES } from '../../../../src/domain/outbox-state.ts';
import { countAtService, registrationsAt } from '../../../kill/support/after-all.ts';
import type { Counts } from '../../../kill/support/after-all.ts';
import type { Place } from './desk-steps.ts';
import type { DeskWorker } from './desk-worker.ts';
import type { SiteProcess } from './site-process.ts';

/** Everything that was entered must have reached the service after this, and each desk have the site desk's board. */
const SETTLED_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 200;
const pause = (): Promise<void> => new Promise((passed) => setTimeout(passed, LOOK_AGAIN_MS));
const STANDS_STILL: ReadonlySet<string> = new Set([...ATTENTION_STATES, 'waiting']);
/** The most entries that are asked for at once. */
const PAGE = 2_000;

interface Run {
  readonly site: SiteProcess;
  readonly workers: readonly DeskWorker[];
  readonly place: Place;
  readonly sandbox: Sandbox;
  readonly token: string;
  readonly before: Counts;
}

/** All entries that were written at one desk, or at all. */
async function activityOf(site: SiteProcess, filter: { desk?: string; kind?: ActivityKind }) {
  const items: Output<'activity.list'>['items'] = [];
  for (;;) {
    const last = items.at(-1);
    const before = last && { atMs: last.atMs, number: last.number };
    const page = await site.done('activity.list', { filter, limit: PAGE, ...(before ? { before } : {}) });
    items.push(...page.items);
    if (page.items.length < PAGE) return items;
  }
}

/**
 * A person looks at the printer for each label of which nobody knows whether it came out, sends each again that does not go out by itself
 * any more, as after a start that took ten minutes of the hurried time, and has each slot of today taken all the same of which the service
 * says that it is taken, perhaps by this site's own first try.
 */
export async function decideDoubts(site: SiteProcess, place: Place): Promise<void> {
  const { items: jobs } = await site.done('printJobs.list', {});
  for (const { id, state, attempts, goesOutByItself } of jobs) {
    if (state !== 'attention' || goesOutByItself) continue;
    await site.done('printJobs.retry', { jobId: id, seenAttempts: attempts });
  }
  for (const { id, visitId, attempts } of jobs.filter(({ state }) => state === 'unsure')) {
    await place.tray.idle();
    const visit = visitId === null ? null : await site.done('visits.get', { visitId });
    const isThere = visit?.labelList.some(({ code }) => code !== null && place.tray.papers(code) > 0);
    if (isThere === true) await site.done('printJobs.markPrinted', { jobId: id });
    else await site.done('printJobs.retry', { jobId: id, seenAttempts: attempts });
  }
  const { items: changes } = await site.done('outbox.list', { show: 'attention' });
  for (const { kind, visitId } of changes) {
    if (kind !== 'appointment.hold' || visitId === null) continue;
    const visit = await site.done('visits.get', { visitId });
    if (visit.slotLost !== 'perhaps-own' || visit.origin === 'booked-here') continue;
    const seen = { visitId, seenVersion: visit.version };
    const { ok } = await site.tried('walkIn.bookOver', { ...seen, reason: 'The answer was lost' });
    if (ok) place.bookedOver += 1;
  }
}

/** Waits until nothing waits for the service and no label is open; what is left after a while, in words. */
async function settled({ site, place }: Run): Promise<string[]> {
  const began = performance.now();
  for (;;) {
    await decideDoubts(site, place);
    const { items: changes } = await site.done('outbox.list', { show: 'open' });
    const { items: jobs } = await site.done('printJobs.list', {});
    const open = jobs.filter(({ state }) => ['queued', 'sending', 'attention', 'unsure'].includes(state));
    if (changes.length === 0 && open.length === 0) return [];
    // Nothing goes on by itself, and the person has decided what there was to decide.
    const isStuck = open.length === 0 && changes.every(({ state }) => STANDS_STILL.has(state));
    if (isStuck || performance.now() - began > SETTLED_WITHIN_MS) {
      return [
        ...changes.map(({ kind, state, subject }) => `${kind} of ${subject} is ${state} and never was sent`),
        ...open.map(({ title, state, detail }) => `${title} is ${state}: ${detail}`),
      ];
    }
    await pause();
  }
}

/** Each desk shows the board of the site desk. */
async function boards({ site, workers }: Run): Promise<string[]> {
  const said = ({ rows }: Output<'board.get'>): string =>
    JSON.stringify(rows.map(({ id, version, deskState }) => [id, version, deskState]));
  const faults: string[] = [];
  for (const worker of workers.filter(({ isOut }) => !isOut)) {
    const began = performance.now();
    // Something may come from the service between the two questions.
    while (said(await site.done('board.get', {})) !== said(await worker.ask('board.get', {}))) {
      if (performance.now() - began > SETTLED_WITHIN_MS) {
        faults.push(`${worker.name} shows another board`);
        break;
      }
      await pause();
    }
  }
  return faults;
}

/**
 * The activity has each thing that was confirmed to somebody once, under the desk and the person who did it. Of the desk that was shut
 * out one command may have been carried out and not confirmed any more.
 */
async function whoDidWhat({ site, workers }: Run): Promise<string[]> {
  const faults: string[] = [];
  for (const { name: desk, told, isOut } of workers) {
    const counted = [...new Set([...told.keys()].map((key) => key.split(' ')[0] ?? ''))];
    const kinds = ACTIVITY_KINDS.filter((kind) => isOut || counted.includes(kind));
    const written = new Map<string, number>();
    for (const { kind, actor } of await activityOf(site, { desk })) {
      const key = `${kind} ${actor}`;
      if (kind !== 'unknown' && kinds.includes(kind)) written.set(key, (written.get(key) ?? 0) + 1);
    }
    let unconfirmed = 0;
    for (const key of new Set([...written.keys(), ...told.keys()])) {
      const [kind = ''] = key.split(' ');
      const more = (written.get(key) ?? 0) - (told.get(key) ?? 0);
      if (isOut && !counted.includes(kind) && !DONE_KINDS.includes(kind)) continue;
      if (isOut && more > 0) unconfirmed += 1;
      else if (more !== 0)
        faults.push(`the activity has ${more} more of “${key}” at ${desk} than it was told`);
    }
    if (unconfirmed > 1) faults.push(`${desk} was shut out, and has done ${unconfirmed} things unconfirmed`);
  }
  return faults;
}

/** What the steps of desks write down. */
const DONE_KINDS: readonly string[] = [
  'patient-created',
  'patient-assigned',
  'checked-in',
  'moved',
  'label-queued',
  'label-verified',
  'collected',
  'slot-held',
  'walk-in-confirmed',
];

/** The service has each person and each booking once, and nothing that nobody made. */
async function atService(run: Run): Promise<string[]> {
  const { site, workers, sandbox, token, before } = run;
  const faults: string[] = [];
  const records = await registrationsAt(sandbox, token);
  const references = records.flatMap(({ foreign_id: reference }) => reference ?? []);
  if (new Set(references).size !== references.length) faults.push('the service has a registration twice');
  for (const lastName of workers.flatMap(({ booked }) => booked)) {
    const there = records.filter(({ last_name: name }) => name === lastName);
    if (there.length !== 1) faults.push(`the booking of ${lastName} is at the service ${there.length} times`);
    else if (there[0]?.appointment_id === null) faults.push(`the booking of ${lastName} has no appointment`);
  }
  const created = (await activityOf(site, { kind: 'patient-created' })).length;
  const confirmed = (await activityOf(site, { kind: 'walk-in-confirmed' })).length;
  const after = await countAtService(sandbox);
  const expected: Counts = {
    patients: before.patients + created,
    registrations: before.registrations + confirmed,
    appointments: before.appointments + confirmed,
  };
  for (const what of ['patients', 'registrations', 'appointments'] as const) {
    if (after[what] !== expected[what])
      faults.push(`the service has ${after[what]} ${what} instead of ${expected[what]}`);
  }
  for (const lastName of workers.flatMap(({ entered }) => entered)) {
    const { people } = await site.done('patients.search', { text: lastName });
    if (people.length !== 1) faults.push(`${lastName} is there ${people.length} times`);
  }
  return faults;
}

/** No label came out twice, and none is called printed or proven that did not come out. */
async function onPaper({ site, place }: Run): Promise<string[]> {
  const faults: string[] = [];
  const visits = new Set((await activityOf(site, { kind: 'label-queued' })).map(({ visitId }) => visitId));
  for (const visitId of visits) {
    if (visitId === null) continue;
    for (const { code, state } of (await site.done('visits.get', { visitId })).labelList) {
      if (code === null) continue;
      const papers = place.tray.papers(code);
      if (papers > 1) faults.push(`the label ${code} came out ${papers} times`);
      if (['printed', 'verified'].includes(state) && papers === 0)
        faults.push(`the label ${code} is called ${state}, and there is no paper`);
      if (place.proven.has(code) && state !== 'verified')
        faults.push(`the label ${code} was called proven, and is ${state}`);
    }
  }
  return faults;
}

export async function whatDisagrees(run: Run): Promise<string[]> {
  const { workers, place } = run;
  const out = workers.flatMap(({ name, number, isOut }) =>
    isOut === (number === workers.length) ? [] : [`${name} ${isOut ? 'was' : 'was not'} shut out`],
  );
  return [
    ...out,
    ...place.overstepped,
    ...(await settled(run)),
    ...(await boards(run)),
    ...(await whoDidWhat(run)),
    ...(await atService(run)),
    ...(await onPaper(run)),
  ];
}
