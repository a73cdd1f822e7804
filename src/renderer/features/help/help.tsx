// The user guide inside the app: its pages, what each state means, and a search over all of it. Works without the service.
import { BookOpen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { pages } from 'virtual:guide';
import { useLocation, useParams } from 'wouter';
import { hrefOf, links } from '../../shared/links.ts';
import { useTour } from '../../shared/tour-store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { STATES_PAGE } from './guide-page.ts';
import { GuideText, headingId } from './guide-text.tsx';
import css from './help.module.css';
import { searchGuide, sectionsOf, type GuideSection } from './search-guide.ts';
import { CHANGE_MEANINGS, PRINT_MEANINGS, VISIT_MEANINGS } from './state-meanings.ts';
import { States } from './states.tsx';

const STATES_TITLE = 'What each state means';
const CONTENTS = [
  ...pages.map(({ name, title }) => ({ name, title })),
  { name: STATES_PAGE, title: STATES_TITLE },
];
const SECTIONS: readonly GuideSection[] = [
  ...sectionsOf(pages),
  {
    page: STATES_PAGE,
    pageTitle: STATES_TITLE,
    heading: null,
    text: [VISIT_MEANINGS, CHANGE_MEANINGS, PRINT_MEANINGS]
      .flatMap((words) => Object.values(words))
      .join(' '),
  },
];

export function Help() {
  const { page: wanted } = useParams<{ page?: string }>();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [goTo, setGoTo] = useState<{ heading: string | null } | null>(null);
  const article = useRef<HTMLElement>(null);
  const start = useTour((state) => state.start);
  const name = wanted ?? CONTENTS[0]?.name;
  const page = pages.find((one) => one.name === name);
  const title = CONTENTS.find((one) => one.name === name)?.title;
  const hits = useMemo(() => searchGuide(SECTIONS, text), [text]);

  // Another page begins at its beginning, or at the section that was looked for; the keyboard goes on from there.
  useEffect(() => {
    if (goTo === null) return;
    const heading = goTo.heading === null ? null : document.getElementById(headingId(goTo.heading));
    const target = heading ?? article.current?.querySelector('h1');
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
    setGoTo(null);
  }, [goTo, name]);

  function open(section: GuideSection): void {
    navigate(links.guidePage(section.page));
    setGoTo({ heading: section.heading?.id ?? null });
  }

  return (
    <Screen
      title="Help"
      aside={
        <>
          <Button
            onClick={() => {
              navigate(links.board);
              start();
            }}
          >
            Take the tour
          </Button>
        </>
      }
    >
      <div className={css.columns}>
        <div className={css.side}>
          <TextField
            label="Search the guide"
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && hits[0]) open(hits[0]);
            }}
          />
          {text.trim() === '' ? (
            <nav aria-label="Pages of the guide">
              <ul className={css.contents}>
                {CONTENTS.map((one) => (
                  <li key={one.name}>
                    <a
                      href={hrefOf(links.guidePage(one.name))}
                      className={classNames(css.entry, one.name === name && css.here)}
                      aria-current={one.name === name ? 'page' : undefined}
                      onClick={() => setGoTo({ heading: null })}
                    >
                      {one.title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : (
            <Hits hits={hits} onOpen={open} />
          )}
        </div>
        {title === undefined ? (
          <EmptyState icon={<BookOpen size={26} />} title="The guide has no such page">
            Choose one beside this.
          </EmptyState>
        ) : (
          <article className={css.page} ref={article} aria-label={title}>
            <h1 tabIndex={-1}>{title}</h1>
            {page ? <GuideText blocks={page.blocks} /> : <States />}
          </article>
        )}
      </div>
    </Screen>
  );
}

function Hits({ hits, onOpen }: { hits: readonly GuideSection[]; onOpen: (section: GuideSection) => void }) {
  return (
    <>
      <p role="status" className={css.count}>
        {hits.length === 0
          ? 'Nothing found. Try another word.'
          : `${hits.length} ${hits.length === 1 ? 'place' : 'places'} in the guide`}
      </p>
      <ul className={css.contents} aria-label="Found in the guide">
        {hits.map((hit) => (
          <li key={`${hit.page} ${hit.heading?.id ?? ''}`}>
            <button type="button" className={css.hit} onClick={() => onOpen(hit)}>
              <span>{hit.heading?.text ?? hit.pageTitle}</span>
              {hit.heading && <span className={css.of}>{hit.pageTitle}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
