// What is said at a field about a scenario or a biomarker that is on no list. It is a doubt and no refusal: the laboratory may know more
// than it lists, so whoever means it goes on.
import { nearestWord } from '../../../domain/nearest-word.ts';
import { readCourse } from '../../../domain/scenario-course.ts';

const PREFIX = 'test:';
const LONGEST_SHOWN = 40;
const cut = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;

/** The names that are known; none of a kind: that kind was not read, and nothing is said of it. */
export interface ScenarioNames {
  readonly scenarios: readonly string[];
  readonly timings: readonly string[];
  readonly codes: readonly string[];
}

/**
 * What is said about codes of biomarkers that the catalogue does not have; null when all are known.
 * @example codesDoubt(['HLD'], ['HDL']) // 'The catalogue has no biomarker “HLD”. Did you mean HDL?'
 */
export function codesDoubt(codes: readonly string[], known: readonly string[]): string | null {
  return wordsDoubt('The catalogue has no biomarker', codes, known);
}

/**
 * What is said about a reference that is to choose a scenario of training and may not choose the one that is meant; null for any
 * other reference.
 */
export function referenceDoubt(reference: string, known: ScenarioNames): string | null {
  const text = reference.trim();
  if (!text.toLowerCase().startsWith(PREFIX)) return null;
  if (!text.startsWith(PREFIX))
    return `Only a reference that begins with “${PREFIX}” in small letters chooses a scenario: this one is an ordinary reference.`;
  const [whole = ''] = text.slice(PREFIX.length).split(':');
  const course = readCourse(whole);
  if (course === null)
    return `“${cut(whole)}” is not written as a scenario, as in ${PREFIX}partial+instant:my-reference.`;
  const doubts = [
    wordsDoubt('There is no scenario', [course.scenario], known.scenarios, 'It ends as the ordinary one.'),
    wordsDoubt(
      'There is no timing',
      course.timing === null ? [] : [course.timing],
      known.timings,
      'Results come after the usual time.',
    ),
    codesDoubt(course.codes, known.codes),
  ].filter((doubt) => doubt !== null);
  return doubts.length === 0 ? null : doubts.join(' ');
}

function wordsDoubt(
  what: string,
  words: readonly string[],
  known: readonly string[],
  then: string | null = null,
): string | null {
  if (known.length === 0) return null;
  const names = new Set(known.map((name) => name.toLowerCase()));
  const unknown = words.filter((word) => !names.has(word.toLowerCase()));
  if (unknown.length === 0) return null;
  const meant = unknown.flatMap((word) => nearestWord(word, known) ?? []);
  return [
    `${what} ${unknown.map((word) => `“${cut(word)}”`).join(', ')}.`,
    then,
    meant.length > 0 ? `Did you mean ${[...new Set(meant)].join(', ')}?` : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
