// The line in which words are looked for in a document.
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './document-viewer.module.css';
import type { Found } from './use-find.ts';

export function FindBar(props: {
  noun: string;
  text: string;
  onText: (text: string) => void;
  found: Found;
  pages: number;
  chosen: number;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}) {
  const { text, onStep } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={css.find} role="search" aria-label={`Find in the ${props.noun}`}>
      <input
        ref={field}
        type="search"
        className={css.findField}
        aria-label={`Find in the ${props.noun}`}
        placeholder={`Find in the ${props.noun}`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => props.onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            // In a dialog Escape would close the whole of it.
            event.stopPropagation();
            props.onClose();
          }
        }}
      />
      <Button
        size="small"
        aria-label="Previous match"
        title="Previous match"
        icon={<ChevronUp />}
        onClick={() => onStep(-1)}
      />
      <Button
        size="small"
        aria-label="Next match"
        title="Next match"
        icon={<ChevronDown />}
        onClick={() => onStep(1)}
      />
      <span role="status" className={css.findStatus}>
        {findWords(props)}
      </span>
      <Button
        size="small"
        aria-label="Close the search"
        title="Close the search"
        icon={<X />}
        onClick={props.onClose}
      />
    </div>
  );
}

function findWords({
  text,
  found,
  pages,
  chosen,
}: {
  text: string;
  found: Found;
  pages: number;
  chosen: number;
}): string {
  if (text.trim() === '') return '';
  const { matches, searched, unread } = found;
  const going = searched < pages ? `, searching page ${searched + 1} of ${pages}` : '';
  const gaps = unread > 0 ? `, ${unread} ${unread === 1 ? 'page' : 'pages'} could not be read` : '';
  if (matches.length === 0) return `${searched < pages ? 'Nothing yet' : 'Not found'}${going}${gaps}`;
  return `${chosen + 1} of ${matches.length}, page ${matches[chosen]?.page ?? 1}${going}${gaps}`;
}
