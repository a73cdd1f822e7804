// How far work is that takes longer than a moment, and the way to stop it.
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import css from './progress.module.css';

/** Nothing is shown of what is over sooner. */
const LONG_MS = 400;

/**
 * `words` say what is done and how much of it; `of` is null where nobody knows how much there is. `label` names the bar.
 * @example <Progress label="Entries read" words="500 of 2,000 entries are read" done={500} of={2_000} onCancel={stop} />
 */
export function Progress(props: {
  label: string;
  words: string;
  done: number;
  of: number | null;
  onCancel: () => void;
}) {
  const { of } = props;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLong(true), LONG_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className={css.progress} role="group" aria-label={props.label}>
      <span className={css.words}>{props.words}</span>
      <progress
        className={css.bar}
        aria-label={props.label}
        {...(of === null ? {} : { max: Math.max(of, 1), value: props.done })}
      />
      <Button icon={<X />} onClick={props.onCancel}>
        Cancel
      </Button>
    </div>
  );
}
