// An open visit with the ways that lead from it to other screens. Its script is fetched after the board's.
import type { PersonView } from '../../contract/views.ts';
import { formatName } from '../../domain/person-name.ts';
import { VisitScreen } from '../features/visit/visit-screen.tsx';
import { useWalkInDraft } from '../features/walk-in/walk-in-draft.ts';
import { ANY_SLOT, links } from '../shared/links.ts';
import { KeptPersonChooser } from '../shared/people/person-chooser.tsx';
import { hasTrouble } from '../shared/visit/trouble-words.ts';
import { notify } from '../ui/toast-store.ts';
import { useStillHere } from '../ui/use-still-here.ts';

/** `onGo` goes to another place of the app, `onClose` to the board. */
export function OpenedVisit(props: { visitId: string; onGo: (path: string) => void; onClose: () => void }) {
  const { visitId, onGo } = props;
  const isStillHere = useStillHere();
  return (
    <VisitScreen
      visitId={visitId}
      onClose={props.onClose}
      choosePerson={(onChosen: (person: PersonView) => void) => (
        <KeptPersonChooser form={`assign:${visitId}`} onChosen={onChosen} />
      )}
      onGoOnBooking={(visit) => {
        useWalkInDraft.getState().goOnWith(visit.id);
        onGo(links.bookOn(visit.date));
      }}
      onBookAgain={(visit) => {
        // Whoever went on to somebody else before the answer came keeps what they have begun with them.
        if (!isStillHere())
          return notify(
            `The booking${visit.person ? ` of ${formatName(visit.person)}` : ''} is given up, and no other is made yet`,
          );
        useWalkInDraft.getState().bookAgain(
          visit.person,
          visit.registrations.flatMap(({ productIds }) => productIds),
        );
        onGo(
          hasTrouble(visit, 'elsewhere')
            ? links.bookElsewhere(visit.date, ANY_SLOT, visit.locationId)
            : links.bookOn(visit.date),
        );
      }}
    />
  );
}
