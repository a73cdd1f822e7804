// The keys that do something now, and those that always do.
import { useActions } from './actions.ts';
import { KeyHint } from './key-hint.tsx';
import css from './shortcut-list.module.css';

const ALWAYS = [
  { words: 'Everything that can be done', key: 'Ctrl+K' },
  { words: 'Scan or search', key: '/' },
  { words: 'Open the row in focus, and go on in it', key: 'Enter' },
  { words: 'Undo the last step', key: 'Z' },
  { words: 'Undo the last step, while you type as well', key: 'Alt+Z' },
  { words: 'These shortcuts', key: '?' },
];

export function ShortcutList() {
  const actions = useActions((state) => state.actions).filter((action) => action.key !== null);
  return (
    <>
      <dl className={css.keys}>
        {[...ALWAYS, ...actions].map((line) => (
          <div key={line.words}>
            <dt>{line.words}</dt>
            <dd>
              <KeyHint keys={line.key ?? ''} />
              <span className="visually-hidden">{line.key}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>Single keys do nothing while you type. A scanner works anywhere.</p>
    </>
  );
}
