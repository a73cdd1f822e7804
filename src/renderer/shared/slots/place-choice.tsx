// Which location's days and slots are shown.
import { SelectField } from '../../ui/checks.tsx';
import { classNames } from '../../ui/class-names.ts';
import css from './slots.module.css';

/** More than so many do not fit beside each other. */
const MOST_SHOWN = 6;

export function PlaceChoice(props: {
  locations: readonly { readonly id: string; readonly name: string }[];
  own: string;
  shown: string;
  onChoose: (locationId: string) => void;
  /** What makes a location take what is dragged onto it; undefined where nothing is dragged. */
  drops?: ((locationId: string) => object) | undefined;
}) {
  const { locations, shown } = props;
  if (locations.length < 2) return null;
  if (locations.length > MOST_SHOWN) {
    return (
      <SelectField label="Location" labelHidden value={shown} onChange={props.onChoose}>
        {locations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <div role="group" aria-label="Location" className={css.places}>
      {locations.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classNames(css.place, id === shown && css.shownPlace)}
          aria-pressed={id === shown}
          onClick={() => props.onChoose(id)}
          {...(id === shown ? {} : props.drops?.(id))}
        >
          {name}
          {id === props.own && <span className={css.ownPlace}> this desk</span>}
        </button>
      ))}
    </div>
  );
}
