// Writes the service's answers to the store: valid records, a note of invalid ones, and nothing that is older than a
// change of ours.
import { AppException } from '../../domain/app-error.ts';
import type { Topic } from '../../contract/events.ts';
import type { Appointment } from '../../wire/appointment.ts';
import type { Patient } from '../../wire/patient.ts';
import type { OddRecord } from '../../wire/record.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Gateway } from '../line/gateway.ts';
import { OddRecordException } from '../service/read-answer.ts';
import type { Db } from '../store/db/database.ts';
import { upsertAppointments } from '../store/mirror/appointments.ts';
import {
  forgetNeedlessOddAppointments,
  forgetOddRecords,
  keepOnlyOddRecords,
  saveOddRecords,
} from '../store/mirror/odd-records.ts';
import type { OddKind } from '../store/mirror/odd-records.ts';
import { becomeWhatEventsTell } from '../store/mirror/pull-needs.ts';
import { upsertPatients } from '../store/mirror/patients.ts';
import { hasSaidAnother, noteRegistrationSaid } from '../store/mirror/registration-said.ts';
import { upsertRegistrations } from '../store/mirror/registrations.ts';

/**
 * Registrations are written in one go for about so long, in milliseconds. A commit costs less a row the more rows are in it, but a
 * whole page at once would block the process for longer than a frame on a screen.
 */
const WRITING_MS = 5;
const ROWS_AT_ONCE = { atFirst: 25, least: 10, most: 50 } as const;

export interface RecordsOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
  /** The service shows this appointment now, in an answer that is not older than a change of ours. */
  readonly onAppointment: (appointment: Appointment) => void;
  /** Registrations (service's ids) are about to be stored as what the service's events tell of; null: no events are taken. */
  readonly onWhatEventsTell: ((registrationIds: readonly string[]) => void) | null;
}

/** The answer to a request for one record. */
export interface ReadRecord<Value> {
  readonly value: Value;
  readonly odd: readonly OddRecord[];
}

/** The result of requesting one record. `odd`: the service has it, but it cannot be used. */
export type One<Value> =
  { readonly found: Value } | { readonly found: null; readonly why: 'not-there' | 'odd' };

/** Stores what was read from the service, record by record, and notes the records that cannot be used. */
export interface Records {
  /**
   * Writes the valid records of a page. `askedAtMs`: when the page was requested, by the gateway's clock. True when one of
   * them was new or has changed.
   */
  storeRegistrations(registrations: readonly Registration[], askedAtMs: number): Promise<boolean>;
  /**
   * The same of one that was asked for by itself. Once it has contradicted the list it is stored only where it agrees with it: stored, it
   * would agree with itself, and end the doubt about whose it is.
   */
  storeRegistration(registration: Registration, askedAtMs: number): Promise<boolean>;
  storeAppointment(appointment: Appointment, askedAtMs: number): void;
  storePatient(patient: Patient, askedAtMs: number): void;
  noteOdd(kind: OddKind, odd: readonly OddRecord[], goodIds: readonly string[]): void;
  /**
   * Call when a list was read to its end, with its invalid records: notes about others of this kind are removed, except those about
   * `unanswered` ids, of which the list says nothing.
   */
  listRead(kind: OddKind, odd: readonly OddRecord[], unanswered: readonly string[]): void;
  /** An appointment is needed no more once no registration names it, or when it began days ago: notes about such ones are removed. */
  forgetNeedlessAppointments(): void;
  /**
   * Waits for the request for one record. A record that cannot be used is noted under `knownId`, and nothing is thrown.
   */
  one<Value extends { readonly id: string }>(
    kind: OddKind,
    knownId: string | null,
    request: Promise<ReadRecord<Value>>,
  ): Promise<One<Value>>;
}

/** The record; null where the service has answered with another one than it was asked for. */
export function asNamed<Value extends { readonly id: string }>(found: Value, id: string): Value | null {
  return found.id === id ? found : null;
}

/** Says that the service answered with another record than the one with this id. */
export const ofAnother = (id: string): OddRecord => ({
  id,
  field: 'id',
  reason: 'it is the id of another record',
  used: false,
});

/** An appointment that began before so long is over for everybody, in milliseconds. */
const OVER_AFTER_MS = 2 * 24 * 60 * 60_000;

/** How many rows are written in {@link WRITING_MS}, when `rows` took `tookMs` milliseconds. */
function rowsInTime(rows: number, tookMs: number): number {
  const { least, most } = ROWS_AT_ONCE;
  return Math.max(least, Math.min(most, Math.floor((rows * WRITING_MS) / Math.max(tookMs, 0.1))));
}

export function createRecords(options: RecordsOptions): Records {
  const { db, gateway, onChange, serverNowMs } = options;
  let rowsAtOnce: number = ROWS_AT_ONCE.atFirst;

  function noteOdd(kind: OddKind, odd: readonly OddRecord[], goodIds: readonly string[]): void {
    const oddIds = new Set(odd.map(({ id }) => id));
    const good = goodIds.filter((id) => !oddIds.has(id));
    const gone = good.length > 0 && forgetOddRecords(db, kind, good);
    const come = saveOddRecords(db, kind, odd, serverNowMs());
    if (gone || come) onChange(['session', 'board', 'connection']);
  }

  const forgetNeedless = (): boolean => forgetNeedlessOddAppointments(db, serverNowMs() - OVER_AFTER_MS);

  async function storeRegistrations(
    registrations: readonly Registration[],
    askedAtMs: number,
  ): Promise<boolean> {
    let news = false;
    for (let from = 0; from < registrations.length;) {
      if (from > 0) await gateway.yieldToOthers();
      const startedAt = gateway.nowMs();
      const part = registrations.slice(from, from + rowsAtOnce);
      const few = gateway.stillCurrent('registration', part, askedAtMs);
      options.onWhatEventsTell?.(becomeWhatEventsTell(db, few));
      news = upsertRegistrations(db, few, serverNowMs()).size > 0 || news;
      from += part.length;
      rowsAtOnce = rowsInTime(part.length, gateway.nowMs() - startedAt);
    }
    if (news) onChange(['board', 'patients']);
    return news;
  }

  return {
    noteOdd,
    storeRegistrations,
    async storeRegistration(registration, askedAtMs) {
      if (hasSaidAnother(db, registration.id)) {
        const { differs, isNews } = noteRegistrationSaid(db, registration);
        if (isNews) onChange(['board', 'patients', 'results']);
        if (differs) return isNews;
      }
      return storeRegistrations([registration], askedAtMs);
    },
    listRead(kind, odd, unanswered) {
      const gone = keepOnlyOddRecords(db, kind, odd, unanswered);
      if (forgetNeedless() || gone) onChange(['session', 'board', 'connection']);
    },
    forgetNeedlessAppointments() {
      if (forgetNeedless()) onChange(['session', 'board', 'connection']);
    },
    storeAppointment(appointment, askedAtMs) {
      const current = gateway.stillCurrent('appointment', [appointment], askedAtMs);
      const changed = upsertAppointments(db, current, serverNowMs());
      if (changed.size > 0) onChange(['board', 'slots']);
      for (const shown of current) options.onAppointment(shown);
    },
    storePatient(patient, askedAtMs) {
      const changed = upsertPatients(
        db,
        gateway.stillCurrent('patient', [patient], askedAtMs),
        serverNowMs(),
      );
      if (changed.size > 0) onChange(['board', 'patients']);
    },
    async one(kind, knownId, request) {
      try {
        const answer = await request;
        noteOdd(kind, answer.odd, [answer.value.id]);
        return { found: answer.value };
      } catch (thrown) {
        if (thrown instanceof OddRecordException) {
          noteOdd(kind, [{ ...thrown.odd, id: thrown.odd.id ?? knownId }], []);
          return { found: null, why: 'odd' };
        }
        if (thrown instanceof AppException && thrown.error.kind === 'not-found')
          return { found: null, why: 'not-there' };
        throw thrown;
      }
    },
  };
}
