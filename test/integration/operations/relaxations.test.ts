// Relaxations: what one person may do alone, where the site wants a lead or a second person, and what is written down of both.
import { afterEach, describe, expect, it } from 'vitest';
import { listActivity } from '../../../src/core/store/desk/activity.ts';
import { relaxationsAll } from '../../../src/domain/relaxation.ts';
import type { Relaxation, RelaxationRule, RelaxationRules } from '../../../src/domain/relaxation.ts';
import type { Role } from '../../../src/domain/staff.ts';
import { makeScryptCheap } from '../../support/cheap-scrypt.ts';
import { eventually, LOCATION_ID, NINE_O_CLOCK_MS, openTestDesk } from '../../support/test-desk.ts';
import { staffShown } from '../../support/staff-shown.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import { IDENTIFIERS } from './support/desk-steps.ts';

// The PINs of people.test.ts take as long as in a clinic; here they would be nearly all of the time.
makeScryptCheap();

const PINS = { MS: '80264', LD: '4711', PH: '4812', RT: '4913' } as const;
type Initials = keyof typeof PINS;
const REASON = 'the passport was forgotten';

let desk: TestDesk;
afterEach(() => desk.close());

let handles: Record<Initials, string>;

async function open(rules: RelaxationRules): Promise<void> {
  desk = openTestDesk({ people: { signIn: 'pin', idleMinutes: 5, relaxations: rules } });
  const signedIn = (answer: { kind: string; handle?: string }): string => answer.handle ?? '';
  const manager = signedIn(
    await desk.done('staff.setUp', { initials: 'MS', name: 'Mira Shah', pin: PINS.MS }),
  );
  const add = async (initials: Initials, role: Role): Promise<string> => {
    const person = { initials, name: `Person ${initials}`, role, pin: PINS[initials] };
    await desk.done('staff.add', person, { handle: manager });
    return signedIn(await desk.done('staff.signIn', { initials, pin: PINS[initials] }));
  };
  handles = {
    MS: manager,
    LD: await add('LD', 'lead'),
    PH: await add('PH', 'phlebotomist'),
    RT: await add('RT', 'reception'),
  };
}

interface As {
  readonly by: Initials;
  readonly approval?: string | undefined;
}

const as = ({ by, approval }: As) => ({
  handle: handles[by],
  ...(approval === undefined ? {} : { approval }),
});

const seen = async (visitId: string) => ({
  visitId,
  seenVersion: (await desk.done('visits.get', { visitId }, { handle: handles.MS })).version,
});

async function checkedIn(): Promise<string> {
  const visitId = desk.addVisit(1);
  const manager = { handle: handles.MS };
  await desk.done('visits.checkIn', { ...(await seen(visitId)), identifiers: IDENTIFIERS }, manager);
  await desk.done('visits.move', { ...(await seen(visitId)), to: 'collecting' }, manager);
  return visitId;
}

async function printed(): Promise<string> {
  const visitId = await checkedIn();
  await desk.done('labels.print', { visitId }, { handle: handles.MS });
  await eventually(() => desk.printed.length > 0);
  return visitId;
}

/** Each relaxation, ready to be done by somebody. */
const WAYS: Readonly<
  Record<Relaxation, () => Promise<(how: As) => Promise<{ ok: boolean; error?: unknown }>>>
> = {
  identity: async () => {
    const visitId = desk.addVisit(1);
    const input = {
      ...(await seen(visitId)),
      identifiers: IDENTIFIERS.slice(0, 1),
      relaxedReason: REASON,
    };
    return (how) => desk.call('visits.checkIn', input, as(how));
  },
  'typed-label': async () => {
    const visitId = await printed();
    const [label] = (await desk.done('visits.get', { visitId }, { handle: handles.MS })).labelList;
    return (how) =>
      desk.call(
        'scan.submit',
        { text: label?.code ?? '', visitId, source: 'typed', typedReason: REASON },
        as(how),
      );
  },
  'slot-override': async () => {
    const input = {
      locationId: LOCATION_ID,
      elsewhere: false,
      slotId: 'slot-of-somebody-else',
      startsAtMs: NINE_O_CLOCK_MS + 3_600_000,
      overrideReason: REASON,
    };
    return (how) => desk.call('walkIn.hold', input, as(how));
  },
  reprint: async () => {
    const visitId = await printed();
    const [label] = (await desk.done('visits.get', { visitId }, { handle: handles.MS })).labelList;
    return (how) =>
      desk.call(
        'labels.print',
        { visitId, labelId: label?.id ?? '', seenJobId: label?.jobId ?? '', reprintReason: REASON },
        as(how),
      );
  },
};
/** Who does the work that is relaxed, without being a lead. */
const WORKER: Readonly<Record<Relaxation, Initials>> = {
  identity: 'RT',
  'typed-label': 'PH',
  'slot-override': 'RT',
  reprint: 'PH',
};

const approve = (relaxation: Relaxation, of: { asker: Initials; second: Initials; pin?: string }) =>
  desk.call(
    'staff.approve',
    { initials: of.second, pin: of.pin ?? PINS[of.second], relaxation },
    { handle: handles[of.asker] },
  );

async function approvalOf(relaxation: Relaxation, asker: Initials, second: Initials): Promise<string> {
  const answer = await approve(relaxation, { asker, second });
  if (!answer.ok || answer.value.kind !== 'approved') throw new Error('not approved');
  return answer.value.approval;
}

const written = (kind: string) =>
  listActivity(desk.parts.store.db, { limit: 200 }).filter((entry) => entry.kind === kind);

const needed = (relaxation: Relaxation, rule: RelaxationRule) => ({
  ok: false,
  error: { kind: 'second-person-needed', relaxation, rule },
});

describe.each(Object.keys(WAYS) as Relaxation[])('%s', (relaxation) => {
  const worker = WORKER[relaxation];

  it('is done by anybody where the site says nothing', async () => {
    await open(relaxationsAll('anybody'));
    const relax = await WAYS[relaxation]();
    expect(await relax({ by: worker })).toMatchObject({ ok: true });
    expect(written('relaxation-approved')).toEqual([]);
  });

  it('needs a lead where the site wants one: the role, or their PIN', async () => {
    await open({ ...relaxationsAll('anybody'), [relaxation]: 'lead' });
    const relax = await WAYS[relaxation]();
    expect(await relax({ by: worker })).toMatchObject(needed(relaxation, 'lead'));
    const other = worker === 'RT' ? 'PH' : 'RT';
    expect(await approve(relaxation, { asker: worker, second: other })).toMatchObject({
      error: { kind: 'not-allowed' },
    });
    const approval = await approvalOf(relaxation, worker, 'LD');
    expect(await relax({ by: worker, approval })).toMatchObject({ ok: true });
    expect(written('relaxation-approved')).toMatchObject([
      { actor: worker, detail: { what: relaxation, second: 'LD' } },
    ]);
  });

  it('is done by a lead alone where the site wants a lead', async () => {
    await open({ ...relaxationsAll('anybody'), [relaxation]: 'lead' });
    expect(await (await WAYS[relaxation]())({ by: 'LD' })).toMatchObject({ ok: true });
  });

  it('is done by nobody alone where the site wants two people', async () => {
    await open({ ...relaxationsAll('anybody'), [relaxation]: 'second-person' });
    const relax = await WAYS[relaxation]();
    expect(await relax({ by: 'MS' })).toMatchObject(needed(relaxation, 'second-person'));
    const approval = await approvalOf(relaxation, 'MS', 'RT');
    expect(await relax({ by: 'MS', approval })).toMatchObject({ ok: true });
  });
});

describe('an approval', () => {
  const ready = async () => {
    await open(relaxationsAll('second-person'));
    return WAYS.identity();
  };

  it('is good once, for this relaxation, at the window of who asked, and for two minutes', async () => {
    const relax = await ready();
    const refusal = needed('identity', 'second-person');
    expect(await relax({ by: 'RT', approval: 'made up' })).toMatchObject(refusal);
    expect(await relax({ by: 'RT', approval: await approvalOf('reprint', 'RT', 'LD') })).toMatchObject(
      refusal,
    );
    expect(await relax({ by: 'RT', approval: await approvalOf('identity', 'PH', 'LD') })).toMatchObject(
      refusal,
    );
    const late = await approvalOf('identity', 'RT', 'LD');
    await desk.advance(2 * 60_000);
    expect(await relax({ by: 'RT', approval: late })).toMatchObject(refusal);
    const approval = await approvalOf('identity', 'RT', 'LD');
    expect(await relax({ by: 'RT', approval })).toMatchObject({ ok: true });
    const another = desk.addVisit(2, {
      patient: { firstName: 'Bo', lastName: 'Li', dateOfBirth: '1990-01-01' },
    });
    const input = { ...(await seen(another)), identifiers: IDENTIFIERS.slice(0, 1), relaxedReason: REASON };
    expect(await desk.call('visits.checkIn', input, as({ by: 'RT', approval }))).toMatchObject(refusal);
  });

  it('is not used up by a command that is refused for something else', async () => {
    await ready();
    const visitId = desk.addVisit(1);
    const approval = await approvalOf('identity', 'RT', 'LD');
    const input = { identifiers: IDENTIFIERS.slice(0, 1), relaxedReason: REASON };
    const stale = { visitId, seenVersion: 99, ...input };
    expect(await desk.refused('visits.checkIn', stale, as({ by: 'RT', approval }))).toMatchObject({
      kind: 'conflict',
    });
    expect(written('relaxation-approved')).toEqual([]);
    await desk.done('visits.checkIn', { ...(await seen(visitId)), ...input }, as({ by: 'RT', approval }));
  });

  it('is given to nobody for a wrong PIN, which is counted as at sign-in and written down', async () => {
    await ready();
    const wrong = () => approve('identity', { asker: 'RT', second: 'LD', pin: '70707' });
    desk.events.splice(0);
    expect(await wrong()).toMatchObject({ value: { kind: 'wrong', waitMs: 0 } });
    // The list of people shows the count at other windows.
    expect(desk.events.flatMap((event) => (event.type === 'changed' ? event.topics : []))).toContain('staff');
    expect(await wrong()).toMatchObject({ value: { kind: 'wrong', waitMs: 0 } });
    expect(await wrong()).toMatchObject({ value: { kind: 'wrong', waitMs: 15_000 } });
    expect(await approve('identity', { asker: 'RT', second: 'LD' })).toMatchObject({
      value: { kind: 'wait' },
    });
    expect(await desk.done('staff.signIn', { initials: 'LD', pin: PINS.LD })).toMatchObject({ kind: 'wait' });
    expect(written('approval-refused')).toMatchObject([
      { actor: 'RT', detail: { what: 'identity', second: 'LD', wrongPins: 3 } },
      { detail: { wrongPins: 2 } },
      { detail: { wrongPins: 1 } },
    ]);
  });

  it('is nobody’s own, and not of somebody who works here no more', async () => {
    await ready();
    expect(await approve('identity', { asker: 'RT', second: 'RT' })).toMatchObject({
      error: { kind: 'rejected', fields: { initials: 'same' } },
    });
    await desk.done(
      'staff.change',
      { initials: 'LD', name: 'Gone', role: 'lead', active: false, seen: staffShown(desk, 'LD') },
      { handle: handles.MS },
    );
    expect(await approve('identity', { asker: 'RT', second: 'LD' })).toMatchObject({
      value: { kind: 'impossible', why: 'switched-off' },
    });
  });

  it('is worth nothing once whoever gave it may give none any more', async () => {
    const refusal = needed('identity', 'lead');
    await open(relaxationsAll('lead'));
    const relax = await WAYS.identity();
    const lead = { initials: 'LD', name: 'Person LD', role: 'lead', active: true } as const;
    const change = (to: { role?: Role; active?: boolean }) =>
      desk.done('staff.change', { ...lead, ...to, seen: staffShown(desk, 'LD') }, { handle: handles.MS });
    const approval = await approvalOf('identity', 'RT', 'LD');
    await change({ active: false });
    expect(await relax({ by: 'RT', approval })).toMatchObject(refusal);
    await change({ role: 'reception' });
    expect(await relax({ by: 'RT', approval })).toMatchObject(refusal);
    await change({});
    expect(await relax({ by: 'RT', approval })).toMatchObject({ ok: true });
  });

  it('is needed as well to collect without a label that was scanned back', async () => {
    await ready();
    const visitId = await checkedIn();
    const input = { ...(await seen(visitId)), collectedAtMs: NINE_O_CLOCK_MS, relaxedReason: REASON };
    expect(await desk.call('visits.collect', input, as({ by: 'PH' }))).toMatchObject(
      needed('typed-label', 'second-person'),
    );
    const approval = await approvalOf('typed-label', 'PH', 'MS');
    await desk.done('visits.collect', input, as({ by: 'PH', approval }));
    expect(written('relaxation-approved')).toMatchObject([{ visitId, detail: { second: 'MS' } }]);
  });
});

describe('a label that is sent again from the print queue', () => {
  /** The job of a label whose delivery ended so. */
  async function endedSo(
    delivery: Parameters<TestDesk['setDelivery']>[0],
    state: string,
  ): Promise<{ jobId: string; seenAttempts: number }> {
    desk.setDelivery(delivery);
    const visitId = await checkedIn();
    await desk.done('labels.print', { visitId }, { handle: handles.MS });
    const jobs = async () => (await desk.done('printJobs.list', {}, { handle: handles.MS })).items;
    let [job] = await jobs();
    for (let turn = 0; turn < 2_000 && job?.state !== state; turn += 1) [job] = await jobs();
    expect(job?.state).toBe(state);
    return { jobId: job?.id ?? '', seenAttempts: job?.attempts ?? 0 };
  }

  it('is a reprint where the first one may have come out', async () => {
    await open({ ...relaxationsAll('anybody'), reprint: 'second-person' });
    const job = await endedSo({ outcome: 'unsure', detail: 'reset after 200 bytes' }, 'unsure');
    expect(await desk.call('printJobs.retry', job, as({ by: 'PH' }))).toMatchObject(
      needed('reprint', 'second-person'),
    );
    const approval = await approvalOf('reprint', 'PH', 'LD');
    await desk.done('printJobs.retry', job, as({ by: 'PH', approval }));
    expect(written('relaxation-approved')).toMatchObject([{ actor: 'PH', detail: { second: 'LD' } }]);
  });

  it('is none where nothing of it was sent', async () => {
    await open({ ...relaxationsAll('anybody'), reprint: 'second-person' });
    const job = await endedSo({ outcome: 'not-started', detail: 'ECONNREFUSED' }, 'attention');
    await desk.done('printJobs.retry', job, as({ by: 'PH' }));
    expect(written('relaxation-approved')).toEqual([]);
  });
});
