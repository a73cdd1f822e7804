// Why this desk has no location, and what to do about it.
import type { Session } from '../../host/use-session.ts';

/**
 * `not-read`: the service's locations were not read yet; `not-in-service`: the managed settings name one that the service does not
 * have; `ambiguous`: they name several; `not-chosen`: the one at which the desk worked is not listed any more, and nobody has chosen another one.
 */
export type NoPlace = 'not-read' | 'not-in-service' | 'ambiguous' | 'not-chosen';

/** Why the session has no location; null where it has one. */
export function noPlaceOf({
  location,
  locations,
  locationNamed,
  locationAmbiguous,
}: Pick<Session, 'location' | 'locations' | 'locationNamed' | 'locationAmbiguous'>): NoPlace | null {
  if (location !== null) return null;
  if (locations.length === 0) return 'not-read';
  if (locationAmbiguous) return 'ambiguous';
  return locationNamed !== null ? 'not-in-service' : 'not-chosen';
}

interface NoPlaceWords {
  /** Beside the name of the app. */
  readonly short: string;
  readonly title: string;
}

export const NO_PLACE_WORDS: Readonly<Record<NoPlace, NoPlaceWords>> = {
  'not-read': {
    short: 'Location not read yet',
    title: 'The location of this desk is not known yet',
  },
  'not-in-service': {
    short: 'Location unknown to the service',
    title: 'The service does not have the location of this desk',
  },
  ambiguous: {
    short: 'Two locations of one name',
    title: 'Several locations of the service have the name of this desk’s',
  },
  'not-chosen': {
    short: 'No location chosen',
    title: 'The service does not list the location of this desk any more',
  },
};

/** What to do; empty where it is to be waited for. */
export function noPlaceRemedy(noPlace: NoPlace, { locationNamed }: Pick<Session, 'locationNamed'>): string {
  switch (noPlace) {
    case 'not-read':
      return '';
    case 'not-in-service':
      return `The managed settings name “${locationNamed}”. Have whoever looks after this desk put the right one into its settings.`;
    case 'ambiguous':
      return `The managed settings name “${locationNamed}”, which does not tell which of them is meant. Have whoever looks after this desk put its id there in place of the name.`;
    case 'not-chosen':
      return 'Choose under “Desk settings” where this desk is.';
  }
}

/** The locations that the service has, for whoever is to put one into the settings: with their ids where a name does not tell them apart. */
export const placesWords = ({
  locations,
  locationAmbiguous,
}: Pick<Session, 'locations' | 'locationAmbiguous'>): string =>
  locations.map(({ id, name }) => (locationAmbiguous ? `${name} (id ${id})` : name)).join(', ');
