// A live desk that shows the times of a zone which nobody has named says so where this machine's clock shows others.
import { expect, test } from 'vitest';
import { timeZoneNotices } from '../../../src/app/time-zone-notice.ts';

const SUMMER = Date.UTC(2027, 6, 1, 13, 5);
const WINTER = Date.UTC(2027, 0, 15, 13, 5);
const live = {
  service: { address: 'https://lab.example/v1', formerAddresses: [], token: 't', brand: null },
  timeZone: 'Europe/London',
  isTimeZoneAssumed: true,
};
const noticed = (
  machineZone: string,
  nowMs = SUMMER,
  settings: Partial<typeof live> | { service: null } = {},
) =>
  timeZoneNotices({ ...live, ...settings }, { nowMs, zoneOfMachine: () => machineZone }).map(
    ({ detail }) => detail,
  );

test('it names both times, both zones, and where the right one belongs', () => {
  expect(noticed('America/New_York')).toEqual([
    'The managed settings name no time zone, so that of Europe/London is used: it is 01-Jul-2027 14:05 there, and 01-Jul-2027 09:05 in America/New_York, to which this computer is set. The time zone of the site belongs in timeZone of the managed settings, also if it is Europe/London.',
  ]);
});

test('nothing is said while both clocks show the same', () => {
  expect(noticed('Europe/London')).toEqual([]);
  expect(noticed('Europe/Dublin')).toEqual([]);
  expect(noticed('Africa/Accra', WINTER)).toEqual([]);
  expect(noticed('Africa/Accra', SUMMER)).toHaveLength(1);
});

test('nor of a zone that the settings name, of a machine that was set to no place, nor in training', () => {
  expect(noticed('America/New_York', SUMMER, { isTimeZoneAssumed: false })).toEqual([]);
  expect(noticed('UTC')).toEqual([]);
  expect(noticed('America/New_York', SUMMER, { service: null })).toEqual([]);
});
