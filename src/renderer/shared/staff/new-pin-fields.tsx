// Two fields for a new PIN: what is typed is not shown, so it is typed twice. It is never kept as a draft.
import { LONGEST_PIN } from '../../../domain/staff.ts';
import { TextField } from '../../ui/field.tsx';

export interface NewPin {
  readonly pin: string;
  readonly again: string;
}
export const NO_PIN: NewPin = { pin: '', again: '' };

/** The ids of the fields begin with `id`: `ID-pin` and `ID-again`. */
export function NewPinFields(props: {
  id: string;
  entry: NewPin;
  /** Said of the first field, without making it wrong. */
  doubt?: string | undefined;
  problemOf: (fieldId: string) => string | undefined;
  onChange: (entry: NewPin) => void;
}) {
  const { id, entry, doubt, problemOf, onChange } = props;
  const common = {
    type: 'password',
    inputMode: 'numeric',
    maxLength: LONGEST_PIN,
    autoComplete: 'new-password',
  } as const;
  return (
    <>
      <TextField
        {...common}
        id={`${id}-pin`}
        label="New PIN"
        hint="4 to 12 digits. Only the person whom it belongs to should type it."
        value={entry.pin}
        problem={problemOf(`${id}-pin`)}
        doubt={doubt}
        onChange={(event) => onChange({ ...entry, pin: event.target.value })}
      />
      <TextField
        {...common}
        id={`${id}-again`}
        label="New PIN again"
        value={entry.again}
        problem={problemOf(`${id}-again`)}
        onChange={(event) => onChange({ ...entry, again: event.target.value })}
      />
    </>
  );
}
