// What the engine answers, for tests of screens.
import type { PersonView } from '../../src/contract/views.ts';

/** James Oliver as a screen gets him. `change` replaces fields, as in `somebody('a', { lastName: 'Brontë' })`. */
export const somebody = (id: string, change: Partial<PersonView> = {}): PersonView => ({
  id,
  firstName: 'James',
  lastName: 'Oliver',
  dateOfBirth: '1984-03-15',
  gender: null,
  email: null,
  phoneNumber: null,
  sync: 'synced',
  ...change,
});
