// The options of a command of the build that takes hardly any: so that `--help` and what it does not know do not just run it.
import { readOptions } from '../src/app/command-line.ts';
import { StartProblem } from '../src/app/start-problem.ts';

/**
 * The flags that were given, and words that are no options. Ends the process with the help (0), or with what is wrong (1).
 *
 * @param known `words`: whether it takes any
 */
export function givenFlags<const Flag extends string>(
  help: string,
  known: { readonly flags?: readonly Flag[]; readonly words?: boolean } = {},
): { readonly flags: ReadonlySet<Flag | 'help'>; readonly words: readonly string[] } {
  const argv = process.argv.slice(2);
  const words = known.words === true ? argv.filter((word) => !word.startsWith('-')) : [];
  const { flags } = given(
    argv.filter((word) => !words.includes(word)),
    known.flags ?? [],
  );
  if (flags.has('help')) {
    process.stdout.write(help);
    process.exit(0);
  }
  return { flags, words };
}

function given<const Flag extends string>(argv: readonly string[], flags: readonly Flag[]) {
  try {
    return readOptions(argv, { withValue: [], withoutValue: [...flags, 'help' as const] });
  } catch (thrown) {
    if (!(thrown instanceof StartProblem)) throw thrown;
    console.error(thrown.message);
    process.exit(1);
  }
}
