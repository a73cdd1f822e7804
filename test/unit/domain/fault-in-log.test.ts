// What the log says of a fault of this program: where it is, and nothing of what it stumbled over.
import { expect, it } from 'vitest';
import { AppException, notFound } from '../../../src/domain/app-error.ts';
import { faultInLog } from '../../../src/domain/fault-in-log.ts';

it('names the kind and the place of a fault, and quotes nothing', () => {
  const said = faultInLog(new RangeError('OLIVER, James\nborn 1980'));
  expect(said).toMatchObject({ fault: 'RangeError' });
  expect((said['at'] as string[])[0]).toMatch(/fault-in-log\.test\.ts:\d+:\d+/);
  expect(JSON.stringify(said)).not.toMatch(/OLIVER|1980/);
  expect(faultInLog('OLIVER, James')).toEqual({ fault: 'string' });
});

it('takes no line of a message for a place in the code', () => {
  const said = faultInLog(new Error('James\n    at OLIVER’s (15-Mar-1984):10:30'));
  expect(JSON.stringify(said)).not.toMatch(/OLIVER|1984/);
  expect((said['at'] as string[])[0]).toMatch(/fault-in-log\.test\.ts:\d+:\d+/);
});

it('describes an error without a stack as well', () => {
  const bare = new Error('x');
  delete bare.stack;
  expect(faultInLog(bare)).toEqual({ fault: 'Error', at: [] });
});

it('tells which of the disk’s failures it was', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  expect(faultInLog(full)).toMatchObject({ code: 'SQLITE_FULL' });
});

it('keeps the detail that was written for the log', () => {
  expect(faultInLog(new AppException(notFound('There is no such visit.')))).toEqual({
    detail: 'There is no such visit.',
  });
});
