// Scenarios: a registration's `foreign_id` can choose how it ends, and when.
import {
  SANDBOX_REFERENCE_PREFIX,
  SANDBOX_SCENARIOS,
  SANDBOX_TIMINGS,
  type SandboxScenario,
} from '../../wire/sandbox.ts';

export const SCENARIOS = SANDBOX_SCENARIOS;
export const TIMINGS = SANDBOX_TIMINGS;

/** Time from the registration of the patient to the results, in milliseconds. */
const DELAYS_MS = { default: 30_000, instant: 0, slow: 120_000 } as const;

/** How a registration ends, and when. */
export interface Course {
  readonly scenario: SandboxScenario;
  readonly delayMs: number;
  /** Biomarker codes to push out of range, in capitals. Empty: the scenario decides. */
  readonly targets: readonly string[];
}

const NORMAL: Course = { scenario: 'success', delayMs: DELAYS_MS.default, targets: [] };

/**
 * Reads a course such as `partial`, `partial+instant`, `abnormal_low@HDL,LDL` or `abnormal_low+instant@HDL`; timing and
 * codes may be in any order. An unknown scenario becomes `success` and an unknown timing the default, without an error:
 * the answer to the creation names the scenario, so that a typing mistake can be seen there.
 */
export function readCourse(text: string): Course {
  const [name = ''] = /^[^+@]*/.exec(text) ?? [];
  const modifiers = text.match(/[+@][^+@]*/g) ?? [];
  const after = (sign: '+' | '@'): string[] =>
    modifiers.filter((one) => one.startsWith(sign)).map((one) => one.slice(1));
  const scenario = SANDBOX_SCENARIOS.find((known) => known === name.trim().toLowerCase()) ?? NORMAL.scenario;
  const known = SANDBOX_TIMINGS.find((one) => after('+').some((asked) => one === asked.trim().toLowerCase()));
  const codes = after('@').flatMap((listed) => listed.split(','));
  const targets = new Set(codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== ''));
  return { scenario, delayMs: known ? DELAYS_MS[known] : DELAYS_MS.default, targets: [...targets] };
}

/** Whether a `foreign_id` chooses a scenario, that is, begins with `test:`. */
export const choosesScenario = (foreignId: string | null): foreignId is string =>
  foreignId?.startsWith(SANDBOX_REFERENCE_PREFIX) === true;

/** The course of a registration: that of its `foreign_id`, else the one that training chose, else `success`. */
export function courseOf(foreignId: string | null, chosen: () => string | null): Course {
  if (choosesScenario(foreignId)) {
    const [course = ''] = splitOnce(foreignId.slice(SANDBOX_REFERENCE_PREFIX.length), ':');
    return readCourse(course);
  }
  const next = chosen();
  return next === null ? NORMAL : readCourse(next);
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

const RESULTS_IN_WORDS: Readonly<Record<SandboxScenario, readonly [status: string, words: string]>> = {
  success: ['success', 'Every result is in range. Used when the reference chooses no scenario.'],
  abnormal_high: [
    'success',
    'Every result is above its range. One whose formula does not allow it says so in its comment.',
  ],
  abnormal_low: [
    'success',
    'Every result is below its range. One whose formula does not allow it says so in its comment.',
  ],
  all_failed: ['fail', 'The sample is rejected: no result has a value.'],
  partial: ['partial_result', 'Some results have values, others stay pending.'],
  one_failed: ['success', 'One result fails; its test can be repeated.'],
  pending_forever: ['pending', 'The sample arrives and is never measured.'],
  awaiting_auth: ['pending_authentication', 'The sample is measured, but no doctor signs the results.'],
  processing_error: ['processing_error', 'The laboratory’s system fails.'],
};

/** The catalogue of scenarios, timings and targets that the sandbox publishes. */
export function scenarioCatalogue() {
  return {
    format: `${SANDBOX_REFERENCE_PREFIX}<scenario>[+<timing>][@<code>,<code>]:<your-ref>`,
    default_scenario: NORMAL.scenario,
    scenarios: SANDBOX_SCENARIOS.map((name) => ({
      name,
      status: RESULTS_IN_WORDS[name][0],
      description: RESULTS_IN_WORDS[name][1],
      example: `${SANDBOX_REFERENCE_PREFIX}${name}:ref-1`,
    })),
    timings: [
      {
        name: null,
        delay_seconds: DELAYS_MS.default / 1000,
        description: 'Without a modifier.',
      },
      ...SANDBOX_TIMINGS.map((name) => ({
        name,
        delay_seconds: DELAYS_MS[name] / 1000,
        description: `Add +${name} to the scenario.`,
      })),
    ],
    targeting:
      'Only the biomarkers listed after @ are pushed out of range: low under abnormal_low, else high. A reference that asks for what the formulas do not allow is refused.',
  };
}
