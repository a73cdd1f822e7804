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
  forgetOddAppointmentsOfNobody,
  forgetOddRecords,
  keepOnlyOddRecords,
  saveOddRecords,
} from '../store/mirror/odd-records.ts';
import type { OddKind } from '../store/mirror/odd-records.ts';
import { becomeWhatEventsTell } from '../store/mirror/pull-needs.ts';
import { upsertPatients } from '../store/mirror/patients.ts';
import { upsertRegistrations } from '../store/mirror/registrations.ts';

/** Rows written in one go. Writing a whole page at once would block the process for longer than a frame on a screen. */
const ROWS_AT_ONCE = 25;

export interface RecordsOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
  /** Registrations (service's ids) are about to be stored as what the service's events tell of; null: no events are taken. */
  readonly onWhatEventsTell: ((registrationIds: readonly string[]) => void) | null;
}

interface ReadRecord<Value> {
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
  storeAppointment(appointment: Appointment, askedAtMs: number): void;
  storePatient(patient: Patient, askedAtMs: number): void;
  noteOdd(kind: OddKind, odd: readonly OddRecord[], goodIds: readonly string[]): void;
  /** Call when a list was read to its end, with its invalid records: notes about others of this kind are removed. */
  listRead(kind: OddKind, odd: readonly OddRecord[]): void;
  /**
   * Waits for the request for one record. A record that cannot be used is noted under `knownId`, and nothing is thrown.
   */
  one<Value extends { readonly id: string }>(
    kind: OddKind,
    knownId: string | null,
    request: Promise<ReadRecord<Value>>,
  ): Promise<One<Value>>;
}

export function createRecords(options: RecordsOptions): Records {
  const { db, gateway, onChange, serverNowMs } = options;

  function noteOdd(kind: OddKind, odd: readonly OddRecord[], goodIds: readonly string[]): void {
    const oddIds = new Set(odd.map(({ id }) => id));
    const good = goodIds.filter((id) => !oddIds.has(id));
    const gone = good.length > 0 && forgetOddRecords(db, kind, good);
    const come = saveOddRecords(db, kind, odd, serverNowMs());
    if (gone || come) onChange(['session', 'board', 'connection']);
  }

  return {
    noteOdd,
    listRead(kind, odd) {
      const gone = keepOnlyOddRecords(db, kind, odd);
      if (forgetOddAppointmentsOfNobody(db) || gone) onChange(['session', 'board', 'connection']);
    },
    async storeRegistrations(registrations, askedAtMs) {
      let news = false;
      for (let from = 0; from < registrations.length; from += ROWS_AT_ONCE) {
        if (from > 0) await gateway.yieldToOthers();
        const few = gateway.stillCurrent(
          'registration',
          registrations.slice(from, from + ROWS_AT_ONCE),
          askedAtMs,
        );
        options.onWhatEventsTell?.(becomeWhatEventsTell(db, few));
        news = upsertRegistrations(db, few, serverNowMs()).size > 0 || news;
      }
      if (news) onChange(['board', 'patients']);
      return news;
    },
    storeAppointment(appointment, askedAtMs) {
      const changed = upsertAppointments(
        db,
        gateway.stillCurrent('appointment', [appointment], askedAtMs),
        serverNowMs(),
      );
      if (changed.size > 0) onChange(['board', 'slots']);
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
