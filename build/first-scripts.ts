// Makes the scripts that a page begins with ordinary ones, in place of modules. Chromium keeps what it has compiled of both, but reads a
// module from its beginning at every start all the same: since it fetches scripts on another thread it looks there for what is kept only
// for ordinary ones (seen in a trace of Chromium 156: `v8.parseOnBackground` for modules, `v8.compile` with `consumedCacheSize` for others).
// What is loaded later stays in modules. They import from a first script through a module of its former name.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { Script } from 'node:vm';
import { analyze } from 'eslint-scope';
import type { Variable } from 'eslint-scope';
import type { Program } from 'estree';
import { parseAst } from 'vite';
import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Of what is exported: the name outside, and the name inside the chunk. */
type Exported = readonly [outside: string, inside: string];

interface FirstScript {
  readonly code: string;
  /** What stands in the chunk's place, for modules that import from it. */
  readonly module: string;
}

/** Where first scripts leave what others import from them, by the name of their chunk. */
const SHARED = 'globalThis.drawdeskFirst';
const META = 'drawdeskMeta';

/**
 * The form in which chunks are written here; to be changed with it. It is part of their names, which are made before: browsers keep a file
 * of one name for good, and one of another form would bring its own React beside that of the first scripts.
 */
const FORM = 'first-scripts 1';

/** A node of the tree with its place, which the types of ESTree leave to the parser. */
type Placed<Node> = Node & { readonly start: number; readonly end: number };

/**
 * @param fileName the chunk's path in the build
 * @throws Error where the chunk does something that only a module can, or exports what it changes later
 */
export function asFirstScript(fileName: string, code: string): FirstScript {
  // A comment in an ordinary script, and none in a module.
  if (/<!--|^\s*-->/m.test(code)) throw new Error(`${fileName} has a sign that begins a comment of HTML.`);
  const program = parseAst(code, { range: true }) as unknown as Program;
  const edits: Edit[] = [];
  const exported: Exported[] = [];
  for (const node of program.body as Placed<Program['body'][number]>[]) {
    const replace = (text: string) => edits.push({ start: node.start, end: node.end, text });
    switch (node.type) {
      case 'ImportDeclaration': {
        const names = node.specifiers.map((specifier) => {
          if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
            throw new Error(`${fileName} imports in a way that this build has not had before.`);
          return `${specifier.imported.name}:${specifier.local.name}`;
        });
        const from = JSON.stringify(join(dirname(fileName), String(node.source.value)));
        replace(names.length === 0 ? '' : `const{${names.join(',')}}=${SHARED}[${from}];`);
        break;
      }
      case 'ExportNamedDeclaration':
        for (const { exported: outside, local: inside } of node.specifiers) {
          if (outside.type !== 'Identifier' || inside.type !== 'Identifier')
            throw new Error(`${fileName} exports by text.`);
          exported.push([outside.name, inside.name]);
        }
        if (node.declaration || node.source) throw new Error(`${fileName} exports where it declares.`);
        replace('');
        break;
      case 'ExportAllDeclaration':
      case 'ExportDefaultDeclaration':
        throw new Error(`${fileName} exports in a way that this build has not had before.`);
      default:
    }
  }
  refuseWhatChanges(fileName, program, exported);
  edits.push(...metaIn(program));
  const own = `${SHARED}[${JSON.stringify(fileName)}]`;
  const leaves = `${own}={${exported.map(([outside, inside]) => `${outside}:${inside}`).join(',')}};`;
  const script = `(()=>{"use strict";const ${META}={url:document.currentScript.src};${edited(code, edits)}\n${leaves}})();`;
  // Says here and not in a browser what cannot stand outside of a module, `await` for one.
  new Script(script, { filename: fileName });
  // Names of their own: one that is exported may be a word of the language.
  const passedOn = exported.map(([outside], at) => `$${at} as ${outside}`).join(',');
  const taken = exported.map(([outside], at) => `${outside}:$${at}`).join(',');
  return { code: script, module: `const{${taken}}=${own};export{${passedOn}};` };
}

/** A module sees at each use what another one has in a name; here it gets what stands there once the first scripts have run. */
function refuseWhatChanges(fileName: string, program: Program, exported: readonly Exported[]): void {
  const scopes = analyze(program, { ecmaVersion: 2022, sourceType: 'module' });
  const module = scopes.scopes.find(({ type }) => type === 'module');
  const changesLater = ({ references }: Variable) =>
    references.some((reference) => reference.isWrite() && reference.from.variableScope !== module);
  for (const [outside, inside] of exported) {
    const variable = module?.set.get(inside);
    if (!variable) throw new Error(`${fileName} exports ${inside} as ${outside}, and does not declare it.`);
    if (changesLater(variable))
      throw new Error(
        `${fileName} exports ${inside} as ${outside}, and changes it later, of which nobody would hear.`,
      );
  }
}

/** Modules may import one another in a ring; of ordinary scripts the earlier one would find nothing. */
function refuseWhatIsNotThere({ fileName, imports }: Chunk, there: ReadonlySet<string>): void {
  const missing = imports.find((imported) => !there.has(imported));
  if (missing !== undefined) throw new Error(`${fileName} imports ${missing}, which does not run before it.`);
}

/** Each `import.meta`, which only modules have. */
function metaIn(node: unknown): Edit[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(metaIn);
  const { type, start, end } = node as { type?: string; start: number; end: number };
  if (type === 'MetaProperty')
    return (node as { meta: { name: string } }).meta.name === 'import' ? [{ start, end, text: META }] : [];
  return Object.values(node).flatMap(metaIn);
}

function edited(code: string, edits: readonly Edit[]): string {
  const backwards = [...edits].sort((a, b) => b.start - a.start);
  return backwards.reduce(
    (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
    code,
  );
}

/** A chunk and all that it imports while it is loaded, each after what it imports itself. */
function withImports(bundle: Bundle, fileName: string, met = new Set<string>()): readonly Chunk[] {
  const chunk = bundle[fileName];
  if (met.has(fileName) || chunk?.type !== 'chunk') return [];
  met.add(fileName);
  return [...chunk.imports.flatMap((imported) => withImports(bundle, imported, met)), chunk];
}

/**
 * `ahead`: the name of the chunk that runs as soon as it has come, before the page is read any further; the others run once page and styles
 * are there. Together they are two files, so a browser asks for two.
 */
export function firstScripts(ahead: string) {
  return {
    name: 'first-scripts',
    apply: 'build' as const,
    augmentChunkHash: (): string => FORM,
    generateBundle: {
      // After the page's own file, which names the modules.
      order: 'post' as const,
      handler(this: Rolldown.PluginContext, _: unknown, bundle: Bundle): void {
        const page = bundle['index.html'];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const [entry, ...others] = chunks.filter(({ isEntry }) => isEntry);
        if (page?.type !== 'asset' || !entry || others.length > 0)
          throw new Error('The build has not one page with one script.');
        const made = new Set<string>();
        const there = new Set<string>();
        const asFile = (fileName: string): string => {
          const codes = withImports(bundle, fileName, made).map((chunk) => {
            refuseWhatIsNotThere(chunk, there);
            there.add(chunk.fileName);
            const { code, module } = asFirstScript(chunk.fileName, chunk.code);
            chunk.code = module;
            return code;
          });
          const source = `${SHARED}??={};${codes.join('')}`;
          const digest = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const file = `assets/first-${digest}.js`;
          this.emitFile({ type: 'asset', fileName: file, source });
          return file;
        };
        // A page of the tests may have none.
        const early = chunks.find(({ name }) => name === ahead);
        if (early && early.dynamicImports.length > 0)
          throw new Error(
            `${early.fileName} runs ahead, and loads what the other first scripts have not left yet.`,
          );
        const atOnce = early ? asFile(early.fileName) : null;
        page.source = withFirst(String(page.source), atOnce, asFile(entry.fileName), made);
      },
    },
  };
}

const NAMING =
  /\n?[ \t]*<(?<kind>script|link)\b[^>]*(?:src|href)="(?<base>\.?\/)(?<file>[^"]+)"[^>]*>(?:<\/script>)?/g;

/** The page with these files in place of what names the modules of the first scripts. */
function withFirst(
  page: string,
  atOnce: string | null,
  afterPage: string,
  made: ReadonlySet<string>,
): string {
  const replaced = [...page.matchAll(NAMING)].filter(({ groups }) => made.has(groups?.['file'] ?? ''));
  const base = replaced.find(({ groups }) => groups?.['kind'] === 'script')?.groups?.['base'];
  if (base === undefined) throw new Error('The page does not name its script.');
  const tags = [
    ...(atOnce === null ? [] : [`<script src="${base}${atOnce}"></script>`]),
    `<script defer src="${base}${afterPage}"></script>`,
  ];
  return replaced
    .reduce((text, [tag]) => text.replace(tag, ''), page)
    .replace('<head>', () => ['<head>', ...tags].join('\n    '));
}
