// All of a name that is shown only in part everywhere else, because it is too long for any line.
import { isNameShortened, wholeName } from '../../../domain/person-name.ts';
import css from './whole-name.module.css';

/** Nothing for a name of usual length. @example <WholeName person={visit.person} /> */
export function WholeName({ person }: { person: { readonly firstName: string; readonly lastName: string } }) {
  if (!isNameShortened(person)) return null;
  return (
    <details className={css.whole}>
      <summary>Show the whole name</summary>
      <p tabIndex={0} role="group" aria-label="Whole name">
        {wholeName(person)}
      </p>
    </details>
  );
}
