// The site desk of a run with many desks: the built app as a process of its own, which is killed and started again, with a site manager
// at its own machine.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { audit } from '../../../../src/app/audit.ts';
import { operations } from '../../../../src/contract/index.ts';
import type { Input, OperationName, Output } from '../../../../src/contract/index.ts';
import type { Result } from '../../../../src/domain/app-error.ts';
import { READY_LINE, startNode } from '../../../support/desk-process.ts';
import type { DeskProcess } from '../../../support/desk-process.ts';
import { webWindow } from '../../../support/web-window.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../../out/main/web-host.js');
const PRELOAD = pathToFileURL(resolve(import.meta.dirname, '../../../kill/support/desk-preload.ts')).href;
const PASSPHRASE = 'a heron stands in cold water';
const MANAGER = { initials: 'MS', name: 'Mira Shah', pin: '80264' };

type Call = (call: object) => Promise<Result<unknown>>;

export class SiteProcess {
  readonly #args: readonly string[];
  readonly #secrets: Readonly<Record<string, string>>;
  #process: DeskProcess | null = null;
  #call: Call = () => Promise.reject(new Error('not started'));
  #handle: string | null = null;
  #restarting: Promise<void> = Promise.resolve();
  kills = 0;

  constructor(setup: { folder: string; port: number; serviceUrl: string; token: string; printer: string }) {
    const config = join(setup.folder, 'site.json');
    const settings = {
      service: { address: setup.serviceUrl, tokenFromEnvironment: 'DESK_TEST_TOKEN' },
      passphraseFromEnvironment: 'DESK_TEST_PASSPHRASE',
      // Of the desk's clock, which goes faster at the end.
      people: { signIn: 'pin', idleMinutes: 120 },
      syncSeconds: 30,
      requestsPerMinute: 3_000,
      printers: [{ id: 'label', name: 'Label printer', address: setup.printer, language: 'zpl' }],
      site: { address: '127.0.0.1', port: setup.port },
    };
    writeFileSync(config, JSON.stringify(settings));
    this.#args = [`--data-dir=${join(setup.folder, 'site')}`, `--config=${config}`];
    this.#secrets = { DESK_TEST_TOKEN: setup.token, DESK_TEST_PASSPHRASE: PASSPHRASE };
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const args = ['--import', PRELOAD, SCRIPT, '--no-open', ...this.#args];
    this.#process = startNode(args, { ...process.env, ...this.#secrets, ...env });
    const [, address = '', , token = ''] = await this.#process.line(READY_LINE);
    const window = webWindow(new URL(address).origin);
    const opened = await window.open(token);
    this.#call = async (call) =>
      (await (await window.post('/api/call', call, opened?.bearer)).json()) as Result<unknown>;
  }

  /** Ends it without a word, and starts it again. */
  restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#restarting = (async () => {
      this.kills += 1;
      await this.end();
      await this.start(env);
    })();
    return this.#restarting;
  }

  async end(): Promise<void> {
    this.#process?.child.kill('SIGKILL');
    await this.#process?.ended;
  }

  /** Makes the site manager who is at this machine. */
  async setUp(): Promise<void> {
    const made = await this.done('staff.setUp', MANAGER);
    if (made.kind !== 'signed-in') throw new Error(`the manager was not signed in: ${made.kind}`);
    this.#handle = made.handle;
  }

  /** What the manager asks or does at the site desk's own machine, however often it is killed meanwhile. */
  async done<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    const answer = await this.tried(name, input);
    if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
    return answer.value;
  }

  /** The same where somebody at another desk may have been quicker. */
  async tried<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Result<Output<Name>>> {
    const isCommand = operations[name].kind === 'command';
    const commandId = crypto.randomUUID();
    for (;;) {
      await this.#restarting;
      const asked = this.#restarting;
      let answer: Result<unknown>;
      try {
        const who = this.#handle === null ? {} : { handle: this.#handle };
        answer = await this.#call({ name, input, ...who, ...(isCommand ? { commandId } : {}) });
      } catch (thrown) {
        // Killed under the call: asked again, with the same command id. Anything else is a fault.
        if (asked === this.#restarting) throw thrown;
        continue;
      }
      if (answer.ok || answer.error.kind !== 'not-signed-in') return answer as Result<Output<Name>>;
      // Sign-ins end with the process.
      const { initials, pin } = MANAGER;
      const signedIn = await this.done('staff.signIn', { initials, pin });
      if (signedIn.kind !== 'signed-in') throw new Error(`the manager was not let in: ${signedIn.kind}`);
      this.#handle = signedIn.handle;
    }
  }

  /** What `npm run audit` says of the activity; null: all agrees. */
  async brokenChain(): Promise<string | null> {
    const { exitCode, words } = await audit(this.#args, {
      env: {},
      platform: process.platform,
      readSecret: (name) => this.#secrets[name],
      ask: () => Promise.reject(new Error('nobody is asked')),
    });
    return exitCode === 0 ? null : words;
  }
}
