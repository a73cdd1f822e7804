// The user guide: what the build makes of it, and what it refuses.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GuideProblem, picturesOf, readGuide } from '../../../build/guide.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawdesk-guide-'));
  mkdirSync(join(folder, 'pictures'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

describe('a page', () => {
  it('is its title and what stands below, in the order of the files’ numbers', () => {
    write('pictures/board.png', '');
    write('02-later.md', '# Later\n');
    write(
      '01-first.md',
      '# First\n\nPress `B` for the\n**board**, see [Later](02-later.md) or [states](#states).\n\n## What you see\n\n1. one\n2. two\n\n![The board](pictures/board.png)\n',
    );
    const pages = readGuide(folder);
    expect(pages.map(({ name }) => name)).toEqual(['first', 'later']);
    expect(pages[0]).toEqual({
      name: 'first',
      title: 'First',
      blocks: [
        {
          kind: 'paragraph',
          line: [
            { kind: 'text', text: 'Press ' },
            { kind: 'key', text: 'B' },
            { kind: 'text', text: ' for the ' },
            { kind: 'strong', text: 'board' },
            { kind: 'text', text: ', see ' },
            { kind: 'link', page: 'later', text: 'Later' },
            { kind: 'text', text: ' or ' },
            { kind: 'link', page: 'states', text: 'states' },
            { kind: 'text', text: '.' },
          ],
        },
        { kind: 'heading', text: 'What you see', id: 'what-you-see' },
        {
          kind: 'list',
          ordered: true,
          items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]],
        },
        { kind: 'picture', file: 'board.png', words: 'The board' },
      ],
    });
    expect(picturesOf(pages)).toEqual(['board.png']);
  });

  it.each([
    ['without a title', 'Text only\n'],
    ['with a link to nowhere', '# T\n\n[there](09-nowhere.md)\n'],
    ['with a link out of the app', '# T\n\n[there](https://example.org)\n'],
    ['with a picture that is missing', '# T\n\n![words](pictures/none.png)\n'],
    ['with a picture from elsewhere', '# T\n\n![words](https://example.org/a.png)\n'],
    ['with markup of its own', '# T\n\n<script>alert(1)</script>\n'],
    ['with a heading of a third kind', '# T\n\n### Deep\n'],
    ['with a list within a list', '# T\n\n- a\n  - b\n'],
    ['with quoted text', '# T\n\n> said\n'],
  ])('%s stops the build', (_what, text) => {
    write('01-page.md', text);
    expect(() => readGuide(folder)).toThrow(GuideProblem);
  });

  it('whose file has no number stops the build', () => {
    write('page.md', '# T\n');
    expect(() => readGuide(folder)).toThrow(/01-first-day/);
  });
});

describe('the guide as it is', () => {
  const guide = resolve(import.meta.dirname, '../../../docs/guide');

  it('can be shown, and every picture that is kept is shown somewhere', () => {
    const pages = readGuide(guide);
    expect(pages.length).toBeGreaterThan(5);
    expect(readdirSync(join(guide, 'pictures')).sort()).toEqual(picturesOf(pages).sort());
  });

  it('has no heading twice on one page, so that a search leads to the right one', () => {
    for (const { blocks } of readGuide(guide)) {
      const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});
