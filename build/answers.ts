// Leaves out of the build what describes the answers of the desk's operations. Screens and engine are compiled against these
// descriptions and tests check every answer with them; at run time nobody looks at them, and to make them took a tenth of the engine's
// start.

/** The functions of `src/contract/operation.ts` that declare an operation: input first, then what it answers. */
const DECLARING: ReadonlySet<string> = new Set(['query', 'command', 'commandOrLook', 'commandInConfidence']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly Node[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Every declaration of an operation in a module's syntax tree. */
function* declarationsIn(value: unknown): Generator<Call> {
  if (Array.isArray(value)) {
    for (const item of value) yield* declarationsIn(item);
  } else if (isNode(value)) {
    const call = value as Call;
    const name =
      call.type === 'CallExpression' && call.callee.type === 'Identifier' ? call.callee.name : undefined;
    if (name !== undefined && DECLARING.has(name)) yield call;
    else for (const part of Object.values(value)) yield* declarationsIn(part);
  }
}

/**
 * A module's text with null in place of each description of an answer, and how many there were. `tree` is its syntax tree.
 * @example cutAnswers("const a = { 'a.get': query(nothing, z.string(), {}) };", tree).text // "const a = { 'a.get': query(nothing, null, {}) };"
 */
export function cutAnswers(text: string, tree: unknown): { readonly text: string; readonly count: number } {
  const answers = [...declarationsIn(tree)].flatMap((call) => call.arguments[1] ?? []);
  const rest = answers.reduceRight(
    (cut, { start, end }) => `${cut.slice(0, start)}null${cut.slice(end)}`,
    text,
  );
  return { text: rest, count: answers.length };
}

/**
 * For the build of the engine's side. What only answers were described by goes as well, because the calls of the library that describes
 * are taken as free of effects; see `PURE`.
 */
export function withoutAnswers() {
  let found = 0;
  return {
    name: 'without-answers',
    // Before the types are taken out: other plugins have not changed the text yet.
    enforce: 'pre' as const,
    transform(
      this: { parse(code: string, options: { lang: 'ts' }): unknown },
      code: string,
      id: string,
    ): { code: string; map: null } | null {
      if (!/\/src\/contract\/[^/]+\.ts$/.test(id)) return null;
      const { text, count } = cutAnswers(code, this.parse(code, { lang: 'ts' }));
      found += count;
      return count === 0 ? null : { code: text, map: null };
    },
    generateBundle(): void {
      if (found === 0) throw new Error('No operation was found where the contract declares them.');
    },
  };
}

/**
 * Describing makes objects and does nothing else: what nobody uses of these, and of what is made from them, is left out. The library, and
 * those descriptions that others are made from. No other thing in the sources may have one of these names and do something when called.
 */
export const PURE = [
  'z',
  'appErrorSchema',
  'instantMs',
  'pageReport',
  'personNamed',
  'personShown',
  'personView',
  'printJobView',
  'printerJob',
  'recordId',
  'registrationRow',
  'siteDate',
  'ticketView',
  'visitRow',
];
