// Ctrl+K: everything that can be done from here, by name, with its key beside it.
import { useState, type KeyboardEvent } from 'react';
import { useActions } from '../ui/actions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { searchableName } from '../../domain/person-name.ts';
import css from './palette.module.css';

export function Palette({ onClose }: { onClose: () => void }) {
  const actions = useActions((state) => state.actions);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const wanted = searchableName(text).split(' ');
  const shown = actions.filter((action) => {
    const words = searchableName(action.words);
    return wanted.every((part) => words.includes(part));
  });
  const run = (index: number): void => {
    const action = shown[index];
    if (!action) return;
    onClose();
    action.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (shown.length > 0) setActive((now) => (now + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(active);
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
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id="palette-list" aria-label="Commands" className={css.list}>
        {shown.map((action, index) => (
          <li
            key={action.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === active}
            className={css.option}
            onPointerDown={(event) => {
              event.preventDefault();
              run(index);
            }}
          >
            {action.words}
            {action.key !== null && <KeyHint keys={action.key} />}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={css.none}>Nothing by that name can be done here.</p>}
    </Dialog>
  );
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const actions = useActions((state) => state.actions).filter((action) => action.key !== null);
  const always = [
    { words: 'Everything that can be done', key: 'Ctrl+K' },
    { words: 'Scan or search', key: '/' },
    { words: 'Undo the last step', key: 'Z' },
    { words: 'These keys', key: '?' },
  ];
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={css.keys}>
        {[...always, ...actions].map((line) => (
          <div key={line.words}>
            <dt>{line.words}</dt>
            <dd>
              <KeyHint keys={line.key ?? ''} />
              <span className="visually-hidden">{line.key}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.none}>Single keys do nothing while you type. A scanner works anywhere.</p>
    </Dialog>
  );
}
