// One page of the guide, drawn.
import { pictures } from 'virtual:guide';
import { hrefOf, links } from '../../shared/links.ts';
import css from './help.module.css';
import type { GuideBlock, GuideInline } from './guide-page.ts';

/** The heading's element id; a search result leads there. */
export const headingId = (id: string): string => `guide-${id}`;

export function GuideText({ blocks }: { blocks: readonly GuideBlock[] }) {
  return blocks.map((block, at) => <Block key={at} block={block} />);
}

function Block({ block }: { block: GuideBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={headingId(block.id)} tabIndex={-1}>
          {block.text}
        </h2>
      );
    case 'paragraph':
      return (
        <p>
          <Line line={block.line} />
        </p>
      );
    case 'list': {
      const items = block.items.map((line, at) => (
        <li key={at}>
          <Line line={line} />
        </li>
      ));
      return block.ordered ? <ol className={css.steps}>{items}</ol> : <ul className={css.points}>{items}</ul>;
    }
    case 'picture':
      return (
        <img
          className={css.picture}
          src={pictures[block.file]}
          alt={block.words}
          width={1280}
          height={800}
          loading="lazy"
        />
      );
    default:
      return block satisfies never;
  }
}

function Line({ line }: { line: readonly GuideInline[] }) {
  return line.map((inline, at) => {
    switch (inline.kind) {
      case 'text':
        return inline.text;
      case 'strong':
        return <strong key={at}>{inline.text}</strong>;
      case 'key':
        return (
          <kbd key={at} className={css.key}>
            {inline.text}
          </kbd>
        );
      case 'link':
        return (
          <a key={at} href={hrefOf(links.guidePage(inline.page))}>
            {inline.text}
          </a>
        );
      default:
        return inline satisfies never;
    }
  });
}
