// A walk-in that was left half done a moment ago, offered back by name. Nothing of it is used unless somebody asks.
import { Undo2 } from 'lucide-react';
import { formatName } from '../../../domain/person-name.ts';
import { waitingWords } from '../../../domain/span-words.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { focusPersonChooser } from '../../shared/people/person-chooser.tsx';
import { Button } from '../../ui/button.tsx';
import { offeredBack, useWalkInDraft, type WalkInDraft } from './walk-in-draft.ts';
import css from './walk-in.module.css';

/**
 * `onTakenBack` is given the day that was being booked, `YYYY-MM-DD`, null for today; and the location, null for the desk's.
 */
export function OfferBack({
  onTakenBack,
}: {
  onTakenBack: (date: string | null, locationId: string | null) => void;
}) {
  // Looked at again each second, so that the offer ends on its own.
  useNowMs();
  const { aside, takeBack, startAgain, ...current } = useWalkInDraft();
  const nowMs = Date.now();
  const offered = offeredBack(aside, current, nowMs);
  if (!offered) return null;
  const named = nameOf(offered.draft);
  const who = named ?? 'a walk-in without a name';
  const ago = waitingWords(nowMs - offered.atMs);
  return (
    <p className={css.offer}>
      <span>
        Left half done {ago === 'just now' ? 'just now' : `${ago} ago`}: <strong>{who}</strong>
      </span>
      <Button
        size="small"
        icon={<Undo2 />}
        // The offer goes with its buttons. Where somebody is taken back, what they need next takes the focus from the search that goes, too.
        onClick={() => {
          focusPersonChooser();
          takeBack();
          onTakenBack(offered.draft.date, offered.draft.locationId);
        }}
      >
        Go on with {named ?? 'it'}
      </Button>
      <Button
        size="small"
        look="quiet"
        onClick={() => {
          focusPersonChooser();
          startAgain();
        }}
      >
        No, somebody else
      </Button>
    </p>
  );
}

/** Null where nobody was chosen, and no name was typed yet. */
function nameOf({ person, typed }: WalkInDraft): string | null {
  if (person) return formatName(person);
  const { firstName = '', lastName = '' } = typed.form ?? {};
  return lastName.trim() === ''
    ? null
    : formatName({ firstName: firstName.trim(), lastName: lastName.trim() });
}
