// What a training registration's reference asks of the laboratory: a scenario, biomarkers to push out of range, a timing.
// `test:abnormal_low+instant@HDL,LDL:my-reference`

/** The course that a reference asks for; see {@link writeCourse}. */
export interface ScenarioCourse {
  readonly scenario: string;
  /** Biomarker codes; empty when the scenario decides. */
  readonly codes: readonly string[];
  /** `instant`, `slow`; null: the usual time. */
  readonly timing: string | null;
}

const WORD = /^[A-Za-z0-9_-]{1,40}$/;
const MOST_CODES = 20;

/** Whether the text can stand between the commas of a list of biomarker codes. */
export const isBiomarkerCode = (text: string): boolean => WORD.test(text);

/**
 * The course as it stands in a reference.
 *
 *     writeCourse({ scenario: 'partial', codes: ['HDL'], timing: 'instant' }) // 'partial@HDL+instant'
 */
export function writeCourse({ scenario, codes, timing }: ScenarioCourse): string {
  const targets = codes.length > 0 ? `@${codes.join(',')}` : '';
  return `${scenario}${targets}${timing === null ? '' : `+${timing}`}`;
}

/** The whole reference, a `foreign_id`. `reference` is the caller's own part and holds no blank. */
export const writeReference = (course: ScenarioCourse, reference: string): string =>
  `test:${writeCourse(course)}:${reference}`;

/** Reads what {@link writeCourse} writes, with code and timing in either order; null when the text is something else. */
export function readCourse(text: string): ScenarioCourse | null {
  const [scenario = ''] = /^[^+@]*/.exec(text) ?? [];
  const modifiers = text.slice(scenario.length).match(/[+@][^+@]*/g) ?? [];
  const timings = modifiers.flatMap((one) => (one.startsWith('+') ? [one.slice(1)] : []));
  const lists = modifiers.flatMap((one) => (one.startsWith('@') ? [one.slice(1)] : []));
  const codes = lists.flatMap((list) => list.split(','));
  const isWhole =
    [scenario, ...timings, ...codes].every((word) => WORD.test(word)) &&
    timings.length <= 1 &&
    lists.length <= 1 &&
    codes.length <= MOST_CODES;
  return isWhole ? { scenario, codes, timing: timings[0] ?? null } : null;
}

/** The codes that a person typed, separated by commas or blanks, in capitals and each once; the `@` of a reference is left out. */
export function codesTyped(text: string): string[] {
  const codes = text.split(/[\s,;@]+/).map((code) => code.toUpperCase());
  return [...new Set(codes.filter((code) => code !== ''))];
}
