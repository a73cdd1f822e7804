// What stands in place of an open dialog whose matter was settled meanwhile, at another window or by the service: what happened,
// and what was typed. A dialog that only went away would leave a person wondering whether they had done something.
import { Info } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import css from './overtaken.module.css';

/**
 * `title` is the dialog's own; `words` say what stands now, and by whom where that is known; a list where it is about several.
 * @example <Overtaken title="Cancel it?" words="The appointment is cancelled already." typed={reason} onClose={forget} />
 */
export function Overtaken(props: {
  title: string;
  words: string | readonly string[];
  typed?: string;
  onClose: () => void;
}) {
  const typed = props.typed?.trim() ?? '';
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className={css.overtaken}>
        <div className={css.words} role="alert">
          <Info aria-hidden="true" size={22} />
          <div>
            <p>
              <strong>This was settled meanwhile.</strong> Nothing more is sent from here.
            </p>
            {typeof props.words === 'string' ? (
              <p>{props.words}</p>
            ) : (
              <ul className={css.several}>
                {props.words.map((words, at) => (
                  <li key={`${at} ${words}`}>{words}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
        {typed !== '' && (
          <p className={css.typed}>
            You had typed: <q>{typed}</q>
          </p>
        )}
        <div>
          <Button look="main" onClick={props.onClose}>
            Understood
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * True once what an open dialog is about could not be done any more, until it is closed: what becomes possible again is another
 * matter. `isBusy`: while the dialog's own command is under way, what changes is its doing.
 */
export function useOvertaken(isPossible: boolean, isBusy: boolean): boolean {
  const [isOvertaken, setOvertaken] = useState(false);
  const isNow = !isPossible && !isBusy;
  if (isNow && !isOvertaken) setOvertaken(true);
  return isOvertaken || isNow;
}
