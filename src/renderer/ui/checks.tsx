// Things to tick, to switch and to choose one of: native inputs, drawn large enough to hit.
import type { ReactNode } from 'react';
import css from './field.module.css';

/** `label` is the whole accessible name; `value` is what to compare it with, read out after it. */
export function CheckBox(props: {
  label: string;
  value?: string | undefined;
  /** Smaller facts under it. */
  detail?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  id?: string | undefined;
}) {
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        id={props.id}
        checked={props.checked}
        aria-label={props.label}
        aria-description={props.value ?? props.detail}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className={css.checkText}>
        {props.label}
        {props.value !== undefined && <span className={css.checkValue}>{props.value}</span>}
        {props.detail !== undefined && <span className={css.hint}>{props.detail}</span>}
      </span>
    </label>
  );
}

export function Switch(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}) {
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {props.label}
    </label>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly words: string;
  readonly count?: number | undefined;
  readonly icon?: ReactNode;
}

/** One of a few, all visible. */
export function Segments<Value extends string>(props: {
  legend: string;
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className={css.segments}>
      <legend>{props.legend}</legend>
      {props.choices.map((choice) => (
        <label key={choice.value} className={css.segment}>
          <input
            type="radio"
            name={props.name}
            value={choice.value}
            checked={props.value === choice.value}
            onChange={() => props.onChange(choice.value)}
          />
          {choice.icon}
          {choice.words}
          {choice.count !== undefined && <span className={css.count}>{choice.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}

export function SelectField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
  labelHidden?: boolean | undefined;
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
        value={props.value}
        aria-invalid={props.problem !== undefined || undefined}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.children}
      </select>
    </label>
  );
}
