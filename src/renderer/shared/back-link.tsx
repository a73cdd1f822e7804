// The way from a record back to its list: to the row one came from, with the filter that the list had.
import { ArrowLeft } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../ui/actions.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import css from './back-link.module.css';
import { hrefOf } from './links.ts';
import { placeOfList, returnTo } from './way-back.ts';

/**
 * `list`: the path of the whole list. It is gone to where it was not left before.
 * @example <BackLink list={links.registrations} words="All registrations" />
 */
export function BackLink({ list, words }: { list: string; words: string }) {
  const [, navigate] = useLocation();
  const [place] = useState(() => placeOfList(list));
  const path = place?.path ?? list;
  const goBack = (): void => {
    if (place) returnTo(place);
    navigate(path);
  };
  useAction({ id: `back-to ${list}`, words: `Back: ${words}`, key: 'U', run: goBack });
  const press = (event: MouseEvent): void => {
    // Another window or tab is opened by the browser as usual.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goBack();
  };
  return (
    <a className={css.back} href={hrefOf(path)} aria-keyshortcuts="U" onClick={press}>
      <ArrowLeft aria-hidden="true" size={17} /> {words} <KeyHint keys="U" />
    </a>
  );
}
