// Protects the key of a live desk with a passphrase. It comes from an environment variable or from the person at the
// terminal.
import { isCheap, unwrapKey, wrapKey, wrappedKeySchema } from '../adapters/passphrase-cipher.ts';
import { askWithoutEcho } from '../adapters/terminal-question.ts';
import type { ReadSecret } from './environment.ts';
import { passphraseWeakness } from './passphrase-strength.ts';
import type { KeyGuard } from './secrets.ts';
import { StartProblem } from './start-problem.ts';

/**
 * Asks the person at the terminal; resolves with null when they give up. The function itself is null without a
 * terminal.
 */
export type Ask = ((question: string) => Promise<string | null>) | null;

export interface PassphraseSource {
  /** The environment variable with the passphrase; null when the managed settings name none. */
  readonly variable: string | null;
  readonly readSecret: ReadSecret;
  readonly ask: Ask;
}

/**
 * Asks at the terminal; null when there is no terminal. Questions go to stderr, because stdout is for the ready line.
 */
export function askAtTerminal(): Ask {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return (question) => askWithoutEcho(question, { input: stdin, output: stderr });
}

/** The guard that the web host uses in live mode. The first passphrase is checked for its strength. */
export function passphraseGuard(source: PassphraseSource): KeyGuard {
  return {
    name: 'passphrase',
    wrap: async (key) => wrapKey(key, await newPassphrase(source)),
    unwrap: async (wrapped) => {
      const parsed = wrappedKeySchema.safeParse(wrapped);
      if (!parsed.success) throw new StartProblem('The wrapped key in keys.json is damaged.');
      const passphrase = await passphraseFor('Passphrase of this desk: ', source);
      const key = await unwrapKey(parsed.data, passphrase);
      if (!key) throw new StartProblem('The passphrase is not the one of this data folder.');
      return { key, rewrapped: isCheap(parsed.data) ? await wrapKey(key, passphrase) : null };
    },
  };
}

async function newPassphrase(source: PassphraseSource): Promise<string> {
  const chosen = await passphraseFor('Choose a passphrase for this desk: ', source);
  const weakness = passphraseWeakness(chosen);
  if (weakness !== null) throw new StartProblem(`The passphrase ${weakness}.`);
  const typed = source.variable === null;
  if (typed && (await passphraseFor('Once more: ', source)) !== chosen) {
    throw new StartProblem('The two passphrases differ.');
  }
  return chosen;
}

async function passphraseFor(
  question: string,
  { variable, readSecret, ask }: PassphraseSource,
): Promise<string> {
  if (variable !== null) {
    const value = readSecret(variable);
    if (!value) throw new StartProblem(`passphraseFromEnvironment names ${variable}, which is not set.`);
    return value;
  }
  if (!ask) {
    throw new StartProblem(
      'A live desk in the browser needs its passphrase: set passphraseFromEnvironment in the managed settings, or start it at a terminal.',
    );
  }
  const answer = await ask(question);
  if (!answer) throw new StartProblem('No passphrase was given.');
  return answer;
}
