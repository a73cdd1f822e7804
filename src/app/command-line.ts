// Reads the options of a command line, for each of our commands in the same way and in the same words.
import { parseArgs } from 'node:util';
import { StartProblem } from './start-problem.ts';

export interface GivenOptions<WithValue extends string, WithoutValue extends string> {
  readonly values: ReadonlyMap<WithValue, string>;
  readonly flags: ReadonlySet<WithoutValue>;
}

/**
 * `argv` is without the program and its script. With `tolerant` unknown options are ignored.
 *
 * @throws StartProblem for an unknown option, a missing value, or an option that stands twice
 * @example readOptions(['--port=8123', '--help'], { withValue: ['port'], withoutValue: ['help'] })
 */
export function readOptions<const WithValue extends string, const WithoutValue extends string>(
  argv: readonly string[],
  known: {
    readonly withValue: readonly WithValue[];
    readonly withoutValue: readonly WithoutValue[];
    readonly tolerant?: boolean;
  },
): GivenOptions<WithValue, WithoutValue> {
  const { withValue, withoutValue, tolerant = false } = known;
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    options: Object.fromEntries([
      ...withValue.map((name) => [name, { type: 'string' as const }]),
      ...withoutValue.map((name) => [name, { type: 'boolean' as const }]),
    ]),
  });
  const values = new Map<WithValue, string>();
  const flags = new Set<WithoutValue>();
  for (const token of tokens) {
    if (token.kind === 'option' && isOneOf(withValue, token.name)) {
      if (!token.value) throw new StartProblem(`--${token.name} needs a value, as in --${token.name}=…`);
      // Whichever was taken, somebody who reads the other one would be wrong.
      if (values.has(token.name)) throw new StartProblem(`--${token.name} stands twice. Give it once.`);
      values.set(token.name, token.value);
    } else if (token.kind === 'option' && isOneOf(withoutValue, token.name)) {
      if (token.value !== undefined) throw new StartProblem(`--${token.name} takes no value.`);
      flags.add(token.name);
    } else if (!tolerant && token.kind === 'option') {
      throw new StartProblem(`Unknown option ${token.rawName}. --help lists the options.`);
    } else if (!tolerant && token.kind === 'positional') {
      throw new StartProblem(`"${token.value}" is not an option. --help lists the options.`);
    }
  }
  return { values, flags };
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}
