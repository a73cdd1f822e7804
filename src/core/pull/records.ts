// Takes the service's answers into the store: what is good, what is odd, and nothing that a write of ours has overtaken.
import { AppException } from '../../domain/app-error.ts';
import type { Topic } from '../../contract/events.ts';
import type { Appointment } from '../../wire/appointment.ts';
import type { Patient } from '../../wire/patient.ts';
import type { OddRecord } from '../../wire/record.ts';
import type { Registration } from '../../wire/registration.ts';
import type { Gateway, Touched } from '../line/gateway.ts';
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
import { upsertPatients } from '../store/mirror/patients.ts';
import { upsertRegistrations } from '../store/mirror/registrations.ts';

/** Rows written before others get their turn; a page at once would hold them up for longer than a frame. */
const ROWS_AT_ONCE = 25;

export interface RecordsOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
}

interface ReadRecord<Value> {
  readonly value: Value;
  readonly odd: readonly OddRecord[];
}

/** What a request for one record came to. `odd`: it is there and cannot be used. */
export type One<Value> =
  { readonly found: Value } | { readonly found: null; readonly why: 'not-there' | 'odd' };

export interface Records {
  /** Good records of a page, and what was odd about it. `askedAtMs` by the gateway's clock. */
  storeRegistrations(registrations: readonly Registration[], askedAtMs: number): Promise<void>;
  storeAppointment(appointment: Appointment, askedAtMs: number): void;
  storePatient(patient: Patient, askedAtMs: number): void;
  noteOdd(kind: OddKind, odd: readonly OddRecord[], goodIds: readonly string[]): void;
  /** A list was read to its end: what was odd before and did not come up any more is gone. */
  listRead(kind: OddKind, odd: readonly OddRecord[]): void;
  /** One record by its own request. One that cannot be used is kept in mind under `knownId`; nothing is thrown for it. */
  one<Value extends { readonly id: string }>(
    kind: OddKind,
    knownId: string | null,
    request: Promise<ReadRecord<Value>>,
  ): Promise<One<Value>>;
}

export function createRecords(options: RecordsOptions): Records {
  const { db, gateway, onChange, serverNowMs } = options;

  /** Answers that were asked for before a write of ours was confirmed say how things were before it. */
  function current<Record extends { readonly id: string }>(
    kind: Touched['kind'],
    records: readonly Record[],
    askedAtMs: number,
  ): Record[] {
    return records.filter((record) => !gateway.isOutdated({ kind, serverId: record.id }, askedAtMs));
  }

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
        const few = current('registration', registrations.slice(from, from + ROWS_AT_ONCE), askedAtMs);
        news = upsertRegistrations(db, few, serverNowMs()).size > 0 || news;
      }
      if (news) onChange(['board', 'patients']);
    },
    storeAppointment(appointment, askedAtMs) {
      const changed = upsertAppointments(db, current('appointment', [appointment], askedAtMs), serverNowMs());
      if (changed.size > 0) onChange(['board', 'slots']);
    },
    storePatient(patient, askedAtMs) {
      const changed = upsertPatients(db, current('patient', [patient], askedAtMs), serverNowMs());
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
