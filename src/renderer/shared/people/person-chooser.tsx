// Finds a person or creates one: people search first, and see possible duplicates before they create somebody.
import { Check, TriangleAlert, UserRoundPlus, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PersonDraft } from '../../../contract/patients.ts';
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../words/error-notice.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { TextField } from '../../ui/field.tsx';
import { useLast } from '../../ui/use-last.ts';
import { genderWords, PersonFacts } from './person-line.tsx';
import { SyncTag } from '../visit/sync-tag.tsx';
import { entryFromDraft, entryFromSearch, type PersonEntry } from './person-draft.ts';
import { PersonForm } from './person-form.tsx';
import css from './people.module.css';

type Step =
  | { kind: 'search' }
  | { kind: 'form'; start: PersonEntry }
  | { kind: 'duplicates'; draft: PersonDraft; people: readonly PersonView[] };

const TYPING_PAUSE_MS = 90;
const MOST_SHOWN = 8;

/** Finds somebody or makes them. `takesFocus`: the person's name is what the screen needs first. */
export function PersonChooser({
  onChosen,
  takesFocus = false,
}: {
  onChosen: (person: PersonView) => void;
  takesFocus?: boolean;
}) {
  const session = useSession();
  const today = session?.today ?? '9999-12-31';
  const [text, setText] = useState('');
  /** What Enter was pressed on: its answer may still be under way. */
  const [entered, setEntered] = useState<string | null>(null);
  const [step, setStep] = useState<Step>({ kind: 'search' });
  const create = useCommand('patients.create');

  async function save(draft: PersonDraft, acceptDuplicates: boolean): Promise<void> {
    const answer = await create.run({ draft, acceptDuplicates });
    if (!answer.ok) return;
    if (answer.value.kind === 'created') onChosen(answer.value.person);
    else setStep({ kind: 'duplicates', draft, people: answer.value.people });
  }

  if (step.kind === 'search') {
    return (
      <div className={css.chooser}>
        <TextField
          id="person-search"
          label="Find the person"
          hint="Name or date of birth, for example: oliver 15 3 1984"
          value={text}
          autoFocus={takesFocus}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Choosing a person moves the focus to a button; this key must not press it as well.
            event.preventDefault();
            setEntered(text.trim());
          }}
        />
        {/* Above what is found, so that it stays where it is when that arrives, and no press is lost. */}
        <div>
          <Button
            icon={<UserRoundPlus />}
            onClick={() => setStep({ kind: 'form', start: entryFromSearch(text) })}
          >
            New person
          </Button>
        </div>
        <SearchResults text={text} entered={entered} today={today} onChosen={onChosen} />
      </div>
    );
  }
  if (step.kind === 'duplicates') {
    return (
      <Duplicates
        draft={step.draft}
        people={step.people}
        busy={create.busy}
        onUse={onChosen}
        onCreate={() => void save(step.draft, true)}
        onBack={() => setStep({ kind: 'form', start: entryFromDraft(step.draft) })}
      />
    );
  }
  return (
    <PersonForm
      idPrefix="new-person"
      start={step.start}
      today={today}
      submitWords="Create person"
      busy={create.busy}
      onSubmit={(draft) => void save(draft, false)}
      onCancel={() => setStep({ kind: 'search' })}
    >
      {create.error && <ErrorNotice error={create.error} />}
    </PersonForm>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}

interface ResultsProps {
  text: string;
  entered: string | null;
  today: string;
  onChosen: (person: PersonView) => void;
}

function SearchResults(props: ResultsProps) {
  const wanted = useSettled(props.text.trim());
  if (wanted.length < 2) return null;
  return <Matches {...props} text={wanted} />;
}

function Matches(props: ResultsProps) {
  const { value, error } = useQuery('patients.search', { text: props.text });
  // Enter takes the one person found; among several somebody has to point at the right one.
  const { entered, onChosen } = props;
  const only = value?.people.length === 1 ? value.people[0] : undefined;
  const isEntered = entered !== null && entered === props.text;
  useEffect(() => {
    if (isEntered && only) onChosen(only);
  }, [isEntered, only, onChosen]);
  const answer = useLast(value);
  if (error && !value) return <ErrorNotice error={error} />;
  if (!answer) return null;
  const shown = answer.people.slice(0, MOST_SHOWN);
  const similar = answer.similar.slice(0, MOST_SHOWN - shown.length);
  return (
    <>
      {answer.people.length === 0 && (
        <p role="status" className={css.none}>
          Nobody here by that name or date of birth.{' '}
          {similar.length === 0 && 'Check the spelling, or add a new person.'}
        </p>
      )}
      {isEntered && answer.people.length > 1 && (
        <p role="status" className={css.none}>
          {answer.people.length} people found: choose the right one.
        </p>
      )}
      {shown.length > 0 && <People label="People found" people={shown} {...props} />}
      {similar.length > 0 && (
        <>
          <p className={css.none}>Similar names:</p>
          <People label="People with a similar name" people={similar} {...props} />
        </>
      )}
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

const ROWS: readonly { words: string; of: (person: Comparable) => string }[] = [
  { words: 'Name', of: (person) => formatName(person) },
  {
    words: 'Date of birth',
    of: (person) => (person.dateOfBirth === null ? '—' : formatDate(person.dateOfBirth)),
  },
  { words: 'Gender', of: (person) => genderWords(person.gender) },
  { words: 'E-mail', of: (person) => person.email ?? '—' },
  { words: 'Phone', of: (person) => person.phoneNumber ?? '—' },
];

interface Comparable {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  gender: string | null;
  email: string | null;
  phoneNumber: string | null;
}

function Duplicates(props: {
  draft: PersonDraft;
  people: readonly PersonView[];
  busy: boolean;
  onUse: (person: PersonView) => void;
  onCreate: () => void;
  onBack: () => void;
}) {
  const entered: Comparable = { ...props.draft, phoneNumber: props.draft.phoneNumber ?? null };
  const candidates = props.people.slice(0, 3);
  return (
    <div className={css.chooser} role="alert" data-draft="true" data-wide="true">
      <h3 className={css.warning}>
        <UsersRound aria-hidden="true" size={22} />
        {candidates.length === 1
          ? 'Possible duplicate: this person may be here already'
          : 'Possible duplicates: one of these may be the person'}
      </h3>
      <div className={css.tableScroll}>
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
                {candidates.map((person) => {
                  const same = row.of(person).toLowerCase() === row.of(entered).toLowerCase();
                  return (
                    <td key={person.id} className={same ? css.same : css.differs}>
                      <span className={css.compared}>
                        {same ? (
                          <Check aria-hidden="true" size={16} />
                        ) : (
                          <TriangleAlert aria-hidden="true" size={16} />
                        )}
                        <span>
                          <Breakable text={row.of(person)} />
                          <span className={css.verdict}>{same ? 'the same' : 'differs'}</span>
                        </span>
                      </span>
                    </td>
                  );
                })}
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
      </div>
      <div>
        <Button look="quiet" onClick={props.onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
