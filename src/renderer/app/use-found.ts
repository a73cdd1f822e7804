// Visits and people that fit what is being typed, as lines to choose from; those with a similar name come last.
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../contract/index.ts';
import type { PersonView, VisitRow } from '../../contract/views.ts';
import { formatName } from '../../domain/person-name.ts';
import { isTooLongToFind } from '../../domain/search-text.ts';
import { shownClockAt } from '../../domain/site-time.ts';
import { useDesk } from '../host/desk-context.ts';
import { useSession } from '../host/use-session.ts';
import { ofDayWords } from '../shared/dates/day-words.ts';
import { birthWords } from '../shared/people/person-line.tsx';
import { visitName, visitStateWords } from '../shared/visit/visit-words.ts';

const TYPING_PAUSE_MS = 70;
const SHORTEST_TEXT = 2;

export interface Found {
  readonly key: string;
  readonly title: string;
  /** What tells two of one name apart, the date of birth first. */
  readonly facts: string;
  readonly open: () => void;
}

export interface FoundList {
  /** Whether this is about what is typed now; else the answer about that is on its way, and these were found for an earlier text. */
  readonly isCurrent: boolean;
  readonly lines: readonly Found[];
  /** More fit than these: whoever is looked for may not be among them. */
  readonly more: boolean;
}

export const MORE_FIT = 'More fit than are shown here. Type more of the name, or the date of birth.';

export interface FoundWays {
  onVisit: (visitId: string) => void;
  onPerson: (person: PersonView) => void;
  onResults: (registrationId: string) => void;
}

type Results = Output<'search.find'>;

/** Whether the text is looked for at all. */
export const isLookedFor = (text: string): boolean =>
  text.trim().length >= SHORTEST_TEXT && !isTooLongToFind(text.trim());

/** Null while the text is too short to be looked for or nothing was answered yet. */
export function useFound(text: string, ways: FoundWays): FoundList | null {
  const desk = useDesk();
  const session = useSession();
  const [answered, setAnswered] = useState<{ readonly text: string; readonly results: Results } | null>(null);
  const asked = useRef('');
  // While drawing and not by the effect, see `search-box.tsx`. Whatever is typed next is not about what was found before.
  if (answered !== null && !isLookedFor(text)) setAnswered(null);

  useEffect(() => {
    const wanted = text.trim();
    asked.current = wanted;
    if (!isLookedFor(wanted)) return;
    const timer = window.setTimeout(() => {
      void desk.ask('search.find', { text: wanted }).then((answer) => {
        if (asked.current === wanted) setAnswered(answer.ok ? { text: wanted, results: answer.value } : null);
      });
    }, TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [desk, text]);

  // What was found goes with the text: its effect comes after the paint, and an Escape meanwhile would close a list that is not meant.
  if (answered === null || !isLookedFor(text)) return null;
  const { results } = answered;
  const at = { today: session?.today ?? '', timeZone: session?.timeZone ?? 'Europe/London' };
  const lines = [
    ...linesOf(results, { ...at, ...ways, likeness: '' }),
    ...results.results.map(({ registrationId, trfCode }) => ({
      key: `results ${registrationId}`,
      title: `Results of ${trfCode ?? 'this registration'}`,
      facts: 'results are ready',
      open: () => ways.onResults(registrationId),
    })),
    ...linesOf(results.similar, { ...at, ...ways, likeness: 'similar name' }),
  ];
  return { lines, more: results.more, isCurrent: answered.text === text.trim() };
}

function linesOf(
  of: { readonly visits: readonly VisitRow[]; readonly people: readonly PersonView[] },
  at: FoundWays & { today: string; timeZone: string; likeness: string },
): Found[] {
  const joined = (facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ');
  return [
    ...of.visits.map((visit) => ({
      key: `visit ${visit.id}`,
      title: visitName(visit),
      facts: joined([
        at.likeness,
        visit.person ? birthWords(visit.person.dateOfBirth, at.today) : '',
        visit.appointment ? shownClockAt(visit.appointment.startsAtMs, at.timeZone).time : 'walk-in',
        visit.date === at.today ? '' : ofDayWords(visit.date, at.today),
        visitStateWords(visit),
        ...visit.trfCodes,
      ]),
      open: () => at.onVisit(visit.id),
    })),
    ...of.people
      .filter((person) => !of.visits.some((visit) => visit.person?.id === person.id))
      .map((person) => ({
        key: `person ${person.id}`,
        title: formatName(person),
        facts: joined([at.likeness, birthWords(person.dateOfBirth, at.today), 'not on today’s board']),
        open: () => at.onPerson(person),
      })),
  ];
}
