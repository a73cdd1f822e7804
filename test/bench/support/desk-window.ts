// A window of a desk that runs as a process, without a browser.
import type { Input, OperationName, Output } from '../../../src/contract/index.ts';
import { operations } from '../../../src/contract/index.ts';
import type { Result } from '../../../src/domain/app-error.ts';
import { READY_LINE } from '../../support/desk-process.ts';
import type { DeskProcess } from '../../support/desk-process.ts';
import { webWindow } from '../../support/web-window.ts';

/** Asks the desk; each command has an id of its own. `handle`: of a sign-in, at a desk where people sign in. */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  handle?: string,
) => Promise<Output<Name>>;

export interface DeskWindow {
  readonly ask: Ask;
  readonly pair: (body: object) => Promise<void>;
  /** A link that opens one more window. */
  readonly link: () => Promise<string>;
}

/** The first window of a desk that starts. */
export async function windowOf(desk: DeskProcess): Promise<DeskWindow> {
  const [, address = '', , token = ''] = await desk.line(READY_LINE);
  const window = webWindow(new URL(address).origin);
  const bearer = (await window.open(token))?.bearer;
  return {
    async ask(name, input, handle) {
      const isCommand = operations[name].kind === 'command';
      const call = {
        name,
        input,
        ...(isCommand ? { commandId: crypto.randomUUID() } : {}),
        ...(handle === undefined ? {} : { handle }),
      };
      const answer = (await (await window.post('/api/call', call, bearer)).json()) as Result<unknown>;
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      return answer.value as never;
    },
    async link() {
      const { token } = (await (await window.post('/api/window', {}, bearer)).json()) as { token: string };
      return `${new URL(address).origin}/#token=${token}`;
    },
    async pair(body) {
      const outcome: unknown = await (await window.post('/api/pair', body, bearer)).json();
      if (JSON.stringify(outcome) !== '{"kind":"paired"}') throw new Error(JSON.stringify(outcome));
    },
  };
}

/** Milliseconds that this takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
