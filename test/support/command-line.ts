// What the commands of the tests take: read in one way, told by `--help`, and refused in words with nothing done.
import { parseArgs } from 'node:util';

/** A whole number of a range; what is not given is `usual`. */
interface Whole {
  readonly kind: 'whole';
  readonly usual: number;
  readonly from: number;
  readonly to: number;
}
/** A number from 0 to 1. */
interface Share {
  readonly kind: 'share';
  readonly usual: number;
}
/** Any text that is not empty; null when not given. */
interface Text {
  readonly kind: 'text';
  /** What stands for it in the help. */
  readonly placeholder: string;
}
/** Some of a list of names, with commas between them; all when not given. */
interface Names {
  readonly kind: 'names';
  readonly of: readonly string[];
}
/** One of a list of names; what is not given is `usual`. */
interface Choice {
  readonly kind: 'choice';
  readonly usual: string;
  readonly of: readonly string[];
}
/** True when given. */
interface Flag {
  readonly kind: 'flag';
}
export type Option = (Whole | Share | Text | Names | Choice | Flag) & { readonly says: string };

export interface Command {
  /** As in `kill`, which is `npm run kill`. */
  readonly name: string;
  readonly says: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Words that need no option. Where `of` is given, each must be one of these. */
  readonly words?: { readonly placeholder: string; readonly says: string; readonly of?: readonly string[] };
}

type ValueOf<T extends Option> = T extends Whole | Share
  ? number
  : T extends Text
    ? string | null
    : T extends Names
      ? readonly T['of'][number][]
      : T extends Choice
        ? T['of'][number]
        : boolean;
export type Values<C extends Command> = {
  readonly [name in keyof C['options']]: ValueOf<C['options'][name]>;
} & { readonly words: readonly string[] };

/** What was asked for; `help` when that is it, `problem` in words when it is not possible. */
export type Read<C extends Command> =
  { readonly values: Values<C> } | { readonly help: string } | { readonly problem: string };

/** Reads what follows the command's name. */
export function readCommandLine<const C extends Command>(command: C, given: readonly string[]): Read<C> {
  let read: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    read = parseArgs({
      args: [...given],
      allowPositionals: command.words !== undefined,
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(
          Object.entries(command.options).map(([name, { kind }]) => [
            name,
            { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
      },
    });
  } catch (thrown) {
    // The rest of what Node says is about positional arguments, which only puzzles here.
    const [said = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('. ');
    return { problem: said.endsWith('.') ? said : `${said}.` };
  }
  if (read.values['help'] === true) return { help: helpOf(command) };
  const problems: string[] = [];
  const values: Record<string, unknown> = { words: read.positionals };
  for (const [name, option] of Object.entries(command.options)) {
    const value = valueOf(option, read.values[name]);
    if (value === undefined) problems.push(`--${name}=${String(read.values[name])} ${wanted(option)}.`);
    values[name] = value;
  }
  const known = command.words?.of;
  const unknown = known ? read.positionals.filter((word) => !known.includes(word)) : [];
  if (known && unknown.length > 0) problems.push(`${unknown.join(', ')} is none of ${known.join(', ')}.`);
  return problems.length > 0 ? { problem: problems.join('\n') } : { values: values as Values<C> };
}

/** The values that were asked for. Ends the process with the help (0), or with what is wrong and the help (2). */
export function commandLine<const C extends Command>(command: C): Values<C> {
  const read = readCommandLine(command, process.argv.slice(2));
  if ('values' in read) return read.values;
  if ('help' in read) {
    console.log(read.help);
    process.exit(0);
  }
  console.error(`${read.problem}\n\n${helpOf(command)}`);
  process.exit(2);
}

/** Undefined: it cannot be that. */
function valueOf(option: Option, given: string | boolean | undefined): unknown {
  if (option.kind === 'flag') return given === true;
  if (given === undefined) {
    if (option.kind === 'text') return null;
    return option.kind === 'names' ? option.of : option.usual;
  }
  if (given === '' || typeof given === 'boolean') return undefined;
  if (option.kind === 'text') return given;
  if (option.kind === 'choice') return option.of.includes(given) ? given : undefined;
  if (option.kind === 'names') {
    const names = given.split(',');
    return names.every((name) => option.of.includes(name)) ? names : undefined;
  }
  const value = Number(given);
  const [from, to] = option.kind === 'whole' ? [option.from, option.to] : [0, 1];
  const isOfKind = option.kind === 'share' || Number.isSafeInteger(value);
  return isOfKind && value >= from && value <= to ? value : undefined;
}

const inWords = (value: number): string => value.toLocaleString('en-GB');

function wanted(option: Option): string {
  switch (option.kind) {
    case 'whole':
      return `is no whole number from ${inWords(option.from)} to ${inWords(option.to)}`;
    case 'share':
      return 'is no number from 0 to 1';
    case 'names':
    case 'choice':
      return `is none of ${option.of.join(', ')}`;
    case 'text':
      return 'is empty';
    case 'flag':
      return 'takes no value';
  }
}

function helpOf({ name, says, options, words }: Command): string {
  const rows = Object.entries(options).map(([option, spec]): [string, string] => {
    switch (spec.kind) {
      case 'whole':
        return [
          `--${option}=N`,
          `${spec.says}; ${inWords(spec.from)} to ${inWords(spec.to)}, ${inWords(spec.usual)} when not given`,
        ];
      case 'share':
        return [`--${option}=SHARE`, `${spec.says}; 0 to 1, ${spec.usual} when not given`];
      case 'names':
        return [`--${option}=A,B`, `${spec.says}; of ${spec.of.join(', ')}; all when not given`];
      case 'choice':
        return [`--${option}=A`, `${spec.says}; of ${spec.of.join(', ')}; ${spec.usual} when not given`];
      case 'text':
        return [`--${option}=${spec.placeholder}`, spec.says];
      case 'flag':
        return [`--${option}`, spec.says];
    }
  });
  if (words)
    rows.unshift([words.placeholder, words.of ? `${words.says}: ${words.of.join(', ')}` : words.says]);
  const widest = Math.max(0, ...rows.map(([left]) => left.length));
  return [
    says,
    '',
    `npm run ${name} -- ${words ? `[${words.placeholder}] ` : ''}[options]`,
    ...rows.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`),
  ].join('\n');
}
