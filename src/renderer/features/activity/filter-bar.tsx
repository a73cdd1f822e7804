// What narrows the activity: who, where, what, whom it was about, and when.
import { FilterX, X } from 'lucide-react';
import type { ActivityFilterView } from '../../../contract/activity.ts';
import type { Output } from '../../../contract/index.ts';
import type { ActivityKind } from '../../../domain/activity.ts';
import { DayField } from '../../shared/dates/day-field.tsx';
import { kindWords } from '../../shared/words/activity-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import css from './activity.module.css';

const ANY = '';
const orNull = (value: string): string | null => (value === ANY ? null : value);
/** What the address names stays a choice, whether or not it occurs. */
const named = <Value extends string>(list: readonly Value[], chosen: Value | null): Value[] => [
  ...new Set([...list, ...(chosen === null ? [] : [chosen])]),
];

export function FilterBar(props: {
  filter: ActivityFilterView;
  choices: Output<'activity.choices'> | null;
  /** Whom the entries are about, where they are narrowed to a patient and one of them names them. */
  patientName: string | null;
  onFilter: (filter: ActivityFilterView) => void;
  /** Null while nothing narrows the list. */
  onClear: (() => void) | null;
}) {
  const { filter, choices, onFilter, onClear } = props;
  const names = new Map(choices?.people.map(({ initials, name }) => [initials, name]));
  const kinds = named(choices?.kinds ?? [], filter.kind)
    .map((kind) => ({ kind, words: kindWords(kind) }))
    .sort((a, b) => a.words.localeCompare(b.words, 'en-GB'));
  const isBackwards = filter.from !== null && filter.to !== null && filter.from > filter.to;
  return (
    <form
      className={css.filters}
      role="search"
      aria-label="Narrow the activity"
      onSubmit={(event) => event.preventDefault()}
    >
      {choices?.everybody !== false && (
        <SelectField
          label="Who"
          value={filter.actor ?? ANY}
          onChange={(value) => onFilter({ ...filter, actor: orNull(value) })}
        >
          <option value={ANY}>Everybody</option>
          {named(choices?.people.map(({ initials }) => initials) ?? [], filter.actor).map((initials) => (
            <option key={initials} value={initials}>
              {[initials, names.get(initials)].filter(Boolean).join(', ')}
            </option>
          ))}
        </SelectField>
      )}
      {((choices?.desks.length ?? 0) > 0 || filter.desk !== null) && (
        <SelectField
          label="Desk"
          value={filter.desk ?? ANY}
          onChange={(value) => onFilter({ ...filter, desk: orNull(value) })}
        >
          <option value={ANY}>Any</option>
          <option value="site">Site desk</option>
          {named(choices?.desks ?? [], filter.desk === 'site' ? null : filter.desk).map((desk) => (
            <option key={desk} value={desk}>
              {desk}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="What"
        value={filter.kind ?? ANY}
        onChange={(value) => onFilter({ ...filter, kind: orNull(value) as ActivityKind | null })}
      >
        <option value={ANY}>Anything</option>
        {kinds.map(({ kind, words }) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </SelectField>
      <DayField label="From" value={filter.from} onChange={(from) => onFilter({ ...filter, from })} />
      <DayField
        label="to"
        value={filter.to}
        problem={isBackwards ? 'Before the first day' : undefined}
        onChange={(to) => onFilter({ ...filter, to })}
      />
      {filter.patientId !== null && (
        <Button
          icon={<X />}
          aria-label={`About ${props.patientName ?? 'one patient'} only: show every patient`}
          onClick={() => onFilter({ ...filter, patientId: null })}
        >
          {props.patientName ?? 'One patient'}
        </Button>
      )}
      <Button look="quiet" icon={<FilterX />} disabled={onClear === null} onClick={() => onClear?.()}>
        Clear
      </Button>
    </form>
  );
}
