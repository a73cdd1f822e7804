// What must be so at the end of a run, when everything has gone to the service: each change is there once, the desk shows
// what it has called saved, and a command that is sent again gets its first answer.
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';
import type { KilledDesk } from './killed-desk.ts';
import type { Work } from './people-at-desk.ts';

/** A hold of the service that nobody confirmed ends after ten minutes. */
const PAST_EVERY_HOLD_SECONDS = 11 * 60;
const REPEATED = 20;

export interface Counts {
  readonly patients: number;
  readonly registrations: number;
  readonly appointments: number;
}

export interface ServiceRecord {
  readonly id: string;
  readonly foreign_id: string | null;
  readonly last_name: string | null;
  readonly appointment_id: string | null;
}

/** How many records the service has; of appointments only those that stand. */
export async function countAtService(sandbox: Sandbox): Promise<Counts> {
  sandbox.clock.advanceSeconds(PAST_EVERY_HOLD_SECONDS);
  const { count } = sandbox;
  return {
    patients: count.patients(),
    registrations: count.registrations(),
    appointments: count.appointments(),
  };
}

export async function registrationsAt(sandbox: Sandbox, token: string): Promise<ServiceRecord[]> {
  const found: ServiceRecord[] = [];
  for (let page: number | null = 1; page !== null;) {
    const answer = await fetch(`${sandbox.baseUrl}/api/test_registration/?page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await answer.json()) as { items: ServiceRecord[]; next_page: number | null };
    found.push(...body.items);
    page = body.next_page;
  }
  return found;
}

/** Compares desk and service; what is wrong, in words. */
export async function brokenAtEnd(run: {
  readonly desk: KilledDesk;
  readonly sandbox: Sandbox;
  readonly token: string;
  readonly before: Counts;
  readonly work: Work;
  readonly random: SeededRandom;
}): Promise<string[]> {
  const { desk, sandbox, work, before } = run;
  const broken: string[] = [];
  const check = (holds: boolean, what: string): void => void (holds || broken.push(what));

  const records = await registrationsAt(sandbox, run.token);
  const references = records.flatMap(({ foreign_id }) => foreign_id ?? []);
  check(new Set(references).size === references.length, 'the service has two registrations of one reference');
  for (const [visitId, lastName] of [...work.booked, ...work.assigned]) {
    const visit = await desk.ask('visits.get', { visitId });
    for (const { trfCode, foreignId, id } of visit?.registrations ?? []) {
      const there = records.filter(
        (record) => record.id === id || (foreignId !== null && record.foreign_id === foreignId),
      );
      check(there.length === 1, `${trfCode ?? id} of ${lastName} is at the service ${there.length} times`);
      check(
        there[0]?.last_name === lastName,
        `${trfCode ?? id} is for ${there[0]?.last_name ?? 'nobody'} at the service, and for ${lastName} here`,
      );
    }
    check((visit?.registrations.length ?? 0) > 0, `the visit of ${lastName} has no registration`);
    check(visit?.sync === 'synced', `the visit of ${lastName} is ${visit?.sync ?? 'gone'}`);
  }
  const walkIns = records.filter(({ last_name }) => [...work.booked.values()].includes(last_name ?? ''));
  const appointments = walkIns.map(({ appointment_id }) => appointment_id);
  check(new Set(appointments).size === work.booked.size, 'walk-ins share an appointment, or lack one');

  const after = await countAtService(sandbox);
  const expected: Counts = {
    patients: before.patients + work.people.length,
    registrations: before.registrations + work.booked.size,
    appointments: before.appointments + work.booked.size,
  };
  for (const what of ['patients', 'registrations', 'appointments'] as const) {
    check(
      after[what] === expected[what],
      `the service has ${after[what]} ${what} instead of ${expected[what]}`,
    );
  }

  for (const [visitId, state] of work.states) {
    const visit = await desk.ask('visits.get', { visitId });
    check(visit?.deskState === state, `a visit is ${visit?.deskState ?? 'gone'}, and was called ${state}`);
    for (const { code, state: proof } of visit?.labelList ?? []) {
      const isProven = code !== null && work.proven.has(code);
      check(!isProven || proof === 'verified', `the label ${code} is ${proof}, and was called verified`);
    }
  }
  for (let times = 0; times < REPEATED && desk.saved.length > 0; times += 1) {
    const saved = run.random.pick(desk.saved);
    const again = await desk.pressAgain(saved);
    check(
      JSON.stringify(again) === JSON.stringify(saved.answer),
      `${saved.name} under the same id was answered otherwise`,
    );
  }
  return [...broken, ...desk.odd];
}
