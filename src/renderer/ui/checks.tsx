// Things to tick, to switch and to choose one of: native inputs, drawn large enough to hit.
import { useState, type ReactNode } from 'react';
import { Breakable } from './breakable.tsx';
import css from './field.module.css';
import { groupedDigits } from './grouped-digits.ts';
import { onListKey } from './select-list.ts';

/** What was chosen shows at once, while the engine is still answering; whatever it answers then stands. */
function useWanted<Value>(stands: Value, choose: (value: Value) => unknown): [Value, (value: Value) => void] {
  const [wanted, setWanted] = useState<{ value: Value } | null>(null);
  const want = (value: Value): void => {
    const answer = choose(value);
    if (!(answer instanceof Promise)) return;
    const mine = { value };
    setWanted(mine);
    void answer.finally(() => setWanted((now) => (now === mine ? null : now)));
  };
  return [wanted ? wanted.value : stands, want];
}

/** From here on a value is written smaller, so that it stays on its line. */
const LONG_VALUE = 20;

/** `label` is the whole accessible name; `value` is what to compare it with, read out after it. */
export function CheckBox(props: {
  label: string;
  value?: string | undefined;
  /** Smaller facts under it. */
  detail?: string | undefined;
  checked: boolean;
  /** In its place all the same, so that the ones beside it stay where the hand expects them. */
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
  id?: string | undefined;
}) {
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        disabled={props.disabled}
        id={props.id}
        checked={props.checked}
        aria-label={props.label}
        aria-description={props.value ?? props.detail}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className={css.checkText}>
        {props.label}
        {props.value !== undefined && (
          <span className={props.value.length > LONG_VALUE ? css.checkValueLong : css.checkValue}>
            <Breakable text={props.value} />
          </span>
        )}
        {props.detail !== undefined && <span className={css.hint}>{props.detail}</span>}
      </span>
    </label>
  );
}

/** Said under what cannot be used now. */
const WhyBlocked = ({ words }: { words: string | null | undefined }): ReactNode =>
  words != null && <span className={css.hint}>{words}</span>;

/**
 * `onChange` may return a promise: until it is settled the switch shows what was asked for. `blocked`: why it cannot be used now,
 * as a sentence that stands beside it.
 */
export function Switch(props: {
  label: string;
  checked: boolean;
  blocked?: string | null | undefined;
  onChange: (checked: boolean) => unknown;
}) {
  const [checked, want] = useWanted(props.checked, props.onChange);
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={props.blocked != null}
        onChange={(event) => want(event.target.checked)}
      />
      {props.label}
      <WhyBlocked words={props.blocked} />
    </label>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly words: string;
  readonly count?: number | undefined;
  readonly icon?: ReactNode;
}

/**
 * One of a few, all visible. `onChange` may return a promise, as for {@link Switch}. `legendShown`: where the choices alone
 * do not say what is chosen; otherwise the legend is for assistive technology only. `blocked` as for {@link Switch}.
 * @example <Segments legend="Show" name="shown" value={shown} onChange={setShown} choices={[{ value: 'all', words: 'Everything' }]} />
 */
export function Segments<Value extends string>(props: {
  legend: string;
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  legendShown?: boolean | undefined;
  blocked?: string | null | undefined;
  onChange: (value: Value) => unknown;
}) {
  const [chosen, want] = useWanted(props.value, props.onChange);
  return (
    <fieldset className={css.choices} disabled={props.blocked != null}>
      <legend className={props.legendShown === true ? css.label : 'visually-hidden'}>{props.legend}</legend>
      <div className={css.segments}>
        {props.choices.map((choice) => (
          <label key={choice.value} className={css.segment}>
            <input
              type="radio"
              name={props.name}
              value={choice.value}
              checked={chosen === choice.value}
              onChange={() => want(choice.value)}
            />
            {choice.icon}
            {choice.words}
            {choice.count !== undefined && <span className={css.count}>{groupedDigits(choice.count)}</span>}
          </label>
        ))}
      </div>
      <WhyBlocked words={props.blocked} />
    </fieldset>
  );
}

/**
 * A list to choose from; `children` are its options. `labelHidden`: the label is for assistive technology only. `blocked` as for
 * {@link Switch}.
 * @example <SelectField label="Gender" value={gender} onChange={setGender}><option value="female">Female</option></SelectField>
 */
export function SelectField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
  labelHidden?: boolean | undefined;
  blocked?: string | null | undefined;
  id?: string | undefined;
  problem?: string | undefined;
}) {
  return (
    <label className={css.field}>
      <span className={props.labelHidden === true ? 'visually-hidden' : css.label}>{props.label}</span>
      {props.problem !== undefined && <span className={css.problem}>{props.problem}</span>}
      <select
        className={css.select}
        id={props.id}
        disabled={props.blocked != null}
        value={props.value}
        aria-invalid={props.problem !== undefined || undefined}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={onListKey}
      >
        {props.children}
      </select>
      <WhyBlocked words={props.blocked} />
    </label>
  );
}
