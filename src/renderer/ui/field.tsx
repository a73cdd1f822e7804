// A labelled field: label above, hint below it, the problem in the same words as the summary's.
import { TriangleAlert } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useState,
  type ClipboardEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import { classNames } from './class-names.ts';
import css from './field.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** What is worth a second look, while the field is taken as it is. */
  doubt?: string | undefined;
  optional?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** The field expects a code: a scan while it is in focus fills it. */
  'data-takes-scan'?: 'code' | 'nhs-number' | undefined;
  after?: ReactNode;
  /** Has the focus when its screen or dialog opens. Unlike with `autoFocus`, a short window still shows the screen from its heading on. */
  opensFocused?: boolean | undefined;
}

/**
 * Takes all that an input takes. `problem` is shown and makes the field invalid; `doubt` is shown and does not; `after` stands behind the input.
 * @example <TextField label="Last name" problem={problemOf('last-name')} value={name} onChange={…} />
 */
export function TextField({
  label,
  hint,
  problem,
  doubt,
  optional,
  id,
  after,
  className,
  opensFocused = false,
  onPaste,
  ...input
}: TextFieldProps) {
  // The browser leaves out what does not fit without a word: half an address or half a code would be gone on with.
  const [wasCut, setWasCut] = useState(false);
  const { maxLength, value } = input;
  const isCut = wasCut && typeof value === 'string' && value.length === maxLength;
  const made = useId();
  const inputId = id ?? made;
  useLayoutEffect(() => {
    if (opensFocused) document.getElementById(inputId)?.focus({ preventScroll: true });
  }, [opensFocused, inputId]);
  const described = [
    hint !== undefined && `${inputId}-hint`,
    problem !== undefined && `${inputId}-problem`,
    doubt !== undefined && `${inputId}-doubt`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classNames(css.field, className)}>
      <label className={css.label} htmlFor={inputId}>
        {label}
        {optional && <span className={css.optional}> (optional)</span>}
      </label>
      {hint !== undefined && (
        <p className={css.hint} id={`${inputId}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className={css.problem} id={`${inputId}-problem`}>
          {problem}
        </p>
      )}
      <div className={css.line}>
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          id={inputId}
          className={css.input}
          onPaste={(event) => {
            onPaste?.(event);
            if (maxLength === undefined || event.defaultPrevented) return;
            setWasCut(lengthWithPasted(event) > maxLength);
          }}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {after}
      </div>
      {isCut && (
        <FieldDoubt>
          Only the first {maxLength} characters fit here. The rest of what was pasted was left out.
        </FieldDoubt>
      )}
      {doubt !== undefined && <FieldDoubt id={`${inputId}-doubt`}>{doubt}</FieldDoubt>}
    </div>
  );
}

/** What is doubtful about what was entered, below a field or a row of fields that are on one line. It is read out. */
export function FieldDoubt({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className={css.doubt} id={id} role="status">
      <TriangleAlert aria-hidden="true" size={16} /> {children}
    </p>
  );
}

/** How many characters the field would hold with what is being pasted; line breaks are never taken into a field of one line. */
function lengthWithPasted(event: ClipboardEvent<HTMLInputElement>): number {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text').replace(/[\r\n]/g, '');
  return value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + pasted.length;
}
