// Takes off registrations that the service has no more. Each is asked for by its id before it is removed, because a list that lacks one may
// be at fault.
import type { Topic } from '../../contract/events.ts';
import type { Gateway } from '../line/gateway.ts';
import { dropRegistration } from '../store/desk/visits-of-appointments.ts';
import type { LostNews } from '../store/desk/visits-of-appointments.ts';
import { asNamed, ofAnother } from './records.ts';
import type { Records } from './records.ts';
import { readRegistration } from './registration-reading.ts';
import type { RegistrationParts } from './registration-reading.ts';

/** So many registrations of cancelled orders are asked for in a reading, for which everything else in it waits. */
const CANCELLED_AT_ONCE = 20;

export interface GoneRegistrationsOptions extends RegistrationParts {
  readonly gateway: Pick<Gateway, 'nowMs'>;
  readonly records: Records;
  readonly onChange: (topics: Topic[]) => void;
  readonly lostNews: LostNews;
}

export interface GoneRegistrations {
  /** Asks for a registration (the service's id), and removes it if there is none. Returns whether it was removed. */
  askFor(registrationId: string): Promise<boolean>;
  /** The service has cancelled these (its ids). */
  wereCancelled(registrationIds: readonly string[]): void;
  /** What people cancelled here must not be missed in the list, which lacks it from now on as if the service had lost it. */
  askForCancelled(): Promise<void>;
}

export function createGoneRegistrations(options: GoneRegistrationsOptions): GoneRegistrations {
  const { db, ask, singles, gateway, records } = options;
  const cancelled = new Set<string>();

  async function askFor(registrationId: string): Promise<boolean> {
    if (singles.rests('registration', registrationId)) return false;
    const askedAt = gateway.nowMs();
    const read = await readRegistration({ db, ask, singles }, registrationId, { isServiceWell: true });
    const found = read.found && asNamed(read.found, registrationId);
    if (found) await records.storeRegistrations([found], askedAt);
    else if (read.found) records.noteOdd('registration', [ofAnother(registrationId)], []);
    // Whoever is not told of, or is told of wrongly, still exists: only an answer that there is nobody says otherwise.
    if (read.found || read.why !== 'not-there') return false;
    dropRegistration(db, registrationId, options.lostNews);
    records.forgetNeedlessAppointments();
    options.onChange(['board']);
    return true;
  }

  return {
    askFor,
    wereCancelled(registrationIds) {
      for (const id of registrationIds) cancelled.add(id);
    },
    async askForCancelled() {
      for (const id of [...cancelled].slice(0, CANCELLED_AT_ONCE)) {
        await askFor(id);
        cancelled.delete(id);
      }
    },
  };
}
