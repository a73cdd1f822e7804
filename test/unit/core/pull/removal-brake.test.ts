// Most of the registrations that vanish at once are kept, for a day at most.
import { beforeEach, expect, it } from 'vitest';
import { createRemovalBrake } from '../../../../src/core/pull/removal-brake.ts';
import type { RemovalBrake } from '../../../../src/core/pull/removal-brake.ts';
import { readSetting } from '../../../../src/core/store/desk/settings.ts';
import { countMissing } from '../../../../src/core/store/mirror/missing-scans.ts';
import { upsertRegistrations } from '../../../../src/core/store/mirror/registrations.ts';
import { registrationBody, useStore, uuid } from '../../../support/store-fixture.ts';

const store = useStore();
const HOUR_MS = 60 * 60_000;
const READ_AT_MS = 1_000;

let nowMs: number;
let brake: RemovalBrake;
beforeEach(() => {
  nowMs = HOUR_MS;
  brake = createRemovalBrake({
    db: store.db,
    serverNowMs: () => nowMs,
    yieldToOthers: async () => {},
    onChange: () => {},
  });
});

const know = (howMany: number): void => {
  for (let at = 1; at <= howMany; at += 1) upsertRegistrations(store.db, [registrationBody(at)], READ_AT_MS);
};
/** A reading that finds so many of the registrations. */
const found = (howMany: number) => ({
  seen: new Set(Array.from({ length: howMany }, (_, at) => uuid(2, at + 1))),
  startedAtMs: nowMs,
});

it.each([
  { known: 1_200, listed: 0, isHeld: true },
  { known: 10, listed: 4, isHeld: true },
  { known: 10, listed: 5, isHeld: false },
  { known: 3, listed: 0, isHeld: true },
  { known: 2, listed: 0, isHeld: false },
  { known: 0, listed: 0, isHeld: false },
])('of $known known registrations $listed are listed: held is $isHeld', async ({ known, listed, isHeld }) => {
  know(known);
  expect(await brake.holds(found(listed))).toBe(isHeld);
});

it('what is gone for a whole day is gone, and the notice stays until it was removed', async () => {
  know(10);
  expect(await brake.holds(found(0))).toBe(true);
  nowMs += 23 * HOUR_MS;
  expect(await brake.holds(found(0))).toBe(true);
  nowMs += 2 * HOUR_MS;
  for (let readings = 0; readings < 2; readings += 1) {
    expect(await brake.holds(found(0))).toBe(false);
    expect(readSetting(store.db, 'registrationsVanished')).toMatchObject({ missing: 10 });
    for (const _ of countMissing(store.db, found(0)));
  }
  expect(await brake.holds(found(0))).toBe(false);
  expect(readSetting(store.db, 'registrationsVanished')).toBeNull();
});

it('the day begins anew once the list was whole in between', async () => {
  know(10);
  await brake.holds(found(0));
  nowMs += 20 * HOUR_MS;
  expect(await brake.holds(found(9))).toBe(false);
  nowMs += 5 * HOUR_MS;
  expect(await brake.holds(found(0))).toBe(true);
});

it('those that the list has not had for long are no news', async () => {
  know(10);
  for (let readings = 0; readings < 2; readings += 1) for (const _ of countMissing(store.db, found(2)));
  expect(await brake.holds(found(2))).toBe(false);
});
