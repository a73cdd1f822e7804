// Reads the user guide (docs/guide) for the build: Markdown in, plain data out, so that no window has to parse anything. What
// the app could not show, such as a table or a link to nowhere, stops the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { STATES_PAGE } from '../src/renderer/features/help/guide-page.ts';
import type { GuideBlock, GuideInline, GuidePage } from '../src/renderer/features/help/guide-page.ts';

const PICTURES = 'pictures/';
const FILE_NAME = /^\d\d-([a-z-]+)\.md$/;

/** The guide says something that the app cannot show. */
export class GuideProblem extends Error {}

/**
 * All pages, in the order of their files' numbers.
 *
 * @throws GuideProblem for a file name, an element, a link or a picture that the app could not show
 * @example readGuide('docs/guide').find(({ name }) => name === 'check-in')?.title // 'Check somebody in'
 */
export function readGuide(folder: string): GuidePage[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const names = files.map((file) => nameOf(file));
  const known = new Set([...names, STATES_PAGE]);
  return files.map((file, at) => {
    const page = readPage(names[at] ?? '', readFileSync(join(folder, file), 'utf8'));
    check(page, known, folder);
    return page;
  });
}

/** The files of the pictures that pages show, without repetition. */
export function picturesOf(pages: readonly GuidePage[]): string[] {
  const files = pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])),
  );
  return [...new Set(files)];
}

function nameOf(file: string): string {
  const name = FILE_NAME.exec(file)?.[1];
  if (name === undefined)
    throw new GuideProblem(`${file}: the name of a page is a number and words, such as 01-first-day.md.`);
  return name;
}

function readPage(name: string, markdown: string): GuidePage {
  const [title, ...rest] = fromMarkdown(markdown).children;
  if (title?.type !== 'heading' || title.depth !== 1)
    throw new GuideProblem(`${name}: a page begins with its title.`);
  return { name, title: toString(title), blocks: rest.map((node) => blockOf(name, node)) };
}

function blockOf(page: string, node: RootContent): GuideBlock {
  switch (node.type) {
    case 'heading': {
      if (node.depth !== 2) throw new GuideProblem(`${page}: headings below the title have two signs.`);
      const text = toString(node);
      return { kind: 'heading', text, id: idOf(text) };
    }
    case 'paragraph': {
      const [only] = node.children;
      if (only?.type === 'image' && node.children.length === 1) {
        if (!only.url.startsWith(PICTURES))
          throw new GuideProblem(`${page}: pictures are in ${PICTURES}, unlike ${only.url}.`);
        return { kind: 'picture', file: only.url.slice(PICTURES.length), words: only.alt ?? '' };
      }
      return { kind: 'paragraph', line: node.children.map((child) => inlineOf(page, child)) };
    }
    case 'list':
      return {
        kind: 'list',
        ordered: node.ordered === true,
        items: node.children.map((item) => itemOf(page, item)),
      };
    default:
      throw new GuideProblem(`${page}: the guide has no ${node.type}.`);
  }
}

function itemOf(page: string, { children }: ListItem): GuideInline[] {
  const [only] = children;
  if (only?.type !== 'paragraph' || children.length !== 1)
    throw new GuideProblem(`${page}: an item of a list is one line.`);
  return only.children.map((child) => inlineOf(page, child));
}

function inlineOf(page: string, node: PhrasingContent): GuideInline {
  const text = toString(node).replace(/\s*\n\s*/g, ' ');
  switch (node.type) {
    case 'text':
      return { kind: 'text', text };
    case 'strong':
      return { kind: 'strong', text };
    case 'inlineCode':
      return { kind: 'key', text };
    case 'link':
      return { kind: 'link', page: node.url.replace(/^(\d\d-|#)/, '').replace(/\.md$/, ''), text };
    default:
      throw new GuideProblem(`${page}: a line of the guide has no ${node.type}.`);
  }
}

function check({ name, blocks }: GuidePage, known: ReadonlySet<string>, folder: string): void {
  const lines = blocks.flatMap((block) =>
    block.kind === 'paragraph' ? [block.line] : block.kind === 'list' ? block.items : [],
  );
  for (const inline of lines.flat()) {
    if (inline.kind === 'link' && !known.has(inline.page))
      throw new GuideProblem(`${name}: there is no page ${inline.page}.`);
  }
  for (const block of blocks) {
    if (block.kind !== 'picture') continue;
    if (block.words === '')
      throw new GuideProblem(`${name}: ${block.file} has no words for people who cannot see it.`);
    if (!existsSync(join(folder, PICTURES, block.file)))
      throw new GuideProblem(`${name}: there is no picture ${block.file}.`);
  }
}

/** `What you see` -> `what-you-see` */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
