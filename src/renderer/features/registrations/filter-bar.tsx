// What narrows the list of registrations.
import { FilterX } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDate } from '../../../domain/site-time.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { KNOWN_STATUSES, statusWords } from '../../shared/registration/status-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { TextField } from '../../ui/field.tsx';
import { dayTyped, type ListFilter } from './filter-address.ts';
import css from './registrations.module.css';

const NONE = '';
const orNull = (value: string): string | null => (value === NONE ? null : value);

export function FilterBar(props: {
  text: string;
  onText: (text: string) => void;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  /** Null while nothing narrows the list. */
  onClear: (() => void) | null;
  /** What the list can be narrowed to is asked for after the list: the engine answers one question after the other. */
  isListThere: boolean;
}) {
  const { filter, onFilter, onClear, isListThere } = props;
  const session = useSession();
  const statuses = useQuery('registrations.statuses', isListThere ? {} : skip).value?.statuses ?? [];
  const products = useQuery('products.list', isListThere ? {} : skip).value?.items ?? [];
  const search = useRef<HTMLInputElement>(null);
  useAction({
    id: 'narrow-registrations',
    words: 'Search the registrations',
    key: 'F',
    run: () => search.current?.focus(),
  });
  // What the address names stays a choice, whether or not it is known here.
  const named = (list: readonly string[], chosen: string | null): string[] => [
    ...new Set([...list, ...(chosen === null ? [] : [chosen])]),
  ];
  const counts = new Map(statuses.map((one) => [one.status, one.registrations]));
  const offered = named([...Object.keys(KNOWN_STATUSES), ...counts.keys()], filter.status);
  const productNames = new Map(products.map(({ id, name }) => [id, name]));
  const locationNames = new Map((session?.locations ?? []).map(({ id, name }) => [id, name]));
  const isBackwards =
    filter.createdFrom !== null && filter.createdTo !== null && filter.createdFrom > filter.createdTo;

  return (
    <form
      className={css.filters}
      role="search"
      aria-label="Narrow the list of registrations"
      onSubmit={(event) => event.preventDefault()}
    >
      <TextField
        ref={search}
        className={css.text}
        label="Code, reference or person"
        type="search"
        maxLength={200}
        value={props.text}
        onChange={(event) => props.onText(event.target.value)}
      />
      <SelectField
        label="Status"
        value={filter.status ?? NONE}
        onChange={(value) => onFilter({ ...filter, status: orNull(value) })}
      >
        <option value={NONE}>Any</option>
        {offered.map((status) => (
          <option key={status} value={status}>
            {statusWords(status).words}
            {counts.has(status) ? ` (${counts.get(status)?.toLocaleString('en-GB')})` : ''}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Product"
        value={filter.productId ?? NONE}
        onChange={(value) => onFilter({ ...filter, productId: orNull(value) })}
      >
        <option value={NONE}>Any</option>
        {named([...productNames.keys()], filter.productId).map((id) => (
          <option key={id} value={id}>
            {productNames.get(id) ?? 'A product that is not in the catalogue'}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Location"
        value={filter.locationId ?? NONE}
        onChange={(value) => onFilter({ ...filter, locationId: orNull(value) })}
      >
        <option value={NONE}>Any</option>
        {named([...locationNames.keys()], filter.locationId).map((id) => (
          <option key={id} value={id}>
            {locationNames.get(id) ?? 'A location that is not known here'}
          </option>
        ))}
      </SelectField>
      <DayField
        label="Created from"
        value={filter.createdFrom}
        onChange={(createdFrom) => onFilter({ ...filter, createdFrom })}
      />
      <DayField
        label="to"
        value={filter.createdTo}
        problem={isBackwards ? 'Before the first day' : undefined}
        onChange={(createdTo) => onFilter({ ...filter, createdTo })}
      />
      <div className={css.toggles}>
        <Toggle
          words="No patient"
          on={filter.noPatient}
          onChange={(noPatient) => onFilter({ ...filter, noPatient })}
        />
        <Toggle
          words="Results ready"
          on={filter.resultsReady}
          onChange={(resultsReady) => onFilter({ ...filter, resultsReady })}
        />
        <Button look="quiet" icon={<FilterX />} disabled={onClear === null} onClick={() => onClear?.()}>
          Clear
        </Button>
      </div>
    </form>
  );
}

/** A day as people type it. It counts once the field is left, or Enter is pressed. */
function DayField(props: {
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

function Toggle(props: { words: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button aria-pressed={props.on} className={css.toggle} onClick={() => props.onChange(!props.on)}>
      {props.words}
    </Button>
  );
}
