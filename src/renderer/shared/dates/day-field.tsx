// A field for a day that narrows a list.
import { useState } from 'react';
import { formatDate } from '../../../domain/site-time.ts';
import { TextField } from '../../ui/field.tsx';
import css from './day-field.module.css';
import { dayTyped } from './typed-day.ts';

/**
 * A day as people type it. It counts once the field is left, or Enter is pressed.
 * @example <DayField label="From" value={from} onChange={setFrom} />
 */
export function DayField(props: {
  label: string;
  value: string | null;
  problem?: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const { value, onChange } = props;
  /** Null: what the address says stands in the field. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  // Going back changes the address, and what was typed before is over.
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(null);
    setWrong(false);
  }
  function take(): void {
    if (typed === null) return;
    const day = dayTyped(typed);
    setWrong(day === undefined);
    if (day === undefined) return;
    setTyped(null);
    if (day !== value) onChange(day);
  }
  return (
    <TextField
      className={css.day}
      label={props.label}
      placeholder="15-Mar-2026"
      maxLength={20}
      problem={isWrong ? 'Not a date' : props.problem}
      value={typed ?? (value === null ? '' : formatDate(value))}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
