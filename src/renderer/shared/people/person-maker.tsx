// Creates a person: the form, and beside what was entered the people who may be the same one.
import { Check, TriangleAlert, UsersRound } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PersonDraft } from '../../../contract/patients.ts';
import type { TypedForm } from '../../../contract/typed-form.ts';
import type { PersonView } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { ScrollSideways } from '../../ui/scroll-sideways.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import { errorWords } from '../words/error-words.ts';
import { genderWords } from './person-line.tsx';
import { entryFromDraft, type PersonEntry } from './person-draft.ts';
import { PersonForm } from './person-form.tsx';
import css from './people.module.css';

/** Begins the ids of the fields. */
const NEW_PERSON = 'new-person';

/** Where the name of the form begins, if it is on the screen. */
export const newPersonName = (): HTMLElement | null => document.getElementById(`${NEW_PERSON}-last-name`);

/**
 * `onMade` gets the person who was created, or the one who was here already and was chosen instead. Where the form was left or
 * changed before the answer came, it is `onMadeLate` that gets them: whoever is being entered by then is somebody else. `full`:
 * ethnicity and address are asked for, too. `takesFocus`: the form was asked for by a press, so what is typed next belongs into it.
 * `typed`: the form in which what is entered is kept, where nothing else is kept in it.
 * @example <PersonMaker start={EMPTY_PERSON} today={session.today} onMade={choose} onCancel={goBack} />
 */
export function PersonMaker(props: {
  start: PersonEntry;
  today: string;
  full?: boolean | undefined;
  takesFocus?: boolean | undefined;
  onEntry?: ((entry: PersonEntry) => void) | undefined;
  typed?: (() => TypedForm | null) | undefined;
  onMade: (person: PersonView) => void;
  onMadeLate?: ((person: PersonView) => void) | undefined;
  onCancel: () => void;
}) {
  const { onMade, onEntry, onMadeLate } = props;
  const isStillHere = useStillHere();
  /** Counts what is typed. */
  const changes = useRef(0);
  const noteEntry = useCallback(
    (entry: PersonEntry): void => {
      changes.current += 1;
      onEntry?.(entry);
    },
    [onEntry],
  );
  const create = useCommand('patients.create');
  const [start, setStart] = useState(props.start);
  const [cameBack, setCameBack] = useState(false);
  const [alike, setAlike] = useState<{ draft: PersonDraft; people: readonly PersonView[] } | null>(null);

  async function save(draft: PersonDraft, acceptDuplicates: boolean): Promise<void> {
    const changesBefore = changes.current;
    const answer = await create.run({ draft, acceptDuplicates }, { typed: props.typed?.() });
    if (!answer.ok) {
      if (!isStillHere()) notify(`Creating ${formatName(draft)}: ${errorWords(answer.error).title}`);
      return;
    }
    const isStillAsked = isStillHere() && changes.current === changesBefore;
    if (answer.value.kind === 'created') {
      if (isStillAsked) return onMade(answer.value.person);
      notify(`${formatName(answer.value.person)} is created, and is found by name`);
      onMadeLate?.(answer.value.person);
    } else if (isStillAsked) setAlike({ draft, people: answer.value.people });
    // What was typed since is not taken away by a question about what was typed before.
    else
      notify(`${formatName(draft)} is not created yet: somebody alike is known, whom “Create person” shows`);
  }

  if (alike) {
    return (
      <Duplicates
        draft={alike.draft}
        people={alike.people}
        busy={create.busy}
        error={create.error}
        onUse={onMade}
        onCreate={() => void save(alike.draft, true)}
        onBack={() => {
          setStart(entryFromDraft(alike.draft));
          setCameBack(true);
          setAlike(null);
        }}
      />
    );
  }
  return (
    <PersonForm
      idPrefix={NEW_PERSON}
      start={start}
      today={props.today}
      submitWords="Create person"
      busy={create.busy}
      full={props.full}
      takesFocus={cameBack || props.takesFocus}
      onEntry={noteEntry}
      onSubmit={(draft) => void save(draft, false)}
      onCancel={props.onCancel}
    >
      {create.error && <ErrorNotice error={create.error} />}
    </PersonForm>
  );
}

/** More would not stand beside each other. */
const MOST_COMPARED = 3;
const NOT_KNOWN = '—';

const ROWS: readonly { words: string; of: (person: Comparable) => string }[] = [
  { words: 'Name', of: (person) => formatName(person) },
  {
    words: 'Date of birth',
    of: (person) => (person.dateOfBirth === null ? NOT_KNOWN : formatDate(person.dateOfBirth)),
  },
  { words: 'Gender', of: (person) => genderWords(person.gender) },
  { words: 'E-mail', of: (person) => person.email ?? NOT_KNOWN },
  { words: 'Phone', of: (person) => person.phoneNumber ?? NOT_KNOWN },
];

interface Comparable {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  gender: string | null;
  email: string | null;
  phoneNumber: string | null;
}

/** What is known of neither is the same of both, and tells nothing. */
function Compared({ entered, known }: { entered: string; known: string }) {
  if (entered === NOT_KNOWN && known === NOT_KNOWN) return <td>{NOT_KNOWN}</td>;
  const same = known.toLowerCase() === entered.toLowerCase();
  return (
    <td className={same ? css.same : css.differs}>
      <span className={css.compared}>
        {same ? <Check aria-hidden="true" size={16} /> : <TriangleAlert aria-hidden="true" size={16} />}
        <span>
          <Breakable text={known} />
          <span className={css.verdict}>{same ? 'the same' : 'differs'}</span>
        </span>
      </span>
    </td>
  );
}

function Duplicates(props: {
  draft: PersonDraft;
  people: readonly PersonView[];
  busy: boolean;
  error: AppError | null;
  onUse: (person: PersonView) => void;
  onCreate: () => void;
  onBack: () => void;
}) {
  const entered: Comparable = { ...props.draft, phoneNumber: props.draft.phoneNumber ?? null };
  const candidates = props.people.slice(0, MOST_COMPARED);
  const more = props.people.length - candidates.length;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed went with the form: keys go on here, and it is seen from its beginning.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.chooser} role="alert" data-draft="true" data-wide="true">
      <h3 className={css.warning} ref={heading} tabIndex={-1}>
        <UsersRound aria-hidden="true" size={22} />
        {candidates.length === 1
          ? 'Possible duplicate: this person may be here already'
          : 'Possible duplicates: one of these may be the person'}
      </h3>
      <ScrollSideways label="Entered now, beside whom the desk knows">
        <table className={css.compare}>
          <thead>
            <tr>
              <td />
              <th scope="col">Entered now</th>
              {candidates.map((person) => (
                <th key={person.id} scope="col">
                  Known here
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <tr key={row.words}>
                <th scope="row">{row.words}</th>
                <td>
                  <Breakable text={row.of(entered)} />
                </td>
                {candidates.map((person) => (
                  <Compared key={person.id} entered={row.of(entered)} known={row.of(person)} />
                ))}
              </tr>
            ))}
            <tr>
              <td />
              <td>
                <Button busy={props.busy} onClick={props.onCreate}>
                  Somebody else: create anyway
                </Button>
              </td>
              {candidates.map((person) => (
                <td key={person.id}>
                  <Button look="main" onClick={() => props.onUse(person)}>
                    Use this person
                  </Button>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </ScrollSideways>
      {more > 0 && (
        <p>
          {more === 1 ? '1 more is' : `${more} more are`} similar and not shown here: go back and look for the
          name first.
        </p>
      )}
      {props.error && <ErrorNotice error={props.error} />}
      <div>
        <Button look="quiet" onClick={props.onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
