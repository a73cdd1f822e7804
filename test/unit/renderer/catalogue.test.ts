// What is left of HTML that nobody trusts, and the catalogue's filter in an address.
import { describe, expect, it, test } from 'vitest';
import { fromListWords, isSaidBy } from '../../../src/renderer/features/catalogue/catalogue-words.ts';
import { notListedWords } from '../../../src/renderer/shared/words/not-listed-words.ts';
import {
  filterAddress,
  filterOf,
  pageOf,
  splitIds,
  uncoded,
  WHOLE_CATALOGUE,
} from '../../../src/renderer/features/catalogue/filter-address.ts';
import {
  safeAddress,
  safeTree,
  withoutCalls,
  type ParsedNode,
} from '../../../src/renderer/features/catalogue/safe-tree.ts';

const text = (words: string): ParsedNode => ({
  nodeType: 3,
  nodeName: '#text',
  nodeValue: words,
  childNodes: [],
});
const element = (
  name: string,
  children: readonly ParsedNode[] = [],
  attributes: Readonly<Record<string, string>> = {},
): ParsedNode => ({
  nodeType: 1,
  nodeName: name,
  nodeValue: null,
  childNodes: children,
  getAttribute: (wanted) => attributes[wanted] ?? null,
});
const body = (...children: ParsedNode[]) => element('BODY', children);

describe('HTML of the service', () => {
  it('keeps words, paragraphs and lists, and of an element only its kind', () => {
    const tree = safeTree(
      body(
        element('P', [text('Iron')], { onclick: 'steal()', style: 'position:fixed' }),
        element('UL', [element('LI', [text('one')])]),
      ),
    );
    expect(tree).toEqual([
      { kind: 'element', name: 'p', children: [{ kind: 'text', text: 'Iron' }] },
      {
        kind: 'element',
        name: 'ul',
        children: [{ kind: 'element', name: 'li', children: [{ kind: 'text', text: 'one' }] }],
      },
    ]);
  });

  it.each(['script', 'STYLE', 'iframe', 'svg', 'math', 'object', 'template', 'form', 'img'])(
    'leaves out %s with all that is in it',
    (name) => {
      expect(safeTree(body(element(name, [text('x')])))).toEqual([]);
    },
  );

  it('keeps the words of elements that it does not know, and no comment', () => {
    const comment: ParsedNode = { nodeType: 8, nodeName: '#comment', nodeValue: 'x', childNodes: [] };
    expect(
      safeTree(body(element('MARQUEE', [text('word')]), element('CONSTRUCTOR', [text('!')]), comment)),
    ).toEqual([
      { kind: 'text', text: 'word' },
      { kind: 'text', text: '!' },
    ]);
  });

  it('makes a link of a web address only', () => {
    const link = (href: string) => safeTree(body(element('A', [text('here')], { href })));
    expect(link('https://example.org/a')).toMatchObject([{ kind: 'link', address: 'https://example.org/a' }]);
    for (const href of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,x',
      '/relative',
      'file:///etc/passwd',
      '',
    ])
      expect(link(href)).toEqual([{ kind: 'text', text: 'here' }]);
    expect(safeAddress('java\nscript:alert(1)')).toBeNull();
  });

  it('is cut where it is very long or very deep', () => {
    const wide = body(...Array.from({ length: 10_000 }, () => text('x')));
    expect(safeTree(wide).length).toBeLessThan(5_000);
    let deep = text('x');
    for (let level = 0; level < 5_000; level += 1) deep = element('DIV', [deep]);
    expect(() => safeTree(body(deep))).not.toThrow();
  });
});

test('styles and handlers are no calls any more before the text is parsed, and words stay as they are', () => {
  expect(withoutCalls('<p style="a" onclick=b>style = one = 1</p>')).toBe(
    '<p data-style="a" data-onclick=b>style = one = 1</p>',
  );
  expect(withoutCalls('<svg/onload=x><STYLE>p{}</STYLE><a title="style=1">')).toBe(
    '<svg/data-onload=x><template>p{}</template><a title="data-style=1">',
  );
  expect(withoutCalls('2 < 3 and 4 > 1')).toBe('2 < 3 and 4 > 1');
});

test('a filter comes back from its address as it was, also with signs that mean something there', () => {
  const filter = {
    ...WHOLE_CATALOGUE,
    search: 'A&B=50% #1/2',
    biomarkerSlug: 'ferritin',
    shippingTypes: ['home_kit', 'x&y'],
    categoryIds: ['a', 'b'],
    allProducts: true,
  };
  expect(filterAddress(filter)).not.toMatch(/[/#&?]/);
  expect(filterOf(decodeURIComponent(filterAddress(filter)))).toEqual(filter);
  expect(filterOf(filterAddress(filter))).toEqual(filter);
  expect(filterOf('%E0%A4%A')).toEqual(WHOLE_CATALOGUE);
  expect(filterAddress(WHOLE_CATALOGUE)).toBe('');
  expect(filterOf('all=maybe&nonsense=1&search=%20%20')).toEqual(WHOLE_CATALOGUE);
  expect(filterOf(`search=${'x'.repeat(5_000)}`).search).toHaveLength(200);
});

test('the page stands in the address beside the filter, and one that the service does not give is the first', () => {
  const iron = { ...WHOLE_CATALOGUE, search: 'iron' };
  expect(filterOf(filterAddress(iron, 3))).toEqual(iron);
  expect(pageOf(filterAddress(iron, 3))).toBe(3);
  expect(pageOf(decodeURIComponent(filterAddress(WHOLE_CATALOGUE, 50)))).toBe(50);
  expect(filterAddress(iron, 1)).toBe(filterAddress(iron));
  for (const said of ['', 'page=51', 'page=0', 'page=1.5', 'page=two', 'page=']) expect(pageOf(said)).toBe(1);
});

test('a name comes back from its part of an address, whether the router has taken the coding away or not', () => {
  expect(uncoded(encodeURIComponent('a/b%c'))).toBe('a/b%c');
  expect(uncoded('iron-check')).toBe('iron-check');
  expect(uncoded('100%')).toBe('100%');
});

test('ids are taken apart at spaces and commas, each once', () => {
  expect(splitIds(' a, b;a\n c ')).toEqual(['a', 'b', 'c']);
  expect(splitIds('')).toEqual([]);
});

it('a short description is not shown above a description that says the same', () => {
  const html = '<p>Shows  whether <b>iron</b> is low.</p><p>More.</p>';
  expect(isSaidBy(html, 'Shows whether iron is low.')).toBe(true);
  expect(isSaidBy(html, '')).toBe(true);
  expect(isSaidBy(html, 'Four biomarkers.')).toBe(false);
});

it('of a product that was never read what the list of products says is said', () => {
  const listed = { sku: 'FBC-7', price: '£59.00', formerPrice: null, appointmentOnly: true };
  expect(fromListWords(listed)).toBe('The list of products says: FBC-7, £59.00, by appointment only.');
  expect(fromListWords({ ...listed, formerPrice: '£69.00' })).toContain('£59.00 instead of £69.00');
  expect(fromListWords({ ...listed, appointmentOnly: false })).toContain('as a kit, or at an appointment');
});

it('of tests that the service does not list it is said how they are found, and when they cannot be', () => {
  expect(notListedWords(1_200, null)).toBe(
    'The service does not list 1,200 of its tests: type part of the name to find them.',
  );
  expect(notListedWords(1, { live: true, more: 0 })).toContain('type part of the name to find it.');
  expect(notListedWords(1_200, { live: true, more: 340 })).toBe(
    'The service has 340 more by that name: type more of it.',
  );
  expect(notListedWords(1_200, { live: false, more: 0 })).toContain('it cannot be asked for them now');
});
