// `npm run architecture`: draws the folders of `src` and the imports between them into docs/architecture.md. With
// `--check` it changes nothing and only checks that the drawing is still right; lint runs that.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { format } from 'prettier';
import { givenFlags } from './flags.ts';

const HELP = `Draws the folders of src and the imports between them into docs/architecture.md.

  npm run architecture -- [options]

  --check  Change nothing, and only check that the drawing is still right.
  --help   Show this text.
`;
const { flags } = givenFlags(HELP, { flags: ['check'] });

const root = resolve(import.meta.dirname, '..');
const page = join(root, 'docs/architecture.md');
const START = '<!-- drawn by `npm run architecture` -->';
const END = '<!-- end of the drawing -->';

/** Left out: nearly everything imports `domain` and `core/ports`, so their arrows would hide the others. */
const LEFT_OUT = '^src/(domain|core/ports/)|[.]css$|tsconfig|^[^s]|^node_modules';
/** Each folder that matches is drawn as one box. */
const ROOMS = '^src/(core/(store|printing)|core/[^/]+|renderer/[^/]+|[^/]+)(?=/)';

async function draw(): Promise<string> {
  process.chdir(root);
  const { output } = await cruise(['src'], {
    outputType: 'mermaid',
    collapse: ROOMS,
    includeOnly: '^src/',
    exclude: { path: LEFT_OUT },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'src/app/tsconfig.json' },
  });
  if (typeof output !== 'string') throw new Error('dependency-cruiser drew nothing.');
  return output.trim();
}

const text = readFileSync(page, 'utf8');
const from = text.indexOf(START);
const to = text.indexOf(END);
if (from < 0 || to < from)
  throw new Error(`docs/architecture.md has no place for the drawing: ${START} … ${END}`);
const drawn = `${text.slice(0, from)}${START}\n\n\`\`\`mermaid\n${await draw()}\n\`\`\`\n\n${text.slice(to)}`;
const wanted = await format(drawn, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' });

if (wanted === text) process.exit(0);
if (flags.has('check')) {
  console.error('docs/architecture.md shows other imports than there are: run `npm run architecture`.');
  process.exit(1);
}
writeFileSync(page, wanted);
