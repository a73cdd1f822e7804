// The one search box: results while typing, Enter for whatever was typed or scanned into it.
import { Camera, ScanBarcode } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { PersonView } from '../../contract/views.ts';
import { isTooLongToFind } from '../../domain/search-text.ts';
import { TOO_LONG_TO_FIND } from '../shared/words/too-long-to-find.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import css from './search-box.module.css';
import { noteChosenByEnter } from './shortcuts.ts';
import { MORE_FIT, useFound, type Found } from './use-found.ts';

/** Of the lines found for a text. */
const NOTHING_CHOSEN: {
  readonly active: number;
  /** Whether Enter was pressed on the first line before the answer came, and nothing has taken it back since. */
  readonly isEntered: boolean;
} = { active: -1, isEntered: false };

export function SearchBox(props: {
  text: string;
  onText: (text: string) => void;
  onSubmit: (text: string) => void;
  onVisit: (visitId: string) => void;
  onPerson: (person: PersonView) => void;
  onResults: (registrationId: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Opens the camera; null where a window cannot have one. */
  onCamera: (() => void) | null;
}) {
  const { text, onText, onVisit, onPerson, onResults } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [atText, setAtText] = useState({ text, ...NOTHING_CHOSEN });
  // While drawing and not by an effect: keys that a busy computer brings all at once would each leave it one more drawing to do, and React
  // gives up after fifty (“Maximum update depth exceeded”).
  if (atText.text !== text) setAtText({ text, ...NOTHING_CHOSEN });
  const { active, isEntered } = atText;
  const setActive = (active: number): void => setAtText({ text, active, isEntered });
  const setEntered = (isEntered: boolean): void => setAtText({ text, active, isEntered });
  const results = useFound(text, { onVisit, onPerson, onResults });
  const found = results?.lines ?? [];
  const isTooLong = isTooLongToFind(text);
  const shown = open && (results !== null || isTooLong);
  const isListShown = shown && found.length > 0;
  /** Whoever was found for what was typed before is out of reach of press and key: somebody else is meant. */
  const isOld = results?.isCurrent !== true;
  const isDue = isEntered && !isOld;
  const takeEntered = useRef(() => {});
  takeEntered.current = () => {
    setEntered(false);
    const [one] = found;
    if (one) chooseByEnter(one);
  };
  useEffect(() => {
    if (isDue) takeEntered.current();
  }, [isDue]);

  /** Whoever closes the list or goes elsewhere has taken back what they pressed. */
  function close(): void {
    setOpen(false);
    setEntered(false);
  }

  function choose(one: Found): void {
    setOpen(false);
    onText('');
    // Whoever is chosen is what the next keys are for: their screen takes the focus, as it does from the board.
    props.inputRef.current?.blur();
    one.open();
  }

  function chooseByEnter(one: Found): void {
    noteChosenByEnter();
    choose(one);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (found.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const one = found[active];
      // What a further line will be, nobody has seen yet.
      if (shown && one && isOld) setEntered(active === 0);
      else if (shown && one) chooseByEnter(one);
      else if (text.trim() !== '' && !isTooLong) {
        setOpen(false);
        props.onSubmit(text.trim());
      }
    } else if (event.key === 'Escape') {
      // Taken here, so it closes nothing else as well.
      if (shown || text !== '') event.preventDefault();
      if (shown) close();
      else onText('');
    }
  }

  return (
    <div className={css.box} role="search" data-tour="search">
      <ScanBarcode aria-hidden="true" size={20} className={css.icon} />
      <input
        ref={props.inputRef}
        className={css.input}
        type="search"
        role="combobox"
        aria-label="Scan or search"
        aria-keyshortcuts="/"
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
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
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <span className={css.hint}>
        <KeyHint keys="/" />
      </span>
      {props.onCamera && (
        <button
          type="button"
          className={css.camera}
          aria-label="Scan with the camera"
          onClick={props.onCamera}
        >
          <Camera aria-hidden="true" size={20} />
        </button>
      )}
      {shown && (
        <div className={css.popup}>
          {found.length === 0 ? (
            <p className={css.none} role="status">
              {isTooLong
                ? TOO_LONG_TO_FIND
                : 'Nobody found by that name or code. Press Enter to look it up as a code.'}
            </p>
          ) : (
            <ul role="listbox" id={listId} aria-label="Found" className={css.list}>
              {found.map((one, index) => (
                <li
                  key={one.key}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  aria-disabled={isOld || undefined}
                  className={css.option}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    if (!isOld) choose(one);
                  }}
                >
                  <span className={css.title}>{one.title}</span>
                  <span className={css.facts}>{one.facts}</span>
                </li>
              ))}
            </ul>
          )}
          {results?.more === true && (
            <p className={css.none} role="status">
              {MORE_FIT}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
