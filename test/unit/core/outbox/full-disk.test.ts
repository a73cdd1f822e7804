// A disk that is full for a while: nothing that was sent is forgotten, and everything goes on by itself.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sender } from '../../../../src/core/outbox/sender.ts';
import { SENDING_RULES } from '../../../../src/core/outbox/sending-rules.ts';
import type { SendingRules } from '../../../../src/core/outbox/sending-rules.ts';
import { confirmed } from '../../../../src/core/outbox/verdict.ts';
import type { Store } from '../../../../src/core/store/open.ts';
import { findRow } from '../../../../src/core/store/outbox/outbox.ts';
import type { OutboxRow } from '../../../../src/core/store/outbox/outbox.ts';
import { patient, saveChanges } from '../../../support/outbox-changes.ts';
import { storeFolder } from '../../../support/store-fixture.ts';
import type { StoreFolder } from '../../../support/store-fixture.ts';
import { createTestClock } from '../../../support/test-clock.ts';
import type { TestClock } from '../../../support/test-clock.ts';
import { startSender } from '../../../support/test-sender.ts';
import type { Answers } from '../../../support/test-sender.ts';

let folder: StoreFolder;
let store: Store;
let clock: TestClock;
let sender: Sender;
let disk: 'works' | 'full';
let sent: number;
let stuckSeen: boolean[];

function diskFull(): Error {
  return Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
}

function open(rules: Partial<SendingRules>, answers: Answers = savedUnlessFull): void {
  sender = startSender({
    store,
    clock,
    answers,
    rules,
    onDiskStuck: () => stuckSeen.push(sender.isDiskStuck()),
  });
}

const savedUnlessFull: Answers = async () => {
  sent += 1;
  return confirmed(() => {
    if (disk === 'full') throw diskFull();
    return [];
  });
};

const save = (patientId: string): OutboxRow =>
  saveChanges(store, { ...patient(patientId), commandId: `command-${patientId}` })[0] as OutboxRow;
const stateOf = (row: OutboxRow): string | undefined => findRow(store.db, row.id)?.state;

beforeEach(() => {
  folder = storeFolder();
  store = folder.open();
  clock = createTestClock(Date.parse('2026-11-20T09:00:00Z'));
  disk = 'works';
  sent = 0;
  stuckSeen = [];
});
afterEach(async () => {
  await sender.close();
  store.close();
  folder.remove();
});

describe('a full disk', () => {
  it('leaves no row as `sending`: the service’s answer is stored when there is room again', async () => {
    open({});
    const row = save('p');
    disk = 'full';
    sender.wake();
    await clock.settle();
    expect(stateOf(row)).toBe('sending');
    expect(sender.isDiskStuck()).toBe(true);
    await clock.advance(30_000);
    expect(stateOf(row)).toBe('sending');
    disk = 'works';
    await clock.advance(61_000);
    expect(stateOf(row)).toBe('confirmed');
    expect(sent).toBe(1);
    expect(stuckSeen.at(0)).toBe(true);
    expect(sender.isDiskStuck()).toBe(false);
  });

  it('sends nothing while results cannot be stored', async () => {
    open({
      begin: (db, row, nowMs) => {
        if (disk === 'full') throw diskFull();
        return SENDING_RULES.begin(db, row, nowMs);
      },
    });
    const row = save('p');
    disk = 'full';
    sender.wake();
    await clock.advance(10_000);
    expect(sent).toBe(0);
    expect(stateOf(row)).toBe('pending');
    disk = 'works';
    await clock.advance(61_000);
    expect(stateOf(row)).toBe('confirmed');
  });

  it('is waited for when the rows cannot even be read, and nothing is thrown into a timer', async () => {
    open({
      ready: (db) => {
        if (disk === 'full') throw diskFull();
        return SENDING_RULES.ready(db);
      },
    });
    const row = save('p');
    disk = 'full';
    expect(() => sender.wake()).not.toThrow();
    await clock.advance(10_000);
    disk = 'works';
    await clock.advance(61_000);
    expect(stateOf(row)).toBe('confirmed');
  });
});

describe('a mistake of ours while an answer is written down', () => {
  it('puts only that row in doubt and stops no other', async () => {
    let first = true;
    open({}, async (_attempt, how) =>
      how === 'verify'
        ? confirmed()
        : confirmed(() => {
            if (!first) return [];
            first = false;
            throw new RangeError('a mistake');
          }),
    );
    const [one, two] = [save('one'), save('two')];
    sender.wake();
    await clock.settle();
    expect(stateOf(one)).toBe('unknown');
    expect(stateOf(two)).toBe('confirmed');
    expect(sender.isDiskStuck()).toBe(false);
    await clock.advance(60_000);
    expect(stateOf(one)).toBe('confirmed');
  });
});
