// A desk without a location says whether that is to be waited for, to be chosen, or to be set in the managed settings.
import { expect, it } from 'vitest';
import { noPlaceOf, placesWords } from '../../../src/renderer/shared/words/no-place-words.ts';

const place = { id: '1', name: 'Deansgate', address: '' };

it.each([
  { location: place, locations: [place], locationFixed: false, why: null },
  { location: null, locations: [], locationFixed: false, why: 'not-read' },
  { location: null, locations: [], locationFixed: true, why: 'not-read' },
  { location: null, locations: [place], locationFixed: true, why: 'not-in-service' },
  { location: null, locations: [place], locationFixed: true, locationAmbiguous: true, why: 'ambiguous' },
  { location: null, locations: [place], locationFixed: false, why: 'not-chosen' },
])('$why', ({ why, ...session }) => {
  expect(noPlaceOf({ locationAmbiguous: false, ...session })).toBe(why);
});

it('the locations are told with their ids where the name in the settings is that of several', () => {
  const locations = ['1', '2'].map((id) => ({ ...place, id }));
  expect(placesWords({ locations, locationAmbiguous: true })).toBe(
    `${place.name} (id 1), ${place.name} (id 2)`,
  );
  expect(placesWords({ locations, locationAmbiguous: false })).toBe(`${place.name}, ${place.name}`);
});
