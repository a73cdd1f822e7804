// Stands in an open dialog whose record was changed meanwhile, at another window or by the service: what changed, and that a person
// has to read it before the dialog sends anything. A refusal alone would be pressed away by the second click of a double click.
import { Check, Info } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './changed-meanwhile.module.css';

/** Why the dialog's own button cannot be pressed, as a sentence. */
export const READ_FIRST = 'Read first what changed meanwhile, and press “I have read it”.';

/**
 * `lines` are whole sentences; `children` are what the person can choose from before going on.
 * @example {seen.isChanged && <ChangedMeanwhile lines={['10:04, AB: Ask for a retest: Done.']} onRead={seen.read} />}
 */
export function ChangedMeanwhile(props: {
  lines: readonly string[];
  onRead: () => void;
  /** What was not done, where something else was sent from here already. */
  notDone?: string;
  children?: ReactNode;
}) {
  const notice = useRef<HTMLDivElement>(null);
  // It comes up below what is read in a long dialog.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // Its button goes with it, and the focus with the button: to the dialog at once, so that no key that follows is lost.
  useLayoutEffect(() => {
    const shown = notice.current;
    return () => {
      if (shown?.contains(document.activeElement) === true)
        shown.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={notice} className={css.changed} role="alert">
      <Info aria-hidden="true" size={22} />
      <div className={css.words}>
        <p>
          <strong>This changed meanwhile.</strong> {props.notDone ?? 'Nothing was sent from here.'}
        </p>
        <ul>
          {props.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {props.children}
        <div>
          <Button icon={<Check />} onClick={props.onRead}>
            I have read it
          </Button>
        </div>
      </div>
    </div>
  );
}
