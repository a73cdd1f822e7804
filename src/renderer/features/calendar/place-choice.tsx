// Which location the calendar shows. While an appointment is dragged, it can be dropped onto another one.
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/checks.tsx';
import { dropOnto, useDragged } from './dragged.ts';
import css from './calendar.module.css';

/** More than so many do not fit beside each other. */
const MOST_SHOWN = 6;

export function PlaceChoice(props: {
  locations: readonly { readonly id: string; readonly name: string }[];
  own: string;
  shown: string;
  onChoose: (locationId: string) => void;
  /** An appointment was dropped onto the location. */
  onDropped: (visitId: string, locationId: string) => void;
}) {
  const { locations, shown } = props;
  const dragged = useDragged((state) => state.visitId);
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
          {...dropOnto(id === shown ? null : dragged, (visitId) => props.onDropped(visitId, id))}
        >
          {name}
          {id === props.own && <span className={css.ownPlace}> this desk</span>}
        </button>
      ))}
    </div>
  );
}
