// Decides which results of a scenario fail or stay pending.
import type { SandboxScenario } from '../../wire/sandbox.ts';
import type { BiomarkerDefinition } from '../catalogue/biomarkers.ts';
import type { Chance } from '../stable.ts';

export type Fate = 'success' | 'pending' | 'failed';

export interface Fated {
  /** The biomarkers to report. */
  readonly biomarkers: readonly BiomarkerDefinition[];
  readonly scenario: SandboxScenario;
  /** Codes that should keep their value. Others fail or stay pending instead, as far as there are others. */
  readonly spared: readonly string[];
}

/**
 * The fates of the results that do not succeed, by code. When a component of a calculated result has no value, the
 * calculated result has none either.
 */
export function fatesOf(fated: Fated, chance: Chance): Map<string, Fate> {
  const { biomarkers, scenario } = fated;
  const fates = new Map<string, Fate>();
  const single = biomarkers.length === 1;
  if (scenario === 'all_failed' || (scenario === 'one_failed' && single)) {
    for (const biomarker of biomarkers) fates.set(biomarker.code, 'failed');
    return fates;
  }
  if (scenario === 'one_failed') fates.set(pickAlone(fated, chance), 'failed');
  if (scenario === 'partial' && !single) {
    const measured = biomarkers.filter((one) => !one.formula);
    const count = Math.max(1, Math.floor(measured.length / 2));
    for (const { code } of chance.shuffle(withoutSpared(measured, fated)).slice(0, count)) {
      fates.set(code, 'pending');
    }
    shareFates(biomarkers, fates);
    // All or none would be pending, but the scenario promises some of each: so exactly one is.
    if (fates.size === biomarkers.length || fates.size === 0) {
      fates.clear();
      fates.set(pickAlone(fated, chance), 'pending');
    }
  }
  return fates;
}

/** The biomarkers that may fail without taking a value away from a code in `spared`. */
function withoutSpared(
  from: readonly BiomarkerDefinition[],
  { biomarkers, spared }: Fated,
): BiomarkerDefinition[] {
  const needed = new Set([
    ...spared,
    ...biomarkers.flatMap(({ code, formula }) => (spared.includes(code) ? (formula?.components ?? []) : [])),
  ]);
  return from.filter((one) => !needed.has(one.code));
}

/** A biomarker that no other result is calculated from, so that it can fail alone. A measured one if there is one. */
function pickAlone(fated: Fated, chance: Chance): string {
  const needed = new Set(fated.biomarkers.flatMap((one) => one.formula?.components ?? []));
  const free = fated.biomarkers.filter((one) => !needed.has(one.code));
  const unwanted = withoutSpared(free, fated);
  const from = unwanted.length > 0 ? unwanted : free;
  const measured = from.filter((one) => !one.formula);
  return chance.pick(measured.length > 0 ? measured : from).code;
}

function shareFates(biomarkers: readonly BiomarkerDefinition[], fates: Map<string, Fate>): void {
  for (const { code, formula } of biomarkers) {
    const component = formula?.components.map((one) => fates.get(one)).find((fate) => fate !== undefined);
    if (component) fates.set(code, component);
  }
}
