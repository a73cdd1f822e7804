// Finding a place in the user guide.
import { describe, expect, it } from 'vitest';
import type { GuidePage } from '../../../src/renderer/features/help/guide-page.ts';
import { searchGuide, sectionsOf } from '../../../src/renderer/features/help/search-guide.ts';

const text = (words: string) => [{ kind: 'text', text: words }] as const;
const pages: GuidePage[] = [
  {
    name: 'samples',
    title: 'Take samples',
    blocks: [
      { kind: 'paragraph', line: text('Begin on the worklist.') },
      { kind: 'heading', id: 'wrong', text: 'The alarm “Wrong label”' },
      {
        kind: 'list',
        ordered: false,
        items: [
          [
            { kind: 'text', text: 'Look at ' },
            { kind: 'strong', text: 'every tube' },
          ],
        ],
      },
    ],
  },
  {
    name: 'printers',
    title: 'Printers',
    blocks: [{ kind: 'paragraph', line: text('A label that is wrong at José’s desk.') }],
  },
  { name: 'empty', title: 'Nothing yet', blocks: [] },
];
const sections = sectionsOf(pages);
const found = (wanted: string) =>
  searchGuide(sections, wanted).map(({ page, heading }) => (heading ? `${page}#${heading.id}` : page));

describe('a section', () => {
  it('is a heading with what stands below it, and the beginning of a page that says something', () => {
    expect(sections.map(({ page, heading }) => [page, heading?.id ?? null])).toEqual([
      ['samples', null],
      ['samples', 'wrong'],
      ['printers', null],
    ]);
  });
});

describe('searching', () => {
  it('finds every place with all words, those in a heading first', () => {
    expect(found('wrong label')).toEqual(['samples#wrong', 'printers']);
    expect(found('label tube')).toEqual(['samples#wrong']);
  });

  it('takes the beginnings of words, whatever their case, accents and signs', () => {
    expect(found('WORKL')).toEqual(['samples']);
    expect(found('jose')).toEqual(['printers']);
    expect(found('“wrong')).toEqual(['samples#wrong', 'printers']);
    expect(found('abel')).toEqual([]);
  });

  it('forgives one wrong letter where nothing else is found, and none in a short word', () => {
    for (const typed of ['priters', 'printres', 'printters', 'printars', 'pinters']) {
      expect(found(typed), typed).toEqual(['printers']);
    }
    expect(found('prantars')).toEqual([]);
    expect(found('tobe')).toEqual([]);
    // What is spelt right stands alone.
    expect(found('alarm')).toEqual(['samples#wrong']);
  });

  it('finds nothing for nothing', () => {
    expect(found('')).toEqual([]);
    expect(found('  … ')).toEqual([]);
  });
});
