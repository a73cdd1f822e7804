// The one search box: results while typing, Enter for whatever was typed or scanned into it.
import { ScanBarcode } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { Output } from '../../contract/index.ts';
import { useDesk } from '../host/desk-context.ts';
import { useSession } from '../host/use-session.ts';
import { formatName } from '../../domain/person-name.ts';
import { wallClockAt } from '../../domain/site-time.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { birthWords } from '../shared/people/person-line.tsx';
import { STATE_WORDS } from '../shared/visit/state-badge.tsx';
import css from './search-box.module.css';

const TYPING_PAUSE_MS = 70;

interface Found {
  readonly key: string;
  readonly title: string;
  readonly facts: string;
  readonly open: () => void;
}

export function SearchBox(props: {
  text: string;
  onText: (text: string) => void;
  onSubmit: (text: string) => void;
  onVisit: (visitId: string) => void;
  onPerson: (person: Output<'search.find'>['people'][number]) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const { text, onText, onVisit, onPerson } = props;
  const desk = useDesk();
  const session = useSession();
  const listId = useId();
  const [results, setResults] = useState<Output<'search.find'> | null>(null);
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const asked = useRef('');

  useEffect(() => {
    const wanted = text.trim();
    asked.current = wanted;
    if (wanted.length < 2) {
      setResults(null);
      return;
    }
    const timer = window.setTimeout(() => {
      void desk.ask('search.find', { text: wanted }).then((answer) => {
        if (asked.current !== wanted) return;
        setResults(answer.ok ? answer.value : null);
        setActive(-1);
      });
    }, TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [desk, text]);

  const today = session?.today ?? '';
  const timeZone = session?.timeZone ?? 'Europe/London';
  const found: Found[] = results
    ? [
        ...results.visits.map((visit) => ({
          key: `visit ${visit.id}`,
          title: visit.person ? formatName(visit.person) : 'No patient yet',
          facts: [
            visit.appointment ? wallClockAt(visit.appointment.startsAtMs, timeZone).time : 'walk-in',
            STATE_WORDS[visit.deskState],
            ...visit.trfCodes,
          ].join(' · '),
          open: () => onVisit(visit.id),
        })),
        ...results.people
          .filter((person) => !results.visits.some((visit) => visit.person?.id === person.id))
          .map((person) => ({
            key: `person ${person.id}`,
            title: formatName(person),
            facts: `${birthWords(person.dateOfBirth, today)} · not on today’s board`,
            open: () => onPerson(person),
          })),
      ]
    : [];
  const shown = open && results !== null;

  function choose(one: Found): void {
    setOpen(false);
    setResults(null);
    onText('');
    one.open();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (found.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => (now + step + found.length + (now < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const one = found[active];
      if (shown && one) choose(one);
      else if (text.trim() !== '') {
        setOpen(false);
        props.onSubmit(text.trim());
      }
    } else if (event.key === 'Escape') {
      if (shown) setOpen(false);
      else onText('');
    }
  }

  return (
    <div className={css.box} role="search">
      <ScanBarcode aria-hidden="true" size={20} className={css.icon} />
      <input
        ref={props.inputRef}
        className={css.input}
        type="search"
        role="combobox"
        aria-label="Scan or search"
        aria-keyshortcuts="/"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder="Scan or search: code, name, date of birth"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <span className={css.hint}>
        <KeyHint keys="/" />
      </span>
      {shown && (
        <div className={css.popup}>
          {found.length === 0 ? (
            <p className={css.none} role="status">
              Nobody here by that name or code. Press Enter to look it up as a code.
            </p>
          ) : (
            <ul role="listbox" id={listId} aria-label="Found" className={css.list}>
              {found.map((one, index) => (
                <li
                  key={one.key}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={css.option}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    choose(one);
                  }}
                >
                  <span className={css.title}>{one.title}</span>
                  <span className={css.facts}>{one.facts}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
