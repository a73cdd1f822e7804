// Finds a person or creates one: people search first, and see possible duplicates before they create somebody.
import { UserRoundPlus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TypedForm } from '../../../contract/typed-form.ts';
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { isTooLongToFind } from '../../../domain/search-text.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CurrentOnly } from '../../ui/current-only.tsx';
import { useLastAnswer } from '../use-last-answer.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import { TOO_LONG_TO_FIND } from '../words/too-long-to-find.ts';
import { TextField } from '../../ui/field.tsx';
import { keepInSight } from '../../ui/keep-in-sight.ts';
import { afterPaint } from '../../ui/use-painted.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { PersonFacts } from './person-line.tsx';
import { SyncTag } from '../visit/sync-tag.tsx';
import { TooLongToKeep } from '../drafts/too-long-to-keep.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import { entryFromSearch } from './person-draft.ts';
import { newPersonName, PersonMaker } from './person-maker.tsx';
import { NOBODY_TYPED, type TypedPerson } from './typed-person.ts';
import css from './people.module.css';

const PERSON_SEARCH_ID = 'person-search';

/** Leads the keys to where the person is looked for or entered, whichever is shown. */
export function focusPersonChooser(): void {
  (document.getElementById(PERSON_SEARCH_ID) ?? newPersonName())?.focus();
}

const isBeingTyped = (): boolean => document.activeElement?.id === PERSON_SEARCH_ID;

const TYPING_PAUSE_MS = 90;
const MOST_SHOWN = 8;

/** As {@link PersonChooser}, with what is typed kept under the name of a form. */
export function KeptPersonChooser(props: {
  form: string;
  onChosen: (person: PersonView) => void;
  takesFocus?: boolean;
}) {
  const { form, entry, change, forget, forgetSent, typed, isLoaded } = useDraft(props.form, NOBODY_TYPED);
  const { onChosen } = props;
  const choose = useCallback(
    (person: PersonView): void => {
      forget();
      onChosen(person);
    },
    [forget, onChosen],
  );
  if (!isLoaded) return null;
  return (
    <>
      <TooLongToKeep form={form} />
      <PersonChooser
        typed={entry}
        onTyped={change}
        onChosen={choose}
        onMadeLate={() => forgetSent(entry)}
        kept={typed}
        takesFocus={props.takesFocus}
      />
    </>
  );
}

/** Finds somebody or makes them. `onMadeLate` as at {@link PersonMaker}, and `kept` as its `typed`; `takesFocus`: the person's name is what the screen needs first. */
export function PersonChooser({
  typed,
  onTyped,
  onChosen,
  onMadeLate,
  kept,
  takesFocus = false,
}: {
  typed: TypedPerson;
  onTyped: (typed: TypedPerson) => void;
  onChosen: (person: PersonView) => void;
  onMadeLate?: ((person: PersonView) => void) | undefined;
  kept?: (() => TypedForm | null) | undefined;
  takesFocus?: boolean | undefined;
}) {
  const session = useSession();
  const today = session?.today ?? '9999-12-31';
  const [entered, setEntered] = useState<Entered | null>(null);
  const [isFormAskedFor, setFormAskedFor] = useState(false);
  // A short window shows a screen from its heading on, and what stands before the search may have left no room for it there.
  useEffect(
    () =>
      takesFocus
        ? afterPaint(() => isBeingTyped() && document.activeElement?.scrollIntoView({ block: 'nearest' }))
        : undefined,
    [takesFocus],
  );
  const { text, form } = typed;
  if (form === null) {
    return (
      <div className={css.chooser}>
        <TextField
          id={PERSON_SEARCH_ID}
          label="Find the person"
          hint="Name or date of birth, for example: oliver 15 3 1984"
          value={text}
          opensFocused={takesFocus || isFormAskedFor}
          onChange={(event) => {
            onTyped({ text: event.target.value, form: null });
            setEntered(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Choosing a person moves the focus to a button; this key must not press it as well.
            event.preventDefault();
            setEntered({ text: text.trim(), isDue: true });
          }}
        />
        {/* Above what is found, so that it stays where it is when that arrives, and no press is lost. */}
        <div>
          <Button
            icon={<UserRoundPlus />}
            onClick={() => {
              // The button goes with the search: without the focus in the form, the name typed next would be taken for shortcuts.
              setFormAskedFor(true);
              onTyped({ text, form: entryFromSearch(text) });
            }}
          >
            New person
          </Button>
        </div>
        <SearchResults
          text={text}
          entered={entered}
          onAnswered={setEntered}
          today={today}
          onChosen={onChosen}
        />
      </div>
    );
  }
  return (
    <PersonMaker
      start={form}
      today={today}
      takesFocus={takesFocus || isFormAskedFor}
      onEntry={(entered) => onTyped({ text, form: entered })}
      typed={kept}
      onMade={onChosen}
      onMadeLate={onMadeLate}
      onCancel={() => onTyped({ text, form: null })}
    />
  );
}

/**
 * What Enter was pressed on. `isDue`: its answer is still under way. Once it has come, whoever fits later, because they were made at
 * another window or read from the service, was not meant by that press.
 */
interface Entered {
  readonly text: string;
  readonly isDue: boolean;
}

interface ResultsProps {
  text: string;
  entered: Entered | null;
  onAnswered: (entered: Entered) => void;
  today: string;
  onChosen: (person: PersonView) => void;
}

function SearchResults(props: ResultsProps) {
  const wanted = useSettled(props.text.trim(), TYPING_PAUSE_MS);
  if (wanted.length < 2) return null;
  if (isTooLongToFind(wanted))
    return (
      <p role="status" className={css.none}>
        {TOO_LONG_TO_FIND}
      </p>
    );
  return <Matches {...props} text={wanted} isSettled={wanted === props.text.trim()} />;
}

function Matches(props: ResultsProps & { isSettled: boolean }) {
  const { value, error } = useQuery('patients.search', { text: props.text });
  const isUnread = useQuery('patients.count', {}).value?.asOfMs === null;
  // Enter takes the one person found; among several somebody has to point at the right one.
  const { entered, onAnswered, onChosen } = props;
  const only = value?.people.length === 1 ? value.people[0] : undefined;
  const isEntered = entered !== null && entered.text === props.text;
  useEffect(() => {
    if (value === null || entered === null || !isEntered || !entered.isDue) return;
    onAnswered({ ...entered, isDue: false });
    if (only) onChosen(only);
  }, [value, entered, isEntered, only, onAnswered, onChosen]);
  const answer = useLastAnswer({ value, error });
  const found = useRef<HTMLDivElement>(null);
  const first = answer?.people[0]?.id ?? answer?.similar[0]?.id;
  // Below the edge of a short window nobody would see that somebody is found.
  useEffect(() => {
    const line = found.current?.querySelector('li');
    return line && isBeingTyped() ? keepInSight(line) : undefined;
  }, [first]);
  if (error && !value) return <ErrorNotice error={error} />;
  if (!answer) return null;
  const shown = answer.people.slice(0, MOST_SHOWN);
  const similar = answer.similar.slice(0, MOST_SHOWN - shown.length);
  return (
    <>
      {answer.people.length === 0 && (
        <p role="status" className={css.none}>
          {isUnread
            ? 'Nobody of those read so far has that name or date of birth.'
            : 'Nobody here by that name or date of birth.'}{' '}
          {similar.length === 0 && 'Check the spelling, or add a new person.'}
        </p>
      )}
      {isEntered && answer.people.length > 1 && (
        <p role="status" className={css.none}>
          {answer.people.length} people found: choose the right one.
        </p>
      )}
      <CurrentOnly ref={found} isCurrent={props.isSettled && value !== null} className={css.chooser}>
        {shown.length > 0 && <People label="People found" people={shown} {...props} />}
        {similar.length > 0 && (
          <>
            <p className={css.none}>Similar names:</p>
            <People label="People with a similar name" people={similar} {...props} />
          </>
        )}
      </CurrentOnly>
    </>
  );
}

function People(props: {
  label: string;
  people: readonly PersonView[];
  today: string;
  onChosen: (person: PersonView) => void;
}) {
  return (
    <ul className={css.matches} aria-label={props.label}>
      {props.people.map((person) => (
        <li key={person.id}>
          <button type="button" className={css.match} onClick={() => props.onChosen(person)}>
            <span className={css.matchName}>{formatName(person)}</span>
            <PersonFacts person={person} today={props.today} />
            <SyncTag tag={person.sync} />
          </button>
        </li>
      ))}
    </ul>
  );
}
