// What is said at the terminal of an error that stops a start.
import { expect, it } from 'vitest';
import { bug, AppException, storageLost } from '../../../src/domain/app-error.ts';
import { StoreRefused } from '../../../src/core/store/open.ts';
import { StartProblem, startProblemLine } from '../../../src/app/start-problem.ts';

const withCode = (code: string): Error => Object.assign(new Error('database or disk is full'), { code });

it.each([
  ['SQLITE_FULL', /is full: free some space.*\(SQLITE_FULL\)/],
  ['SQLITE_IOERR_SHMSIZE', /is full: free some space/],
  ['ENOSPC', /is full: free some space/],
  ['SQLITE_READONLY_DBMOVED', /cannot be written/],
  ['SQLITE_CANTOPEN', /cannot be opened/],
  ['SQLITE_IOERR_FSYNC', /have it looked at.*\(SQLITE_IOERR_FSYNC\)/],
])('%s is said in one line with what to do', (code, words) => {
  const line = startProblemLine(withCode(code));
  expect(line).toMatch(words);
  expect(line).not.toContain('\n');
});

it('of a database that the disk does not give back it is said what to do about the disk', () => {
  const refused = (code: string): AppException =>
    new StoreRefused('cannot-read', 'the database cannot be read: disk I/O error', { cause: withCode(code) });
  expect(startProblemLine(refused('SQLITE_IOERR_SHMSIZE'))).toMatch(/is full: free some space/);
  expect(startProblemLine(refused('EWHATEVER'))).toBe('the database cannot be read: disk I/O error');
});

it('a problem of a start is said as it is, a mistake in the code is not put into words', () => {
  expect(startProblemLine(new StartProblem('Port 80\n may not be used.'))).toBe('Port 80 may not be used.');
  expect(startProblemLine(new AppException(storageLost('the file is gone')))).toBe('the file is gone');
  expect(startProblemLine(new AppException(bug('x')))).toBeNull();
  expect(startProblemLine(withCode('SQLITE_CONSTRAINT'))).toBeNull();
  expect(startProblemLine('x')).toBeNull();
});
