// A filter by something that has a name: chosen from what the catalogue has told so far, or typed by its slug where it is not known.
import { useState } from 'react';
import { SelectField } from '../../ui/checks.tsx';
import { TextField } from '../../ui/field.tsx';

const ANY = '';
/** Stands for no slug: a slug has no blanks. */
const ANOTHER = ' another ';

/**
 * `value`: the slug, empty for no filter.
 * @example <NamedField label="Category" slugLabel="Slug of the category" choices={categories} value={slug} onChange={set} />
 */
export function NamedField(props: {
  label: string;
  slugLabel: string;
  choices: readonly { readonly slug: string; readonly name: string }[];
  value: string;
  onChange: (slug: string) => void;
}) {
  const { choices, value, onChange } = props;
  const [isTyped, setTyped] = useState(false);
  const isKnown = choices.some(({ slug }) => slug === value);
  const isAnother = isTyped || (value !== ANY && !isKnown);
  return (
    <>
      <SelectField
        label={props.label}
        value={isAnother ? ANOTHER : value}
        onChange={(chosen) => {
          setTyped(chosen === ANOTHER);
          onChange(chosen === ANOTHER ? ANY : chosen);
        }}
      >
        <option value={ANY}>Any</option>
        {choices.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
        <option value={ANOTHER}>Another, by its slug</option>
      </SelectField>
      {isAnother && (
        <TextField
          label={props.slugLabel}
          maxLength={200}
          value={value}
          onChange={(event) => {
            // What is typed may become a known one letter by letter, and the field stays.
            setTyped(true);
            onChange(event.target.value);
          }}
        />
      )}
    </>
  );
}
