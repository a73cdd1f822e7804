// Finds the sections of the guide that speak of something. Pure.
import type { GuideBlock, GuideInline, GuidePage } from './guide-page.ts';

/** A heading with what stands below it; a page's beginning is a section too. */
export interface GuideSection {
  readonly page: string;
  readonly pageTitle: string;
  /** The heading; null for what stands before the first one. */
  readonly heading: { readonly id: string; readonly text: string } | null;
  readonly text: string;
}

/** All sections of all pages, in their order. */
export function sectionsOf(pages: readonly GuidePage[]): GuideSection[] {
  return pages.flatMap((page) => {
    const sections: { heading: GuideSection['heading']; lines: string[] }[] = [{ heading: null, lines: [] }];
    for (const block of page.blocks) {
      if (block.kind === 'heading') sections.push({ heading: { id: block.id, text: block.text }, lines: [] });
      else sections.at(-1)?.lines.push(...linesOf(block));
    }
    return sections
      .filter(({ heading, lines }) => heading !== null || lines.length > 0)
      .map(({ heading, lines }) => ({
        page: page.name,
        pageTitle: page.title,
        heading,
        text: lines.join(' '),
      }));
  });
}

/**
 * The sections that have a word beginning with each word of `text`; those whose heading or title has them come first. Case,
 * accents and signs make no difference, and where nothing is found otherwise, one wrong letter in a longer word is forgiven. Empty for
 * an empty text.
 * @example searchGuide(sections, 'wrong lab')[0]?.heading?.text // 'The alarm “Wrong label”'
 */
export function searchGuide(sections: readonly GuideSection[], text: string): GuideSection[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const found = sectionsWith(sections, wanted, (word, one) => word.startsWith(one));
  return found.length > 0 ? found : sectionsWith(sections, wanted, beginsNearly);
}

function sectionsWith(
  sections: readonly GuideSection[],
  wanted: readonly string[],
  begins: (word: string, one: string) => boolean,
): GuideSection[] {
  const beginsIn = (words: readonly string[], one: string): boolean =>
    words.some((word) => begins(word, one));
  return sections
    .map((section) => {
      const title = wordsOf(`${section.pageTitle} ${section.heading?.text ?? ''}`);
      const all = [...title, ...wordsOf(section.text)];
      if (!wanted.every((one) => beginsIn(all, one))) return { section, weight: 0 };
      return { section, weight: 1 + wanted.filter((one) => beginsIn(title, one)).length };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ section }) => section);
}

/** Shorter words become others by one letter. */
const SHORTEST_FORGIVEN = 5;

/** As `startsWith`, with one letter wrong, missing, too many, or changed over with its neighbour. */
function beginsNearly(word: string, one: string): boolean {
  if (word.startsWith(one)) return true;
  if (one.length < SHORTEST_FORGIVEN) return false;
  let same = 0;
  while (same < one.length && one[same] === word[same]) same += 1;
  const [here, there] = [one.slice(same), word.slice(same)];
  const isChangedOver = here[0] === there[1] && here[1] === there[0];
  return (
    there.startsWith(here.slice(1)) ||
    there.slice(1).startsWith(here.slice(1)) ||
    there.slice(1).startsWith(here) ||
    (isChangedOver && there.slice(2).startsWith(here.slice(2)))
  );
}

function linesOf(block: GuideBlock): string[] {
  const line = (inlines: readonly GuideInline[]): string => inlines.map(({ text }) => text).join('');
  switch (block.kind) {
    case 'heading':
      return [block.text];
    case 'paragraph':
      return [line(block.line)];
    case 'list':
      return block.items.map(line);
    case 'picture':
      return [block.words];
    default:
      return block satisfies never;
  }
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
