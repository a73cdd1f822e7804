// Two identities side by side, with what differs marked: who stands on a record now, and who is to stand there.
import type { PersonView } from '../../../contract/views.ts';
import { formatName, wholeName } from '../../../domain/person-name.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { birthWords, genderWords } from './person-line.tsx';
import css from './compare-people.module.css';

/** A column: its heading and the person. `words` stands in place of the person where there is none to show. */
interface Side {
  readonly title: string;
  readonly person: PersonView | null;
  readonly words?: string;
}

/** `now` null: only the person who is to stand there is shown. `today` as `YYYY-MM-DD`, for the age. */
export function ComparePeople(props: {
  now: Side | null;
  then: Side & { person: PersonView };
  today: string;
}) {
  const { now, then, today } = props;
  const rows: readonly (readonly [string, (person: PersonView) => string])[] = [
    ['Name', formatName],
    ['Date of birth', (person) => birthWords(person.dateOfBirth, today)],
    ['Gender', (person) => genderWords(person.gender)],
    ['E-mail', (person) => person.email ?? '—'],
    ['Phone', (person) => person.phoneNumber ?? '—'],
  ];
  // Two names can be alike as far as they are shown.
  const isOther = (index: number, one: PersonView, other: PersonView): boolean => {
    const of = index === 0 ? wholeName : rows[index]?.[1];
    return of !== undefined && of(one) !== of(other);
  };
  return (
    <table className={css.compare}>
      <thead>
        <tr>
          <td />
          {now && <th scope="col">{now.title}</th>}
          <th scope="col">{then.title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([words, of], index) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            {now?.person && (
              <td>
                <Breakable text={of(now.person)} />
              </td>
            )}
            {now && !now.person && index === 0 && (
              <td rowSpan={rows.length} className={css.nobody}>
                {now.words ?? 'Nobody'}
              </td>
            )}
            <td className={now?.person && isOther(index, now.person, then.person) ? css.differs : undefined}>
              <Breakable text={of(then.person)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
