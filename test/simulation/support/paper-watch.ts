// Watches over papers and people: whom each label was made for, and whose tube it was proven on. It knows from the paper
// itself and from what the service and the desk say of the person, never from what the desk keeps about its labels.
import type { VisitDetail } from '../../../src/contract/views.ts';
import { readPatients } from '../../../src/core/store/mirror/patient-records.ts';
import { readRegistrations } from '../../../src/core/store/mirror/registration-records.ts';
import { findRegistrations } from '../../../src/core/store/mirror/find-registrations.ts';
import type { SimulatedDay } from './simulated-day.ts';
import type { Paper } from './simulated-printer.ts';

interface NamedPerson {
  readonly lastName: string;
  readonly dateOfBirth: string | null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `15-Mar-1984`, as labels show a date. */
function shownDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

function namesOf(paper: Paper, person: NamedPerson): boolean {
  const { lastName, dateOfBirth } = person;
  // A surname that begins another one is not that one: `DUE-1` is not `DUE-1-RENAMED`.
  const name = new RegExp(`(^|[^\\p{L}\\d-])${lastName.toUpperCase()}($|[^\\p{L}\\d-])`, 'mu');
  return name.test(paper.text) && dateOfBirth !== null && paper.text.includes(shownDate(dateOfBirth));
}

export class PaperWatch {
  readonly #day: SimulatedDay;
  readonly #proofs = new Map<string, Paper>();
  readonly #registrationOf = new Map<Paper, string>();
  readonly #destroyed = new Map<string, number>();
  /** For the report: a simulation in which nothing is printed proves nothing. */
  printed = 0;
  proven = 0;
  collectedVisits = 0;

  constructor(day: SimulatedDay) {
    this.#day = day;
  }

  /** Bytes leave for the printer: they must name the person to whom the desk says, at this moment, that the code belongs. */
  leaves(paper: Paper): void {
    this.printed += 1;
    const { store } = this.#day;
    if (!store?.db.open) return;
    const [found] = findRegistrations(store.db, [paper.code]);
    if (found) this.#registrationOf.set(paper, found.registrationId);
    const registration =
      found && readRegistrations(store.db, [found.registrationId]).get(found.registrationId);
    const patient =
      registration?.patientId == null
        ? undefined
        : readPatients(store.db, [registration.patientId]).get(registration.patientId);
    if (!patient || !namesOf(paper, patient)) {
      this.#broken(`a label left for somebody else: ${paper.code} at ${paper.atMs}`);
    }
  }

  /** The desk took this paper's scan for a proof. */
  proves(paper: Paper, visit: VisitDetail): void {
    this.proven += 1;
    this.#proofs.set(paper.code.toUpperCase(), paper);
    if (!visit.person || !namesOf(paper, visit.person)) {
      this.#broken(`a label of somebody else was taken for a proof: ${paper.code} at ${paper.atMs}`);
    }
  }

  /** The desk called the visit collected, with every label proven. */
  collected(visit: VisitDetail): void {
    this.collectedVisits += 1;
    for (const { code, state } of visit.labelList) {
      const paper = this.#proofs.get(code?.toUpperCase() ?? '');
      if (state !== 'verified' || !paper || !visit.person || !namesOf(paper, visit.person)) {
        this.#broken(`collected without the right paper: ${code}`);
      }
    }
  }

  /** A person put the papers of this code away. */
  destroyed(code: string | null): void {
    if (code !== null) this.#destroyed.set(code.toUpperCase(), this.#day.time.nowMs);
  }

  /** At the end: every paper that came out names the person and the code of its registration, or is named for destruction. */
  async lookAtAll(): Promise<void> {
    const board = await this.#day.ask('board.get', {});
    for (const row of board?.rows ?? []) {
      const visit = await this.#day.ask('visits.get', { visitId: row.id });
      if (!visit) continue;
      for (const paper of this.#day.printer.papers) this.#lookAt(paper, visit);
    }
  }

  #lookAt(paper: Paper, visit: VisitDetail): void {
    const code = paper.code.toUpperCase();
    const registration = visit.registrations.find((one) => one.id === this.#registrationOf.get(paper));
    if (!registration || (this.#destroyed.get(code) ?? -1) >= paper.atMs) return;
    const isNamed = visit.troubles.some(
      (trouble) =>
        trouble.kind === 'destroy-labels' && trouble.papers.some((one) => one.code?.toUpperCase() === code),
    );
    const isRight =
      registration.labelCode?.code.toUpperCase() === code && visit.person && namesOf(paper, visit.person);
    if (!isNamed && !isRight)
      this.#broken(`a paper that is not right lies about, and nobody says so: ${code}`);
  }

  #broken(what: string): void {
    this.#day.violations.push(what);
  }
}
