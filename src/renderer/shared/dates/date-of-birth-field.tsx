// Date of birth in three boxes. A whole date pasted into one of them fills all three.
import type { ClipboardEvent } from 'react';
import { splitTypedDate, type DateBoxes } from './date-of-birth.ts';
import css from '../../ui/field.module.css';

const BOXES = [
  { box: 'day', words: 'Day', width: css.two },
  { box: 'month', words: 'Month', width: css.two },
  { box: 'year', words: 'Year', width: css.four },
] as const;

export function DateOfBirthField(props: {
  idPrefix: string;
  value: DateBoxes;
  onChange: (value: DateBoxes) => void;
  problem?: string | undefined;
  legend?: string | undefined;
}) {
  const { idPrefix, value, onChange, problem } = props;
  const onPaste = (event: ClipboardEvent): void => {
    const whole = splitTypedDate(event.clipboardData.getData('text'));
    if (!whole) return;
    event.preventDefault();
    onChange(whole);
  };
  return (
    <fieldset className={css.field} aria-describedby={`${idPrefix}-hint`}>
      <legend className={css.label}>{props.legend ?? 'Date of birth'}</legend>
      <p className={css.hint} id={`${idPrefix}-hint`}>
        For example, 15 3 1984
      </p>
      {problem !== undefined && (
        <p className={css.problem} id={`${idPrefix}-problem`}>
          {problem}
        </p>
      )}
      <div className={css.boxes}>
        {BOXES.map(({ box, words, width }) => (
          <div key={box} className={css.box}>
            <label htmlFor={`${idPrefix}-${box}`}>{words}</label>
            <input
              id={`${idPrefix}-${box}`}
              className={`${css.input} ${width}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={box === 'year' ? 4 : box === 'month' ? 9 : 2}
              value={value[box]}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem === undefined ? undefined : `${idPrefix}-problem`}
              onChange={(event) => onChange({ ...value, [box]: event.target.value })}
              onPaste={onPaste}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
