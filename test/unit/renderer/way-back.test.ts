// Where somebody was on the screens that they left, so that a list is gone back to as it was left.
import { expect, it } from 'vitest';
import {
  arrive,
  isGoneBackTo,
  leavePlace,
  placeOfList,
  returnTo,
} from '../../../src/renderer/shared/way-back.ts';
import type { Place } from '../../../src/renderer/shared/way-back.ts';

const place = (path: string, topPx = 0): Place => ({
  path,
  focused: { href: '#/registrations/one', nth: 0 },
  scrolled: topPx === 0 ? [] : [{ key: 'div.list', nth: 0, topPx }],
});

it('knows a list as it was left last, whole or narrowed, and takes no record for one', () => {
  expect(placeOfList('/registrations')).toBeNull();
  leavePlace('1', place('/registrations', 100));
  leavePlace('2', place('/registrations/by/patient=none', 200));
  leavePlace('3', place('/registrations/one'));
  leavePlace('4', place('/orders'));
  expect(placeOfList('/registrations')).toEqual(place('/registrations/by/patient=none', 200));
  // Left once more, it is the latest.
  leavePlace('1', place('/registrations', 300));
  expect(placeOfList('/registrations')).toEqual(place('/registrations', 300));
  expect(placeOfList('/patients')).toBeNull();
});

it('shows a screen as it was left when it is gone back to, and anew when it is gone to', () => {
  leavePlace('1', place('/registrations', 100));
  expect(arrive('/registrations', '5', false)).toBeNull();
  expect(isGoneBackTo('/registrations')).toBe(false);
  // The browser’s way back.
  expect(arrive('/registrations', '1', true)).toEqual(place('/registrations', 100));
  expect(isGoneBackTo('/registrations')).toBe(true);
  // The way back of a record, which is a new entry of the history.
  returnTo(place('/orders', 50));
  expect(arrive('/orders', '6', false)).toEqual(place('/orders', 50));
  // It was said for the next screen only, and for that path.
  expect(arrive('/orders', '7', false)).toBeNull();
  returnTo(place('/orders', 50));
  expect(arrive('/patients', '8', false)).toBeNull();
  expect(arrive('/orders', '9', false)).toBeNull();
});

it('keeps the latest hundred places', () => {
  for (let entry = 0; entry <= 100; entry += 1) leavePlace(`entry ${entry}`, place('/catalogue', entry + 1));
  expect(arrive('/catalogue', 'entry 0', true)).toBeNull();
  expect(arrive('/catalogue', 'entry 1', true)).toEqual(place('/catalogue', 2));
});
