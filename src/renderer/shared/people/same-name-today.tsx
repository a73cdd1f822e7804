// The warning beside a name that another person of today has too, because so a wrong tube is easily labelled.
import { UsersRound } from 'lucide-react';
import type { VisitRow } from '../../../contract/views.ts';
import { useQuery } from '../../host/use-query.ts';
import css from './same-name-today.module.css';
import { bearsSharedName, sharedNames } from './shared-names.ts';

export function SameNameMark() {
  return (
    <span className={css.mark}>
      <UsersRound aria-hidden="true" size={13} /> Same name today
    </span>
  );
}

/** The mark for a single visit that is shown without the board; the board finds out for all its rows at once. */
export function SameNameToday({ visit }: { visit: VisitRow }) {
  const board = useQuery('board.get', {}).value;
  return board && bearsSharedName(visit, sharedNames(board.rows)) ? <SameNameMark /> : null;
}
