// A desk without a location says whether that is to be waited for, to be chosen, or to be set in the managed settings.
import { expect, it } from 'vitest';
import { noPlaceOf, noPlaceRemedy, placesWords } from '../../../src/renderer/shared/words/no-place-words.ts';

const place = { id: '1', name: 'Deansgate', address: '' };

it.each([
  { location: place, locations: [place], locationNamed: null, why: null },
  { location: null, locations: [], locationNamed: null, why: 'not-read' },
  { location: null, locations: [], locationNamed: 'Camden', why: 'not-read' },
  { location: null, locations: [place], locationNamed: 'Camden', why: 'not-in-service' },
  { location: null, locations: [place], locationNamed: 'Camden', locationAmbiguous: true, why: 'ambiguous' },
  { location: null, locations: [place], locationNamed: null, why: 'not-chosen' },
])('$why', ({ why, ...session }) => {
  expect(noPlaceOf({ locationAmbiguous: false, ...session })).toBe(why);
});

it('the location that the managed settings name is named where it is none, or several', () => {
  for (const noPlace of ['not-in-service', 'ambiguous'] as const)
    expect(noPlaceRemedy(noPlace, { locationNamed: 'Camdn' })).toContain('The managed settings name “Camdn”');
});

it('the locations are told with their ids where the name in the settings is that of several', () => {
  const locations = ['1', '2'].map((id) => ({ ...place, id }));
  expect(placesWords({ locations, locationAmbiguous: true })).toBe(
    `${place.name} (id 1), ${place.name} (id 2)`,
  );
  expect(placesWords({ locations, locationAmbiguous: false })).toBe(`${place.name}, ${place.name}`);
});
