// What narrows the list of registrations.
import { FilterX } from 'lucide-react';
import { useRef } from 'react';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { DayField } from '../../shared/dates/day-field.tsx';
import { KNOWN_STATUSES, statusWords } from '../../shared/registration/status-words.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { TextField } from '../../ui/field.tsx';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import type { ListFilter } from './filter-address.ts';
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
            {counts.has(status) ? ` (${groupedDigits(counts.get(status) ?? 0)})` : ''}
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

function Toggle(props: { words: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button aria-pressed={props.on} className={css.toggle} onClick={() => props.onChange(!props.on)}>
      {props.words}
    </Button>
  );
}
