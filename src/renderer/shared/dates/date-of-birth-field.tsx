// Date of birth in three boxes. A whole date pasted into one of them fills all three, and one that is typed goes on in the next.
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { goesOn, splitTypedDate, type DateBoxes } from './date-of-birth.ts';
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
  const inputs = useRef<Partial<Record<keyof DateBoxes, HTMLInputElement | null>>>({});
  const onKeyDown = (box: keyof DateBoxes, event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    const isAtEnd = input.selectionStart === input.value.length && input.selectionEnd === input.value.length;
    if (!isAtEnd || event.ctrlKey || event.altKey || event.metaKey || event.nativeEvent.isComposing) return;
    const meant = goesOn(box, input.value, event.key);
    if (meant === 'go' || meant === 'drop') event.preventDefault();
    const next = inputs.current[box === 'day' ? 'month' : 'year'];
    if (meant === null || meant === 'drop' || !next) return;
    // A digit too many must not change what stands in the next box already.
    if (meant === 'go-with-it' && next.value !== '') return;
    next.focus();
    next.select();
  };
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
              ref={(input) => {
                inputs.current[box] = input;
              }}
              id={`${idPrefix}-${box}`}
              className={`${css.input} ${width}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={box === 'year' ? 4 : box === 'month' ? 9 : 2}
              value={value[box]}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem === undefined ? undefined : `${idPrefix}-problem`}
              onChange={(event) => onChange({ ...value, [box]: event.target.value })}
              onKeyDown={(event) => onKeyDown(box, event)}
              onPaste={onPaste}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
