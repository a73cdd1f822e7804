// The location that a desk works at, where its settings are given by the file of whoever manages it.
import { expect, it } from 'vitest';
import { locationOf } from '../../../../src/core/operations/location.ts';
import { upsertLocations } from '../../../../src/core/store/mirror/locations.ts';
import { useStore } from '../../../support/store-fixture.ts';
import { exampleLocation } from '../../../support/wire-examples.ts';

const store = useStore();

const SOHO = exampleLocation({ id: 'abcdef00-0000-4000-8000-000000000006', name: 'Soho' });

it.each([
  ['its name', 'soho'],
  ['its id', SOHO.id],
  ['its id as a service writes it that has capitals', SOHO.id.toUpperCase()],
])('is the one that the file names by %s', (_, configured) => {
  const leeds = exampleLocation({ id: 'abcdef00-0000-4000-8000-000000000007', name: 'Leeds' });
  upsertLocations(store.db, [leeds, SOHO], 1);
  expect(locationOf(store.db, configured)?.id).toBe(SOHO.id);
});
