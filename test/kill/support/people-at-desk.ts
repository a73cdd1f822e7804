// Who comes to a desk that is killed again and again: people with an appointment, people without one, and people who are put
// on a registration that lacks its patient. Everybody goes on where they were when the desk is back.
import type { VisitDetail } from '../../../src/contract/views.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';
import type { KilledDesk } from './killed-desk.ts';
import type { PaperTray } from './paper-tray.ts';

const LOOK_EVERY_MS = 25;
/** A desk that is killed every few moments: who sees nothing for so long goes on with something else. */
const PATIENCE_MS = 1_500;

/** What the desk has called saved, for the end of a run. */
export interface Work {
  /** Last names that were entered. */
  readonly people: string[];
  /** By visit: the last name of whom it was booked for. */
  readonly booked: Map<string, string>;
  /** By visit: the last name of whom its registrations were given to. */
  readonly assigned: Map<string, string>;
  /** By visit: the desk state that was answered last. */
  readonly states: Map<string, string>;
  /** Codes of labels that were proven. */
  readonly proven: Set<string>;
}

export interface People {
  readonly work: Work;
  /** From now on nobody new comes, and whoever waits goes home. Resolves when the last command was answered. */
  goHome(): Promise<void>;
}

/** Lets people come: some with an appointment, some without. Each waits for `patienceMs` for what they look for. */
export function letPeopleCome(
  desk: KilledDesk,
  random: SeededRandom,
  tray: PaperTray,
  patienceMs = PATIENCE_MS,
): People {
  const work: Work = {
    people: [],
    booked: new Map(),
    assigned: new Map(),
    states: new Map(),
    proven: new Set(),
  };
  let isOpen = true;
  let entered = 0;
  const served = new Set<string>();
  const pause = (): Promise<void> => new Promise((due) => setTimeout(due, LOOK_EVERY_MS));

  const until = async (
    visitId: string,
    holds: (visit: VisitDetail) => boolean,
  ): Promise<VisitDetail | null> => {
    for (let look = 0; look * LOOK_EVERY_MS < patienceMs && isOpen; look += 1) {
      const visit = await desk.ask('visits.get', { visitId });
      if (visit && holds(visit)) return visit;
      await pause();
    }
    return null;
  };

  const noted = (visit: VisitDetail | null): VisitDetail | null => {
    if (visit) work.states.set(visit.id, visit.deskState);
    return visit;
  };
  const seen = async (visitId: string): Promise<{ visitId: string; seenVersion: number }> => ({
    visitId,
    seenVersion: (await desk.ask('visits.get', { visitId }))?.version ?? 0,
  });

  const enter = async (): Promise<{ id: string; lastName: string } | null> => {
    entered += 1;
    const letters = [...String(entered)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
    const lastName = `Heron${letters}`;
    const made = await desk.press('patients.create', {
      draft: {
        firstName: 'Ada',
        lastName,
        // Nobody is born on another's day: names so alike would be taken for the same person, and not be made.
        dateOfBirth: new Date(Date.UTC(1950, 0, entered)).toISOString().slice(0, 10),
        gender: 'female',
        email: 'ada@example.org',
      },
    });
    if (made?.kind !== 'created') return null;
    work.people.push(lastName);
    return { id: made.person.id, lastName };
  };

  /** From expected to collected: identity, labels, proof. */
  const serve = async (visitId: string): Promise<void> => {
    const ready = await until(
      visitId,
      ({ registrations, deskState }) =>
        deskState === 'expected' && registrations.length > 0 && registrations.every(({ trfCode }) => trfCode),
    );
    if (!ready) return;
    const identifiers = [
      { kind: 'name' as const, stated: null },
      { kind: 'date-of-birth' as const, stated: null },
    ];
    if (!noted(await desk.press('visits.checkIn', { ...(await seen(visitId)), identifiers }))) return;
    if (!noted(await desk.press('visits.move', { ...(await seen(visitId)), to: 'collecting' }))) return;
    await desk.press('labels.print', { visitId, formCodeReason: 'The laboratory does not answer' });
    await until(visitId, ({ labelList }) =>
      labelList.every(
        ({ state }) => state === 'printed' || state === 'unacknowledged' || state === 'problem',
      ),
    );
    await decideDoubts(visitId);
    const visit = await until(visitId, ({ labelList }) =>
      labelList.every(({ code, state }) => state === 'verified' || (code !== null && tray.papers(code) > 0)),
    );
    for (const { code } of visit?.labelList ?? []) {
      if (code === null) continue;
      const outcome = await desk.press('scan.submit', { text: code, visitId, source: 'scanner' });
      if (outcome?.kind === 'label-verified') work.proven.add(code);
    }
    const session = await desk.ask('session.get', {});
    if (!session || !isOpen) return;
    const collected = await desk.press('visits.collect', {
      ...(await seen(visitId)),
      collectedAtMs: session.nowMs,
    });
    noted(collected);
  };

  /** A person looks at the printer for each job of which the desk does not know what became. */
  const decideDoubts = async (visitId: string): Promise<void> => {
    const visit = await desk.ask('visits.get', { visitId });
    const jobs = await desk.ask('printJobs.list', {});
    for (const job of jobs?.items ?? []) {
      if (job.visitId !== visitId || job.state !== 'unsure') continue;
      const isThere = visit?.labelList.some(({ code }) => code !== null && tray.papers(code) > 0);
      if (isThere === true) await desk.press('printJobs.markPrinted', { jobId: job.id });
      else await desk.press('printJobs.retry', { jobId: job.id, seenAttempts: job.attempts });
    }
  };

  const walkIn = async (): Promise<void> => {
    const session = await desk.ask('session.get', {});
    const product = (await desk.ask('products.list', {}))?.items.find(({ sku }) => sku === 'IRON-4');
    const person = await enter();
    if (!session?.location || !product || !person) return;
    const held = await desk.press('walkIn.hold', {
      locationId: session.location.id,
      slotId: null,
      startsAtMs: session.nowMs,
    });
    if (!held) return;
    const confirmed = await desk.press('walkIn.confirm', {
      ...(await seen(held.id)),
      patientId: person.id,
      productIds: [product.id],
    });
    if (!confirmed) return;
    work.booked.set(held.id, person.lastName);
    await serve(held.id);
  };

  const arrival = async (): Promise<void> => {
    const rows = (await desk.ask('board.get', {}))?.rows ?? [];
    const row = rows.find(
      ({ id, deskState, troubles, origin }) =>
        origin === 'appointment' && deskState === 'expected' && troubles.length === 0 && !served.has(id),
    );
    if (!row) return walkIn();
    served.add(row.id);
    if (row.patientMissing) {
      const person = await enter();
      if (!person) return;
      const given = await desk.press('visits.assignPatient', {
        ...(await seen(row.id)),
        patientId: person.id,
      });
      if (!given) return;
      work.assigned.set(row.id, person.lastName);
    }
    await serve(row.id);
  };

  const comeAndGo = async (): Promise<void> => {
    while (isOpen) {
      await (random.chance(0.5) ? arrival() : walkIn());
      await pause();
    }
  };
  const everybody = Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
  // A desk that ends by itself is told by `goHome`, which is called later.
  everybody.catch(() => undefined);
  return {
    work,
    async goHome() {
      isOpen = false;
      await everybody;
    },
  };
}
