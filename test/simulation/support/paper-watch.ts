// Checks for every printed label for whom it was made and on whose tube it was accepted. It uses the printed text and
// the records of the person, never the desk's own notes about its labels, because these are what is being tested.
import type { RegistrationView, VisitDetail } from '../../../src/contract/views.ts';
import { readPatients } from '../../../src/core/store/mirror/patient-records.ts';
import { readRegistrations } from '../../../src/core/store/mirror/registration-records.ts';
import { get } from '../../../src/core/store/db/database.ts';
import { findRegistrations } from '../../../src/core/store/mirror/find-registrations.ts';
import { labelCodeOfDesk } from '../../../src/domain/desk-code.ts';
import type { Registration } from '../../../src/wire/registration.ts';
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

/** Whether the paper shows the surname and the date of birth of this person. */
function namesOf(paper: Paper, person: NamedPerson): boolean {
  const { lastName, dateOfBirth } = person;
  // The whole surname must match: `DUE-1` is not `DUE-1-RENAMED`.
  const name = new RegExp(`(^|[^\\p{L}\\d-])${lastName.toUpperCase()}($|[^\\p{L}\\d-])`, 'mu');
  return name.test(paper.text) && dateOfBirth !== null && paper.text.includes(shownDate(dateOfBirth));
}

/** Whether two of the service's records name a person alike. A part that one of them leaves out contradicts nothing. */
function isAlike(one: NamedPerson, other: NamedPerson): boolean {
  return one.lastName === other.lastName && one.dateOfBirth === other.dateOfBirth;
}

/**
 * Whether the paper has the desk's own code because the laboratory's was not known, and will be asked to be replaced: the label
 * still has this code, and as soon as the laboratory's is known the visit says so. Once it was printed anew, with the words
 * that the new one belongs over the old one, the old one still leads to this registration and is refused as out of date.
 */
function standsInForNow(code: string, registration: RegistrationView, visit: VisitDetail): boolean {
  if (code !== labelCodeOfDesk(registration.id)) return false;
  const source = registration.labelCode?.source;
  const isKnown = source === 'service' || source === 'label-document';
  const ofRegistration = visit.labelList.filter(({ registrationId }) => registrationId === registration.id);
  const labels = ofRegistration.filter((label) => label.code?.toUpperCase() === code);
  const isPrintedAnew = isKnown && ofRegistration.every(({ state }) => state !== 'not-printed');
  if (labels.length === 0) return isPrintedAnew;
  return labels.some(({ overtakenBy }) => overtakenBy !== null || !isKnown);
}

export class PaperWatch {
  readonly #day: SimulatedDay;
  /** What people stated where the service's records disagreed, by the registration's id. */
  readonly #stated = new Map<string, NamedPerson>();
  readonly #proofs = new Map<string, Paper>();
  readonly #registrationOf = new Map<Paper, string>();
  readonly #destroyed = new Map<string, number>();
  /** Counts for the report: a simulation in which nothing is printed would prove nothing. */
  printed = 0;
  proven = 0;
  collectedVisits = 0;
  settled = 0;

  constructor(day: SimulatedDay) {
    this.#day = day;
  }

  /** Called when bytes are sent to the printer. They must name the person to whom the code belongs at this moment. */
  leaves(paper: Paper): void {
    this.printed += 1;
    const { store } = this.#day;
    if (!store?.db.open) return;
    const [found] = findRegistrations(store.db, [paper.code]);
    if (found) this.#registrationOf.set(paper, found.registrationId);
    const registration =
      found && readRegistrations(store.db, [found.registrationId]).get(found.registrationId);
    const person = registration && this.#personOf(registration.id);
    if (!person || !namesOf(paper, person)) {
      this.#broken(`a label left for somebody else: ${paper.code} at ${paper.atMs}`);
    }
    if (this.#standsForTwo(paper.code)) {
      this.#broken(`a label left whose code stands for two patients: ${paper.code} at ${paper.atMs}`);
    }
  }

  /**
   * Presses a button that confirms the identity. `stated`: what the person states, where the service's records disagree.
   * It counts from the press on: after a power failure the desk may act on it before the answer is there.
   */
  async whileSettling(
    visit: VisitDetail,
    stated: NamedPerson | null,
    press: () => Promise<{ readonly value: unknown } | { readonly refused: unknown }>,
  ): Promise<void> {
    const ids = visit.registrations.map(({ id }) => id);
    const before = new Map(ids.map((id) => [id, this.#stated.get(id)]));
    if (stated) for (const id of ids) this.#stated.set(id, stated);
    if ('value' in (await press())) {
      if (stated) this.settled += 1;
      return;
    }
    for (const [id, earlier] of before) {
      if (earlier) this.#stated.set(id, earlier);
      else this.#stated.delete(id);
    }
  }

  /** How the desk's own copies of the service's records name the patient of a registration; several while they disagree. */
  #namings(registrationId: string): NamedPerson[] {
    const { store } = this.#day;
    const registration = store && readRegistrations(store.db, [registrationId]).get(registrationId);
    if (!store || registration?.patientId == null) return [];
    const own = readPatients(store.db, [registration.patientId]).get(registration.patientId);
    if (!own) return [];
    const row = get<{ body: string }>(store.db, 'SELECT body FROM mirror_registration WHERE id = ?', [
      registration.serverId,
    ]);
    const copy = row && (JSON.parse(row.body) as Registration);
    // While another patient waits to be put on it, the copy is about somebody else.
    const isTheirs = copy && (own.serverId ?? own.id) === copy.patient_id;
    if (!isTheirs || copy.last_name === null) return [own];
    const copied = { lastName: copy.last_name, dateOfBirth: copy.date_of_birth ?? own.dateOfBirth };
    return isAlike(own, copied) ? [own] : [own, copied];
  }

  /** Whom labels of a registration may name now: where its records disagree, only what the person has stated. */
  #personOf(registrationId: string): NamedPerson | null {
    const namings = this.#namings(registrationId);
    const [only] = namings;
    if (namings.length <= 1) return only ?? null;
    const stated = this.#stated.get(registrationId);
    return stated && namings.some((naming) => isAlike(naming, stated)) ? stated : null;
  }

  /** Whether the records that the desk has read give this label code to registrations of two patients. */
  #standsForTwo(code: string): boolean {
    const { store } = this.#day;
    if (!store?.db.open) return false;
    const row = get<{ patients: number }>(
      store.db,
      `SELECT count(DISTINCT patient_id) AS patients FROM mirror_registration WHERE upper(label_sample_id) = ?`,
      [code.toUpperCase()],
    );
    return (row?.patients ?? 0) > 1;
  }

  /** Whether the paper names the person of its registration. */
  #isForPerson(paper: Paper): boolean {
    const registrationId = this.#registrationOf.get(paper);
    const person = registrationId === undefined ? null : this.#personOf(registrationId);
    return person !== null && namesOf(paper, person);
  }

  /** Called when the desk has accepted the scan of this paper as a proof. */
  proves(paper: Paper, visit: VisitDetail): void {
    this.proven += 1;
    this.#proofs.set(paper.code.toUpperCase(), paper);
    if (!visit.person || !namesOf(paper, visit.person) || !this.#isForPerson(paper)) {
      this.#broken(`a label of somebody else was taken for a proof: ${paper.code} at ${paper.atMs}`);
    }
    if (this.#standsForTwo(paper.code)) {
      this.#broken(`a label was taken for a proof whose code stands for two patients: ${paper.code}`);
    }
  }

  /** Called when the desk has marked the visit as collected. Every label must be proven by a paper of this person. */
  collected(visit: VisitDetail): void {
    this.collectedVisits += 1;
    for (const { code, state } of visit.labelList) {
      const paper = this.#proofs.get(code?.toUpperCase() ?? '');
      const isRight = paper && visit.person && namesOf(paper, visit.person) && this.#isForPerson(paper);
      if (state !== 'verified' || isRight !== true) {
        this.#broken(`collected without the right paper: ${code}`);
      }
    }
  }

  /** Called when a person has destroyed the papers with this code. */
  destroyed(code: string | null): void {
    if (code !== null) this.#destroyed.set(code.toUpperCase(), this.#day.time.nowMs);
  }

  isDestroyed(paper: Paper): boolean {
    return (this.#destroyed.get(paper.code.toUpperCase()) ?? -1) >= paper.atMs;
  }

  /** At the end of the day: every paper must be right for its registration, or the desk must ask to destroy it. */
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
    if (!registration || this.isDestroyed(paper)) return;
    const isNamed = visit.troubles.some(
      (trouble) =>
        trouble.kind === 'destroy-labels' && trouble.papers.some((one) => one.code?.toUpperCase() === code),
    );
    const isInDoubt = visit.troubles.some(({ kind }) => kind === 'person-in-doubt');
    // While nobody knows which naming is right, a paper that agrees with one of them is not wrong.
    const mayName = isInDoubt ? this.#namings(registration.id) : visit.person ? [visit.person] : [];
    const hasRightCode =
      registration.labelCode?.code.toUpperCase() === code || standsInForNow(code, registration, visit);
    const isRight = hasRightCode && mayName.some((person) => namesOf(paper, person));
    if (!isNamed && !isRight)
      this.#broken(`a paper that is not right lies about, and nobody says so: ${code}`);
  }

  #broken(what: string): void {
    this.#day.violations.push(what);
  }
}
