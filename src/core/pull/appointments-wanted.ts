// Which appointments must still be read. The service has no list of appointments: each one is requested through its
// registration.
import type { Registration } from '../../wire/registration.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Db } from '../store/db/database.ts';
import type { Appointed } from '../store/mirror/pull-needs.ts';
import { storedAppointments } from '../store/mirror/pull-needs.ts';
import type { Ask } from './asker.ts';
import { forEachFew } from './pool.ts';
import type { Records } from './records.ts';

/** An appointment that the service did not return is requested again after this time. */
const AGAIN_MS = 30 * 60_000;

export interface AppointmentsWantedOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly readsAtOnce: number;
  /** A day at the site, `YYYY-MM-DD`: of registrations finished before it no appointment is read. */
  readonly finishedSince: () => string;
  /** A day at the site, `YYYY-MM-DD`. For registrations made before it, a missing appointment is not reported. */
  readonly recentFrom: () => string;
}

export interface AppointmentsWanted {
  /** Call with registrations that were read. Their appointments that are not stored yet will be read. */
  lookAt(registrations: readonly Registration[]): void;
  /** Reads the appointments that are still missing. Returns false when there were none. */
  readWanted(): Promise<boolean>;
  /** Reads one appointment now, also when it is stored already. */
  read(appointed: Appointed): Promise<void>;
  /** When the appointment was last requested, by the gateway's clock; null when not since the start. */
  askedAt(appointmentId: string): number | null;
  /** Keeps the times of these requests only, so that the list of times does not grow. */
  remember(appointmentIds: ReadonlySet<string>): void;
}

export function createAppointmentsWanted(options: AppointmentsWantedOptions): AppointmentsWanted {
  const { db, gateway, ask, records } = options;
  const wanted = new Map<string, string>();
  const withheld = new Map<string, number>();
  /** Appointments of registrations so old that a missing appointment is not reported. */
  const old = new Set<string>();
  const askedAtOf = new Map<string, number>();

  function isFinishedForLong({ completed_at }: Registration): boolean {
    return completed_at !== null && completed_at.slice(0, 10) < options.finishedSince();
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
    // The registration says that it has an appointment. Without it the person is on no board, and a screen must say so.
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
