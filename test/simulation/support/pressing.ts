// What a person at a simulated desk presses: each command until it is answered, now and then twice; and what the desk has
// called saved.
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import { all } from '../../../src/core/store/db/database.ts';
import { findRow } from '../../../src/core/store/outbox/outbox.ts';
import type { AppError, Result } from '../../../src/domain/app-error.ts';
import type { Change } from '../../../src/domain/change.ts';
import type { RunningDesk, Surroundings } from './running-desk.ts';
import type { DeskProcess } from './virtual-time.ts';

/** A change that the desk has reported as saved to a person. */
export interface Intent {
  readonly rowId: string;
  readonly subjectId: string;
  readonly change: Change;
}

export class Pressing {
  readonly intents: Intent[] = [];
  /** Number of commands that were answered. */
  pressed = 0;
  readonly #desk: RunningDesk;
  readonly #around: Pick<Surroundings, 'time' | 'random' | 'violations'>;
  #commands = 0;
  #waiting: (() => void)[] = [];

  constructor(desk: RunningDesk, around: Pick<Surroundings, 'time' | 'random' | 'violations'>) {
    this.#desk = desk;
    this.#around = around;
    desk.onStarted = () => this.#goOn();
  }

  /** Sends a query, as a screen does. Null while the desk is not running, or when it refuses. */
  async ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name> | null> {
    const { assembled, process } = this.#desk;
    if (!assembled || !process?.alive) return null;
    const answer = (await assembled.engine.call({ name, input })) as Result<Output<Name>>;
    return this.#isDead(process) || !answer.ok ? null : answer.value;
  }

  /** A function, because the power may have failed during each wait. */
  #isDead(process: DeskProcess): boolean {
    return !process.alive;
  }

  /**
   * Sends a command, as when a person presses a button. When the power fails before the answer, it is sent again with
   * the same id once the desk runs again. An answer means that its changes are saved, so they are recorded in
   * `intents`. `seen` is called at the moment of the answer: after it the power may fail, and nothing can be looked up at
   * the desk then.
   */
  async press<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    seen: (value: Output<Name>) => void = () => {},
  ): Promise<{ readonly value: Output<Name> } | { readonly refused: AppError }> {
    this.#commands += 1;
    const commandId = `00000000-0000-4000-8000-${String(this.#commands).padStart(12, '0')}`;
    for (;;) {
      const { assembled, process } = this.#desk;
      if (!assembled || !process?.alive) {
        await new Promise<void>((back) => this.#waiting.push(back));
        continue;
      }
      const call = { name, input, commandId, actor: 'Desk' };
      const answer = (await assembled.engine.call(call)) as Result<Output<Name>>;
      if (this.#isDead(process)) continue;
      if (!answer.ok) {
        if (answer.error.kind === 'bug')
          this.#around.violations.push(`${name} failed: ${answer.error.detail}`);
        return { refused: answer.error };
      }
      this.pressed += 1;
      this.#noteIntents(commandId);
      seen(answer.value);
      if (this.#around.random.chance(0.1)) await this.#pressAgain(call, answer.value);
      return { value: answer.value };
    }
  }

  /**
   * Sends the same command again, as a double click does. The answer must be the same, and nothing may happen twice.
   */
  async #pressAgain(
    call: { readonly name: string; readonly commandId: string },
    first: unknown,
  ): Promise<void> {
    const { assembled, process } = this.#desk;
    if (!assembled) return;
    const again = await assembled.engine.call(call);
    if (!process?.alive) return;
    if (!again.ok || JSON.stringify(again.value) !== JSON.stringify(first)) {
      this.#around.violations.push(`${call.name} under the same id was answered otherwise`);
    }
  }

  #noteIntents(commandId: string): void {
    const { store } = this.#desk;
    if (!store) return;
    const saved = all<{ id: string }>(
      store.db,
      'SELECT id FROM outbox WHERE command_id = ? ORDER BY sequence',
      [commandId],
    );
    for (const { id } of saved) {
      const row = findRow(store.db, id);
      if (!row || row.change === null) continue;
      this.intents.push({ rowId: row.id, subjectId: row.subjectId, change: row.change });
    }
    this.#desk.outboxMoved = true;
  }

  /** Whoever waited for the desk to run again tries once more, each after a moment. */
  #goOn(): void {
    const { time, random } = this.#around;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tryAgain of waiting) time.at(random.between(100, 5_000), tryAgain);
  }
}
