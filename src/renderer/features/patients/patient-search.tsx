// Finds a person by whatever is known of them.
import { SearchX, UserRoundPlus, UsersRound } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useDesk } from '../../host/desk-context.ts';
import { questionOf } from '../../host/query-cache.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { entryFromSearch } from '../../shared/people/person-draft.ts';
import { PersonFacts } from '../../shared/people/person-line.tsx';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { useLastAnswer } from '../../shared/use-last-answer.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { CurrentOnly } from '../../ui/current-only.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useRowsInSight } from '../../ui/rows-in-sight.ts';
import { useNewPerson, usePatients } from './patients-store.ts';
import css from './patients.module.css';

const MOST_SHOWN = 50;
const SHORTEST_TEXT = 2;

const searchFor = (text: string) => questionOf('patients.search', { text, limit: MOST_SHOWN });

export function PatientSearch() {
  const [, navigate] = useLocation();
  const desk = useDesk();
  const session = useSession();
  const { text, search } = usePatients();
  const person = useNewPerson();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(text.trim());
  const isAsked = wanted.length >= SHORTEST_TEXT;
  const answer = useQuery('patients.search', isAsked ? { text: wanted, limit: MOST_SHOWN } : skip);
  const value = isAsked ? answer.value : null;
  const answered = useMemo(() => value && { text: wanted, found: value }, [value, wanted]);
  const last = useLastAnswer({ value: answered, error: answer.error });
  const found = last?.found ?? null;
  const isCurrent = value !== null && wanted === text.trim();
  /** What Enter was pressed on: its answer may still be under way. */
  const [entered, setEntered] = useState<string | null>(null);
  const listed = value === null ? [] : [...value.people, ...value.similar];
  const onlyId = listed.length === 1 ? listed[0]?.id : undefined;
  const isEntered = isCurrent && entered === wanted;
  useEffect(() => {
    if (!isEntered) return;
    setEntered(null);
    if (onlyId !== undefined) navigate(links.patient(onlyId));
  }, [isEntered, onlyId, navigate]);
  const counted = useQuery('patients.count', {}).value;
  // What was looked for before is gone with the first letter of somebody else.
  useEffect(() => field.current?.select(), []);
  useAction({ id: 'find-person', words: 'Find a person', key: 'F', run: () => field.current?.focus() });

  const goToNew = (): void => {
    // A form that was left half filled is gone on with; it can be emptied there.
    if (person.isEmpty) person.change(entryFromSearch(text));
    navigate(links.newPatient);
  };
  useAction({ id: 'new-person', words: 'New person', key: 'N', run: goToNew });

  const type = (next: string): void => {
    search(next);
    setEntered(null);
    // On its way while the letter is drawn.
    const asked = next.trim();
    if (asked.length >= SHORTEST_TEXT) desk.askAhead(searchFor(asked));
  };

  /** Enter opens the one person found; the arrows go from line to line, and back into the field. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const lines = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = lines.indexOf(event.target as HTMLAnchorElement);
    if (event.key === 'Enter' && at < 0) {
      event.preventDefault();
      setEntered(text.trim());
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    if (next < 0) field.current?.focus();
    else lines[next]?.focus();
  }

  return (
    <Screen
      title="Patients"
      narrow
      aside={
        <>
          {counted && session && (
            <>
              {(counted.people > 0 || counted.asOfMs !== null) && (
                <span>{groupedDigits(counted.people)} known here</span>
              )}
              <AsOf asOfMs={counted.asOfMs} timeZone={session.timeZone} />
            </>
          )}
          <Button look="main" icon={<UserRoundPlus />} hint="N" onClick={goToNew}>
            New person
          </Button>
        </>
      }
    >
      <div className={css.search} role="search" aria-label="Patients" onKeyDown={onKeyDown}>
        <TextField
          ref={field}
          type="search"
          label="Find a person"
          hint="Name in any order, date of birth (15/3/84, 15 Mar 1984), phone, e-mail, reference or a form’s code"
          maxLength={200}
          opensFocused
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        {answer.error && !value && <ErrorNotice error={answer.error} />}
        <div ref={list} className={css.results}>
          {!isAsked && (
            <EmptyState icon={<UsersRound size={26} />} title="Whom are you looking for?">
              Everybody whom the service or this desk has told of is found here, with or without a connection.
            </EmptyState>
          )}
          {isAsked && last && found && (
            <>
              {/* One region for both, so that whichever is true is read out, and only that one is there. */}
              <div role="status" className={css.quiet}>
                {found.people.length + found.similar.length > 0 ? (
                  foundWords(found.people.length, found.more)
                ) : (
                  <EmptyState
                    icon={<SearchX size={26} />}
                    title={counted?.asOfMs === null ? 'Nobody of those read so far' : 'Nobody here fits'}
                  >
                    The service cannot be searched for people. Check the spelling, look for the form’s code
                    under Registrations, or add a new person.
                  </EmptyState>
                )}
              </div>
              <CurrentOnly isCurrent={isCurrent} className={css.found}>
                {found.people.length > 0 && (
                  <People
                    label="People found"
                    about={last.text}
                    people={found.people}
                    today={session?.today ?? ''}
                  />
                )}
                {found.similar.length > 0 && (
                  <>
                    <h2 className={css.similar}>Similar names</h2>
                    <People
                      label="People with a similar name"
                      about={last.text}
                      people={found.similar}
                      today={session?.today ?? ''}
                    />
                  </>
                )}
              </CurrentOnly>
            </>
          )}
        </div>
      </div>
    </Screen>
  );
}

function foundWords(count: number, more: boolean): string {
  if (more) return `The first ${count} by name. Type more to narrow it.`;
  return count === 0 ? 'Nobody by exactly that.' : count === 1 ? '1 person' : `${count} people`;
}

function People(props: {
  label: string;
  /** What was searched for. */
  about: string;
  people: readonly PersonView[];
  today: string;
}) {
  const rows = useRowsInSight(props.people, { about: props.about, abovePx: 150, leastRowPx: 56 });
  return (
    <Panel title={props.label} flush>
      <ul className={css.list}>
        {rows.map((person) => (
          <Line key={person.id} person={person} today={props.today} />
        ))}
      </ul>
    </Panel>
  );
}

const Line = memo(function Line({ person, today }: { person: PersonView; today: string }) {
  return (
    <li>
      <a className={css.line} href={hrefOf(links.patient(person.id))}>
        <span className={css.name}>{formatName(person)}</span>
        <PersonFacts person={person} today={today} />
        <SyncTag tag={person.sync} />
      </a>
    </li>
  );
});
