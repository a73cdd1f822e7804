// Who works at a further desk of a run with many desks: two people take turns, sign in with their PINs, and go on whatever happens to
// the line, to their desk and to the site desk. What they were told is done is noted.
import { operations } from '../../../../src/contract/index.ts';
import type { Input, OperationName, Output } from '../../../../src/contract/index.ts';
import type { JoinedSite } from '../../../../src/app/joined-site.ts';
import type { ActivityKind } from '../../../../src/domain/activity.ts';
import type { AppError, Result } from '../../../../src/domain/app-error.ts';
import type { Role } from '../../../../src/domain/staff.ts';
import type { SeededRandom } from '../../../simulation/support/virtual-time.ts';
import type { LossyLine } from './lossy-line.ts';

export interface Person {
  readonly initials: string;
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/** The desk was shut out: it can do nothing more. */
export class ShutOut extends Error {}

/** Resolves when the desk has reached the site desk again, or was shut out. */
function inContact(site: JoinedSite): Promise<void> {
  return new Promise((reached) => {
    const stop = site.subscribe(null, (line) => {
      if (line.type === 'site-link' && line.link.kind === 'away') return;
      reached();
      queueMicrotask(() => stop());
    });
  });
}

export class DeskWorker {
  readonly number: number;
  readonly name: string;
  readonly folder: string;
  readonly line: LossyLine;
  readonly random: SeededRandom;
  readonly #people: readonly [Person, Person];
  readonly #sendsTwice: boolean;
  #present: Person;
  #handle: string | null = null;
  site: JoinedSite;
  /** Entries that the activity must have of this desk: `kind initials` → how many. */
  readonly told = new Map<string, number>();
  /** Last names: of people who were entered, and of those whose visit was booked. */
  readonly entered: string[] = [];
  readonly booked: string[] = [];
  done = 0;
  /** Refused because somebody had been quicker. */
  refused = 0;
  /** Refused because the role may not. */
  notAllowed = 0;
  inDoubt = 0;
  signIns = 0;
  isOut = false;

  constructor(setup: {
    number: number;
    folder: string;
    line: LossyLine;
    random: SeededRandom;
    people: readonly [Person, Person];
    site: JoinedSite;
    /** The control: what was done is sent once more, as if it were another command. */
    sendsTwice: boolean;
  }) {
    this.number = setup.number;
    this.name = `Room ${setup.number}`;
    this.folder = setup.folder;
    this.line = setup.line;
    this.random = setup.random;
    this.#people = setup.people;
    this.#present = setup.people[0];
    this.site = setup.site;
    this.#sendsTwice = setup.sendsTwice;
  }

  get role(): Role {
    return this.#present.role;
  }

  /** The other of the two signs in. */
  async changePerson(): Promise<void> {
    await this.#insist('staff.signOut', { why: 'switched' });
    this.#handle = null;
    this.#present = this.#present === this.#people[0] ? this.#people[1] : this.#people[0];
  }

  async ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    const answer = await this.#insist(name, input);
    if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
    return answer.value;
  }

  /** Presses a button. `entries`: what the activity must have of it. Null: somebody was quicker. */
  async press<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    entries: (answer: Output<Name>) => Partial<Record<ActivityKind, number>> = () => ({}),
  ): Promise<Output<Name> | null> {
    const answer = await this.#insist(name, input);
    if (!answer.ok) {
      const isDaily = ['conflict', 'rejected', 'not-found'].includes(answer.error.kind);
      if (!isDaily)
        throw new Error(`${name} was refused as no desk at work is: ${JSON.stringify(answer.error)}`);
      this.refused += 1;
      return null;
    }
    this.done += 1;
    if (this.#sendsTwice) await this.#insist(name, input);
    for (const [kind, times] of Object.entries(entries(answer.value))) {
      const key = `${kind} ${this.#present.initials}`;
      this.told.set(key, (this.told.get(key) ?? 0) + times);
    }
    return answer.value;
  }

  /** Somebody calls what is not for their role, past the screens. False: it was carried out. */
  async overstep<Name extends OperationName>(name: Name, input: Input<Name>): Promise<boolean> {
    const answer = await this.#insist(name, input);
    if (!answer.ok && answer.error.kind === 'not-allowed') this.notAllowed += 1;
    return !answer.ok && answer.error.kind === 'not-allowed';
  }

  /** Sends a call until somebody says what became of it, a command always with the same id. */
  async #insist<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>> {
    const isCommand = operations[name].kind === 'command';
    const commandId = crypto.randomUUID();
    for (;;) {
      const who = this.#handle === null ? {} : { handle: this.#handle };
      const call = { name, input, ...who, ...(isCommand ? { commandId } : {}) };
      const answer = (await this.site.call(call)) as Result<Output<Name>>;
      if (answer.ok || !(await this.#goesOn(answer.error))) return answer;
    }
  }

  /** Whether the call is to be sent again. */
  async #goesOn(error: AppError): Promise<boolean> {
    if (error.kind === 'forbidden') throw new ShutOut();
    if (error.kind === 'not-signed-in') {
      await this.#signIn();
      return true;
    }
    if (error.kind !== 'offline') return false;
    if (error.delivery === 'unknown') this.inDoubt += 1;
    if (this.site.link().kind === 'unpaired') throw new ShutOut();
    await inContact(this.site);
    return true;
  }

  async #signIn(): Promise<void> {
    this.#handle = null;
    const { initials, pin } = this.#present;
    const answer = await this.#insist('staff.signIn', { initials, pin });
    if (!answer.ok || answer.value.kind !== 'signed-in') {
      throw new Error(`${initials} was not let in at ${this.name}: ${JSON.stringify(answer)}`);
    }
    this.#handle = answer.value.handle;
    this.signIns += 1;
  }
}
