// The palette (Ctrl+K): finds by name everything that can be done here, with its key, and people.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useQuery } from '../host/use-query.ts';
import { useActions, type Action } from '../ui/actions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { ShortcutList } from '../ui/shortcut-list.tsx';
import { searchableName } from '../../domain/person-name.ts';
import { isTooLongToFind } from '../../domain/search-text.ts';
import { TOO_LONG_TO_FIND } from '../shared/words/too-long-to-find.ts';
import { isUndoneByKey, undoLast, useToasts } from '../ui/toast-store.ts';
import { buttonsInSight, type ButtonInSight } from './buttons-in-sight.ts';
import css from './palette.module.css';
import { noteChosenByEnter } from './shortcuts.ts';
import { isLookedFor, MORE_FIT, useFound, type FoundWays } from './use-found.ts';

interface Line {
  readonly id: string;
  readonly words: string;
  readonly facts: string;
  readonly key: string | null;
  readonly run: () => void;
}

/**
 * Undo, the actions of the open screen, its other buttons, then what every screen offers. Nothing stands there twice.
 */
function useLines(buttons: readonly ButtonInSight[]): Line[] {
  const actions = useActions((state) => state.actions);
  const undoable = useToasts(({ toasts }) => toasts.findLast((toast) => toast.undo !== null) ?? null);
  const openRecord = useToasts((state) => state.openRecord);
  const lineOf = ({ id, words, key, blocked, run }: Action): Line => ({
    id,
    words,
    facts: blocked ?? '',
    key,
    run,
  });
  const named = actions.map(lineOf);
  const isNamed = (words: string, key: string | null): boolean =>
    named.some((line) => line.words === words || (key !== null && line.key === key));
  const lineOfButton = (button: ButtonInSight): Line => ({
    id: `button ${buttons.indexOf(button)}`,
    words: button.words,
    facts: button.facts,
    key: button.canBePressed ? button.key : null,
    run: button.press,
  });
  const further = buttons.filter(({ words, key }) => !isNamed(words, key));
  const undo: Line[] =
    undoable === null
      ? []
      : [
          {
            id: 'undo',
            words: 'Undo',
            facts: undoable.words,
            key: isUndoneByKey(undoable, openRecord) ? 'Alt+Z' : null,
            run: () => void undoLast(),
          },
        ];
  const of = (everywhere: boolean): Line[] => [
    ...actions.filter((action) => action.everywhere === everywhere).map(lineOf),
    ...further.filter((button) => button.everywhere === everywhere).map(lineOfButton),
  ];
  return [...undo, ...of(false), ...of(true)];
}

export function Palette({ onClose, ...ways }: { onClose: () => void } & FoundWays) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  // Read when the palette opens and at each change of what is looked for: a screen that has just opened draws some of its buttons later.
  // Not in between: the list must not change while somebody chooses from it.
  const [buttons, setButtons] = useState(buttonsInSight);
  const wanted = searchableName(text).split(' ');
  const found = useFound(text, ways);
  const isAwaited = isLookedFor(text) && found?.isCurrent !== true;
  const commands = useLines(buttons).filter((line) => {
    const words = searchableName(`${line.words} ${line.facts}`);
    return wanted.every((part) => words.includes(part));
  });
  const shown: Line[] = [
    ...commands,
    ...(found?.lines ?? []).map((one) => ({
      id: one.key,
      words: one.title,
      facts: one.facts,
      key: null,
      run: one.open,
    })),
  ];
  /** People who were found for what was typed before are not to be had by a press: somebody else is meant. */
  const isOld = (index: number): boolean => index >= commands.length && isAwaited;
  const run = (index: number): void => {
    const line = shown[index];
    if (!line || isOld(index)) return;
    onClose();
    line.run();
  };
  // Enter before the answer takes the first one whom the answer has.
  const [entered, setEntered] = useState<string | null>(null);
  const isDue = entered !== null && entered === text && !isAwaited;
  const runByEnter = (index: number): void => {
    if (index >= commands.length) noteChosenByEnter();
    run(index);
  };
  const runFirst = useRef(runByEnter);
  runFirst.current = runByEnter;
  useEffect(() => {
    if (!isDue) return;
    setEntered(null);
    runFirst.current(0);
  }, [isDue]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (shown.length > 0) setActive((now) => (now + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active === 0 && isOld(0)) setEntered(text);
      else runByEnter(active);
    }
  };
  return (
    <Dialog title="What do you want to do?" onClose={onClose}>
      <input
        className={css.input}
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown.length > 0 ? `palette-${active}` : undefined}
        autoFocus
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setButtons(buttonsInSight());
          setActive(0);
          setEntered(null);
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id="palette-list" aria-label="Commands" className={css.list}>
        {shown.map((line, index) => (
          <li
            key={line.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === active}
            aria-disabled={isOld(index) || undefined}
            className={css.option}
            onPointerDown={(event) => {
              event.preventDefault();
              run(index);
            }}
          >
            <span>
              {line.words} {line.facts !== '' && <span className={css.facts}>{line.facts}</span>}
            </span>
            {line.key !== null && <KeyHint keys={line.key} />}
          </li>
        ))}
      </ul>
      {found?.more === true && (
        <p className={css.none} role="status">
          {MORE_FIT}
        </p>
      )}
      {shown.length === 0 && !isAwaited && (
        <p className={css.none} role="status">
          {isTooLongToFind(text) ? TOO_LONG_TO_FIND : <NothingFits />}
        </p>
      )}
    </Dialog>
  );
}

/** Never that there is nobody before all were read. */
function NothingFits() {
  const people = useQuery('patients.count', {}).value;
  if (people?.asOfMs !== null) return 'Nothing to do and nobody by that name.';
  return 'Nothing to do by that name, and nobody of those read so far. Not everybody was read yet.';
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <ShortcutList />
    </Dialog>
  );
}
