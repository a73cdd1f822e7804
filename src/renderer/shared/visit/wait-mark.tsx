// Marks a wait that has become too long, by icon, word and colour.
import { AlarmClock } from 'lucide-react';
import css from './wait-mark.module.css';

/** @example {wait.level === 'too-long' && <WaitMark />} */
export function WaitMark() {
  return (
    <span className={css.mark}>
      <AlarmClock aria-hidden="true" size={14} /> waits too long
    </span>
  );
}
