// The real app: the built web host in a process of its own on a real data folder. It is killed and started again, while
// callers go on: each call is repeated in the next life of the desk until it is answered.
import { createDecipheriv, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { storeFile } from '../../../src/app/data-files.ts';
import { operations } from '../../../src/contract/index.ts';
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import type { AppError, Result } from '../../../src/domain/app-error.ts';
import { READY_LINE, startNode } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { webWindow } from '../../support/web-window.ts';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';

const PAUSE_MS = 20;
const PASSPHRASE = 'a heron stands in cold water';
const HOST = resolve(import.meta.dirname, '../../../out/main/web-host.js');
/** Those of Node with which `npm start` starts the app. */
const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'desk-preload.ts')).href;

/** A command that was answered as done. */
export interface Saved {
  readonly commandId: string;
  readonly name: OperationName;
  readonly input: unknown;
  readonly answer: unknown;
}

export interface DeskSetup {
  readonly folder: string;
  readonly serviceUrl: string;
  readonly token: string;
  readonly printer: string;
  readonly random: SeededRandom;
  /** Added to the environment of every life. */
  readonly env: Readonly<Record<string, string>>;
  /** In place of those that a desk has that is killed; undefined: as the app has it by itself. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

interface Life {
  readonly process: DeskProcess;
  readonly origin: string;
  readonly post: (path: string, body: unknown) => Promise<Response>;
}

export class KilledDesk {
  readonly saved: Saved[] = [];
  /** Refusals that no working desk gives. */
  readonly odd: string[] = [];
  readonly #setup: DeskSetup;
  readonly #settings: string;
  #life: Life | null = null;
  #process: DeskProcess | null = null;
  #waiting: (() => void)[] = [];
  #endedItself: string | null = null;

  constructor(setup: DeskSetup) {
    this.#setup = setup;
    this.#settings = join(setup.folder, 'settings.json');
    this.changeSettings(setup.settings ?? {});
  }

  /** What the next life is started with, in place of those of a desk that is killed; undefined: as the app has it by itself. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void {
    const setup = this.#setup;
    const all = {
      service: { address: setup.serviceUrl, tokenFromEnvironment: 'DESK_TEST_TOKEN' },
      passphraseFromEnvironment: 'DESK_TEST_PASSPHRASE',
      people: { signIn: 'initials' },
      syncSeconds: 30,
      requestsPerMinute: 3_000,
      printers: [{ id: 'label', name: 'Label printer', address: setup.printer, language: 'zpl' }],
      ...settings,
    };
    writeFileSync(this.#settings, JSON.stringify(all));
  }

  get dataFolder(): string {
    return join(this.#setup.folder, 'data');
  }

  get databaseFile(): string {
    return storeFile(this.dataFolder, { address: this.#setup.serviceUrl, brand: null });
  }

  /** The key of the database, as the desk has kept it in its folder; null before it has. */
  databaseKey(): Uint8Array | null {
    let text: string;
    try {
      text = readFileSync(join(this.dataFolder, 'keys.json'), 'utf8');
    } catch {
      return null;
    }
    const { live } = JSON.parse(text) as {
      live: { wrapped: Record<'salt' | 'nonce' | 'sealed' | 'tag', string> };
    };
    const part = (name: 'salt' | 'nonce' | 'sealed' | 'tag') => Buffer.from(live.wrapped[name], 'base64');
    // As cheap as desk-preload.ts makes it.
    const secret = scryptSync(PASSPHRASE, part('salt'), 32, { N: 2, r: 1, p: 1 });
    const decipher = createDecipheriv('aes-256-gcm', secret, part('nonce'), { authTagLength: 16 });
    decipher.setAuthTag(part('tag'));
    return Buffer.concat([decipher.update(part('sealed')), decipher.final()]);
  }

  /** Begins a life. `ready` resolves when the desk takes calls, with true; with false when it was killed before. */
  start(env: Readonly<Record<string, string>> = {}): { readonly ready: Promise<boolean> } {
    const process = startNode(
      [
        ...START_FLAGS,
        '--import',
        PRELOAD,
        HOST,
        '--no-open',
        `--data-dir=${this.dataFolder}`,
        `--config=${this.#settings}`,
      ],
      {
        ...globalThis.process.env,
        DESK_TEST_TOKEN: this.#setup.token,
        DESK_TEST_PASSPHRASE: PASSPHRASE,
        ...this.#setup.env,
        ...env,
      },
    );
    this.#process = process;
    void process.ended.then(({ code, signal }) => {
      if (signal === 'SIGKILL') return;
      this.#endedItself = `the desk ended by itself (${signal ?? code}): ${process.stderr()}`;
      for (const go of this.#waiting.splice(0)) go();
    });
    return { ready: this.#open(process) };
  }

  async #open(process: DeskProcess): Promise<boolean> {
    try {
      const [, address = '', , token = ''] = await process.line(READY_LINE);
      const { origin } = new URL(address);
      const window = webWindow(origin);
      const bearer = (await whileAlive(process, window.open(token)))?.bearer;
      if (bearer === undefined) throw new Error('the desk did not take the token of its own link');
      this.#life = { process, origin, post: (path, body) => window.post(path, body, bearer) };
      for (const go of this.#waiting.splice(0)) go();
      return true;
    } catch (thrown) {
      const { code, signal } = await process.ended;
      if (signal === 'SIGKILL') return false;
      throw new Error(`the desk ended by itself (${signal ?? code}):\n${process.stderr()}`, {
        cause: thrown,
      });
    }
  }

  /** The process of this life; null while there is none. */
  get processId(): number | null {
    return this.#process?.child.pid ?? null;
  }

  /** An address that opens a window of this life, once. */
  async windowAddress(): Promise<string> {
    if (!this.#life) throw new Error('The desk has no life.');
    const answer = await this.#life.post('/api/window', {});
    const { token } = (await answer.json()) as { token: string };
    return `${this.#life.origin}/#token=${token}`;
  }

  /** What this life wrote to stderr. */
  stderr(): string {
    return this.#process?.stderr() ?? '';
  }

  async kill(): Promise<void> {
    const process = this.#process;
    if (!process) return;
    process.child.kill('SIGKILL');
    await process.ended;
    this.#life = null;
    this.#process = null;
  }

  /** Asks a question, in this life of the desk or a later one. */
  async ask<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name> | null> {
    const answer = await this.#call<Output<Name>>({ name, input });
    if (!answer.ok) this.#judge(name, answer.error);
    return answer.ok ? answer.value : null;
  }

  /** Presses a button: repeats the command under the same id until a life of the desk has answered. */
  async press<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name> | null> {
    const commandId = this.#setup.random.uuid();
    const answer = await this.#call<Output<Name>>({ name, input, commandId });
    if (!answer.ok) {
      this.#judge(name, answer.error);
      return null;
    }
    if (isSaved(name, answer.value)) this.saved.push({ commandId, name, input, answer: answer.value });
    return answer.value;
  }

  /** Sends a command that was answered once more; it must get the same answer. */
  async pressAgain({ commandId, name, input }: Saved): Promise<unknown> {
    const answer = await this.#call({ name, input, commandId });
    return answer.ok ? answer.value : answer.error;
  }

  async #call<Value>(call: object): Promise<Result<Value>> {
    for (;;) {
      if (this.#endedItself !== null) throw new Error(this.#endedItself);
      const life = this.#life;
      if (!life) {
        await new Promise<void>((back) => this.#waiting.push(back));
        continue;
      }
      const result = await whileAlive(life.process, this.#answerOf<Value>(life, call));
      if (result) return result;
      // The desk was killed under it, or a connection to the desk before it was used once more.
      await new Promise((due) => setTimeout(due, PAUSE_MS));
    }
  }

  async #answerOf<Value>(life: Life, call: object): Promise<Result<Value> | null> {
    const answer = await life.post('/api/call', call);
    if (answer.ok) return (await answer.json()) as Result<Value>;
    if (this.#life === life) this.odd.push(`the desk answered ${answer.status}: ${await answer.text()}`);
    return null;
  }

  #judge(name: string, error: AppError): void {
    const isDaily = error.kind === 'conflict' || error.kind === 'rejected' || error.kind === 'not-found';
    if (!isDaily) this.odd.push(`${name} was refused: ${JSON.stringify(error)}`);
  }
}

/**
 * Whether this answer says that something was written down. A scan that neither proves nor refuses a label is a look, and the
 * answer to a command in confidence is a secret: the desk keeps neither.
 *
 * @example isSaved('scan.submit', { kind: 'unknown', text: 'X' }) // false
 */
export function isSaved(name: OperationName, answer: unknown): boolean {
  const definition = operations[name];
  if (definition.kind !== 'command') return false;
  if (definition.keepsAnswer !== 'of-change') return definition.keepsAnswer;
  if (name !== 'scan.submit') throw new Error(`${name}: how does its answer say that something was changed?`);
  const outcome = answer as Output<'scan.submit'>;
  return outcome.kind === 'label-refused' || (outcome.kind === 'label-verified' && !outcome.alreadyVerified);
}

/** The value, or null when it fails or when the process ends before: not every request that a kill cuts off is ever settled. */
function whileAlive<Value>(process: DeskProcess, value: Promise<Value>): Promise<Value | null> {
  return Promise.race([value.catch(() => null), process.ended.then(() => null)]);
}
