// A desk whose disk was away: what is closed and opened, in which order, and what happens when that fails.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOpen } from '../../../src/app/opened-anew.ts';
import { silentLog } from '../../support/silent-log.ts';

let done: string[];
let diskIsBack: () => void;
let closes: () => Promise<void>;
let opens: () => void;
let gaveUp: unknown[];

beforeEach(() => {
  done = [];
  gaveUp = [];
  closes = async () => undefined;
  opens = () => undefined;
});
afterEach(() => {
  vi.useRealTimers();
});

const keep = () => {
  let number = 0;
  return keepOpen({
    async open({ onBack, wereAway }) {
      number += 1;
      const name = `desk ${number}`;
      done.push(wereAway ? `${name} opens anew` : `${name} opens`);
      opens();
      diskIsBack = onBack;
      return {
        name,
        async close() {
          await closes();
          done.push(`${name} closes`);
        },
      };
    },
    takeFolderAgain: async () => void done.push('folder'),
    around: {
      before: async () => void done.push('windows wait'),
      after: async () => void done.push('windows go on'),
    },
    log: silentLog,
    giveUp: (why) => gaveUp.push(why),
  });
};

it('is closed, locked again and opened, while its windows wait; and once more when the disk goes again', async () => {
  const lasting = await keep();
  expect(lasting.now().name).toBe('desk 1');
  for (const name of ['desk 2', 'desk 3']) {
    diskIsBack();
    await expect.poll(() => done.at(-1)).toBe('windows go on');
    expect(lasting.now().name).toBe(name);
    done.push('-');
  }
  expect(done).toEqual([
    ...['desk 1 opens', 'windows wait', 'desk 1 closes', 'folder', 'desk 2 opens anew', 'windows go on', '-'],
    ...['windows wait', 'desk 2 closes', 'folder', 'desk 3 opens anew', 'windows go on', '-'],
  ]);
  await lasting.close();
  expect(done.at(-1)).toBe('desk 3 closes');
  expect(gaveUp).toEqual([]);
});

it('is opened anew also where not all of it could be closed', async () => {
  const lasting = await keep();
  closes = () => Promise.reject(new Error('EIO'));
  diskIsBack();
  await expect.poll(() => done.at(-1)).toBe('windows go on');
  expect(lasting.now().name).toBe('desk 2');
});

it('is given up where it does not end: beside another one it would print the same label twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await keep();
  closes = () => new Promise(() => undefined);
  diskIsBack();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gaveUp).toHaveLength(1);
  expect(done).toEqual(['desk 1 opens', 'windows wait']);
});

it('is given up where it cannot be opened, and can be closed then', async () => {
  const lasting = await keep();
  opens = () => {
    throw new Error('the disk has gone again');
  };
  diskIsBack();
  await expect.poll(() => gaveUp).toEqual([new Error('the disk has gone again')]);
  await lasting.close();
  expect(done.filter((one) => one.endsWith('closes'))).toEqual(['desk 1 closes']);
});

it('that is closed meanwhile is not opened any more', async () => {
  const lasting = await keep();
  diskIsBack();
  await lasting.close();
  expect(done).toEqual(['desk 1 opens', 'windows wait', 'desk 1 closes', 'folder']);
  expect(gaveUp).toEqual([]);
});
