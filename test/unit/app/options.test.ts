// The start options: what is accepted, and the line for what is not.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseStartOptions } from '../../../src/app/options.ts';

test('without options: any host, the port of last time, the usual data folder, no managed settings', () => {
  expect(parseStartOptions([])).toEqual({
    host: 'auto',
    port: null,
    open: true,
    dataFolder: null,
    settingsFile: null,
    site: false,
    desk: null,
    takeOver: false,
    replaces: null,
    newDesk: false,
    help: false,
  });
});

test('every option is understood, with "=" and without', () => {
  const written = ['--host=web', '--port', '4000', '--no-open', '--data-dir=desk', '--config', 'site.json'];
  expect(parseStartOptions(written)).toEqual({
    host: 'web',
    port: 4000,
    open: false,
    dataFolder: resolve('desk'),
    settingsFile: resolve('site.json'),
    site: false,
    desk: null,
    takeOver: false,
    replaces: null,
    newDesk: false,
    help: false,
  });
  expect(parseStartOptions(['--site']).site).toBe(true);
  expect(parseStartOptions(['--desk', 'Reception:7000']).desk).toEqual({ host: 'reception', port: 7000 });
  expect(parseStartOptions(['--help']).help).toBe(true);
  expect(parseStartOptions(['--take-over']).takeOver).toBe(true);
  expect(parseStartOptions(['--new-desk']).newDesk).toBe(true);
  expect(parseStartOptions(['--port=0']).port).toBe(0);
});

test.each([
  ['~', homedir()],
  ['~/desk/data', join(homedir(), 'desk/data')],
  ['~ann', resolve('~ann')],
  ['of/~/mine', resolve('of/~/mine')],
])('%s as a path is %s, though shells leave it as it is there', (written, path) => {
  const options = parseStartOptions([`--data-dir=${written}`, `--config=${written}`]);
  expect(options).toMatchObject({ dataFolder: path, settingsFile: path });
});

test('an option that stands twice is refused: whichever was taken, the other one would be wrong', () => {
  expect(() => parseStartOptions(['--port=1', '--port=2'])).toThrow('--port stands twice. Give it once.');
  expect(parseStartOptions(['--no-open', '--no-open']).open).toBe(false);
});

test('a desk that joins another one begins none of its own', () => {
  expect(() => parseStartOptions(['--desk=reception', '--new-desk'])).toThrow(
    'A desk that joins another one (--desk) has no data of its own to begin (--new-desk).',
  );
});

test.each([
  ['--colour=red', 'Unknown option --colour'],
  ['--open', 'Unknown option --open'],
  ['-p', 'Unknown option -p'],
  ['web', '"web" is not an option'],
  ['--host=firefox', '--host is auto, electron or web, not "firefox"'],
  ['--port=http', '--port is a number from 0 to 65535, not "http"'],
  ['--port=65536', '--port is a number from 0 to 65535'],
  ['--port=1e3', '--port is a number from 0 to 65535'],
  ['--port', '--port needs a value'],
  ['--data-dir=', '--data-dir needs a value'],
  ['--no-open=yes', '--no-open takes no value'],
  ['--site=yes', '--site takes no value'],
  ['--desk=999.1.1.1', '--desk is the address of the site desk'],
  ['--desk=http://192.0.2.10', 'Plain http is not spoken between desks'],
])('%s is refused: %s', (option, line) => {
  expect(() => parseStartOptions([option])).toThrow(line);
});

test('a desk that joins another one is not the site desk itself', () => {
  expect(() => parseStartOptions(['--site', '--desk=192.0.2.10'])).toThrow('not both');
  expect(() => parseStartOptions(['--desk=192.0.2.10', '--take-over'])).toThrow('no site to take over');
});

test('which site desk a take-over may replace is said with a take-over, and with nothing else', () => {
  expect(parseStartOptions(['--take-over', '--replace=desk-1'])).toMatchObject({
    ...{ takeOver: true, replaces: 'desk-1' },
  });
  expect(() => parseStartOptions(['--replace=desk-1'])).toThrow('does nothing without it');
});

test("the desktop app ignores Chromium's own switches on its command line", () => {
  const options = parseStartOptions(['--no-sandbox', '--inspect=0', 'x', '--data-dir=/desk'], {
    tolerant: true,
  });
  expect(options.dataFolder).toBe(resolve('/desk'));
  expect(() => parseStartOptions(['--port=http'], { tolerant: true })).toThrow('--port is a number');
});
