// A build that cannot be written says what to do, in one line.
import { expect, test } from 'vitest';
import { BuildFailed, buildFailure } from '../../../build/build-failed.ts';

const thrownBySystem = (code: string) => Object.assign(new Error(`${code}: mkdir '/opt/desk/x'`), { code });

test.each(['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY_DIRECTORY'])(
  'with %s it says who may not write where, and what helps',
  (code) => {
    const failure = buildFailure(thrownBySystem(code), '/opt/desk');
    expect(failure).toBeInstanceOf(BuildFailed);
    expect(String(failure)).toMatch(
      /^Error: The app must be built, and this account may not write in \/opt\/desk \(\w+\)\. Have "npm run build" run once .*$/,
    );
  },
);

test('a full disk is called that', () => {
  expect(String(buildFailure(thrownBySystem('ENOSPC'), '/opt/desk'))).toContain('free some space');
});

test('what nobody has foreseen stays what it is, and so does what was said already', () => {
  for (const thrown of [new Error('odd'), new BuildFailed('said')])
    expect(buildFailure(thrown, '/opt/desk')).toBe(thrown);
});
