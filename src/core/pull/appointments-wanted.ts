// Appointments that are to be read. The service has no list of them: each is asked for through a registration.
import type { Registration } from '../../wire/registration.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import type { Appointed } from '../store/mirror/pull-needs.ts';
import { storedAppointments } from '../store/mirror/pull-needs.ts';
import type { Ask } from './asker.ts';
import { forEachFew } from './pool.ts';
import type { Records } from './records.ts';

/** One that the service did not give is asked for again after this. */
const AGAIN_MS = 30 * 60_000;

export interface AppointmentsWantedOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly readsAtOnce: number;
  /** `YYYY-MM-DD` at the site, yesterday: what was finished from then on may still be on today's board. */
  readonly yesterday: () => string;
  /** `YYYY-MM-DD` at the site: of registrations made before it, an appointment that is not there is no news. */
  readonly recentFrom: () => string;
}

export interface AppointmentsWanted {
  /** These registrations were read: what of their appointments is not known yet is wanted. */
  lookAt(registrations: readonly Registration[]): void;
  /** Reads what is wanted. Returns whether there was anything. */
  readWanted(): Promise<boolean>;
  /** Reads one, wanted or not. */
  read(appointed: Appointed): Promise<void>;
  /** When it was last asked for, by the gateway's clock; null when it was not in this run. */
  askedAt(appointmentId: string): number | null;
  /** Forgets when others than these were asked for. */
  remember(appointmentIds: ReadonlySet<string>): void;
}

export function createAppointmentsWanted(options: AppointmentsWantedOptions): AppointmentsWanted {
  const { db, gateway, ask, records } = options;
  const wanted = new Map<string, string>();
  const withheld = new Map<string, number>();
  /** Of registrations made so long ago that a missing appointment is no news. */
  const old = new Set<string>();
  const askedAtOf = new Map<string, number>();

  function isFinishedForLong({ completed_at }: Registration): boolean {
    return completed_at !== null && completed_at.slice(0, 10) < options.yesterday();
  }

  async function read({ id: registrationId, appointmentId }: Appointed): Promise<void> {
    const askedAt = gateway.nowMs();
    const isMissed = wanted.has(appointmentId) && !old.has(appointmentId);
    const read = await records.one(
      'appointment',
      appointmentId,
      ask('registrations.appointment', { params: { id: registrationId } }),
    );
    askedAtOf.set(appointmentId, askedAt);
    wanted.delete(appointmentId);
    if (read.found) {
      records.storeAppointment(read.found, askedAt);
      withheld.delete(appointmentId);
      return;
    }
    withheld.set(appointmentId, askedAt);
    // The registration says that there is one. Without it the person is on no board, which must be said.
    if (read.why === 'not-there' && isMissed) {
      const odd = { id: appointmentId, field: 'appointment', reason: 'not found', used: false };
      records.noteOdd('appointment', [odd], []);
    }
  }

  return {
    lookAt(registrations) {
      const candidates = registrations.filter(
        (registration) => registration.appointment_id !== null && !isFinishedForLong(registration),
      );
      const stored = storedAppointments(
        db,
        candidates.flatMap(({ appointment_id }) => appointment_id ?? []),
      );
      for (const { id, appointment_id, created_at } of candidates) {
        if (appointment_id === null || stored.has(appointment_id)) continue;
        const since = gateway.nowMs() - (withheld.get(appointment_id) ?? -Infinity);
        if (since < AGAIN_MS) continue;
        wanted.set(appointment_id, id);
        if (created_at < options.recentFrom()) old.add(appointment_id);
        else old.delete(appointment_id);
      }
    },
    async readWanted() {
      if (wanted.size === 0) return false;
      const items = [...wanted].map(([appointmentId, id]) => ({ id, appointmentId }));
      await forEachFew(items, options.readsAtOnce, read);
      return true;
    },
    read,
    askedAt: (appointmentId) => askedAtOf.get(appointmentId) ?? null,
    remember(appointmentIds) {
      for (const id of askedAtOf.keys()) if (!appointmentIds.has(id)) askedAtOf.delete(id);
    },
  };
}
