// Lab results: drawn from the person, the product and the scenario, the same on every machine and at every reading.
import type { LabResult } from '../../wire/lab-result.ts';
import type { SandboxScenario } from '../../wire/sandbox.ts';
import type { BiomarkerDefinition, Range } from '../catalogue/biomarkers.ts';
import { seededChance, stableId, type Chance } from '../stable.ts';

/** Who was tested, as far as results depend on it. */
export interface Tested {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  readonly gender: string;
  /** On the day of the registration. */
  readonly ageYears: number;
}

export interface ResultsWanted {
  readonly registrationId: string;
  readonly tested: Tested;
  /** What was registered, and what each product measures or calculates, in the order of the report. */
  readonly products: readonly { readonly sku: string; readonly biomarkers: readonly BiomarkerDefinition[] }[];
  /** Codes to report, when not all were asked for. */
  readonly only: readonly string[] | null;
  readonly scenario: SandboxScenario;
  /** Codes to push out of range; empty when the scenario decides. */
  readonly targets: readonly string[];
}

type Push = 'none' | 'high' | 'low';
interface Values {
  readonly numbers: ReadonlyMap<string, number>;
  /** How many results are not where they should be. */
  readonly faults: number;
}

/** Draws from which the best is taken, so that calculated results come out in range where they can. */
const DRAWS = 250;

/** The results of a registration, product by product, each biomarker once. */
export function labResultsOf(wanted: ResultsWanted): LabResult[] {
  const values = new Map<string, number>();
  const biomarkers = new Map<string, BiomarkerDefinition>();
  for (const product of wanted.products) {
    const drawn = bestOf(wanted, product.biomarkers, {
      known: values,
      chance: chanceFor(wanted, [product.sku]),
    });
    for (const [code, value] of drawn) if (!values.has(code)) values.set(code, value);
    for (const biomarker of product.biomarkers) biomarkers.set(biomarker.code, biomarker);
  }
  const reported = [...biomarkers.values()].filter((one) => wanted.only?.includes(one.code) ?? true);
  const skus = wanted.products.map((product) => product.sku);
  const fates = fatesOf(reported, wanted.scenario, chanceFor(wanted, ['fates', ...skus]));
  return reported.map((biomarker) => {
    const fate = fates.get(biomarker.code) ?? 'success';
    const value = fate === 'success' ? (values.get(biomarker.code) ?? null) : null;
    return resultRecord(wanted, biomarker, { fate, value });
  });
}

/** Chance that depends on the person, the scenario and what is said, and on nothing else. */
function chanceFor({ tested, scenario, targets }: ResultsWanted, about: readonly string[]): Chance {
  const person = [tested.firstName, tested.lastName, tested.dateOfBirth, tested.gender];
  const seed = JSON.stringify([...person, ...about, scenario, [...targets].sort()]);
  return seededChance(`results:${seed.normalize('NFC')}`);
}

/** The range that applies to a person, and whether it stands in for one by sex. */
export function rangeFor(
  biomarker: BiomarkerDefinition,
  gender: string,
): { range: Range; fallback: boolean } {
  const { bySex, general } = biomarker.ranges;
  if (!bySex) return { range: general, fallback: false };
  if (gender === 'male' || gender === 'female') return { range: bySex[gender], fallback: false };
  return { range: general, fallback: true };
}

export function flagOf(value: number, range: Range): 'high' | 'low' | null {
  if (range.max !== null && value > range.max) return 'high';
  if (range.min !== null && value < range.min) return 'low';
  return null;
}

function pushFor(wanted: ResultsWanted, biomarker: BiomarkerDefinition): Push {
  const direction = wanted.scenario === 'abnormal_low' ? 'low' : 'high';
  if (wanted.targets.length > 0) return wanted.targets.includes(biomarker.code) ? direction : 'none';
  if (biomarker.formula) return 'none';
  if (wanted.scenario === 'abnormal_high') return 'high';
  return wanted.scenario === 'abnormal_low' ? 'low' : 'none';
}

/** Then calculated results lie where their components take them, and no draw is better than another. */
const everythingPushed = (wanted: ResultsWanted): boolean =>
  wanted.targets.length === 0 && (wanted.scenario === 'abnormal_high' || wanted.scenario === 'abnormal_low');

interface Draw {
  /** Values that another product of the registration has settled already. */
  readonly known: ReadonlyMap<string, number>;
  readonly chance: Chance;
}

function bestOf(
  wanted: ResultsWanted,
  biomarkers: readonly BiomarkerDefinition[],
  from: Draw,
): ReadonlyMap<string, number> {
  let best = draw(wanted, biomarkers, from);
  for (let round = 1; round < DRAWS && best.faults > 0; round += 1) {
    const other = draw(wanted, biomarkers, from);
    if (other.faults < best.faults) best = other;
  }
  return best.numbers;
}

function draw(wanted: ResultsWanted, biomarkers: readonly BiomarkerDefinition[], from: Draw): Values {
  const numbers = new Map<string, number>();
  let faults = 0;
  for (const biomarker of biomarkers.filter((one) => !one.formula)) {
    const { range } = rangeFor(biomarker, wanted.tested.gender);
    const drawn = measure(biomarker, range, pushFor(wanted, biomarker), from.chance);
    numbers.set(biomarker.code, from.known.get(biomarker.code) ?? drawn);
  }
  for (const biomarker of biomarkers) {
    const { formula } = biomarker;
    if (!formula) continue;
    const of = (code: string): number => numbers.get(code) ?? Number.NaN;
    const value = round(formula.compute(of, wanted.tested), biomarker.decimals);
    numbers.set(biomarker.code, value);
    if (everythingPushed(wanted)) continue;
    const push = pushFor(wanted, biomarker);
    const flag = flagOf(value, rangeFor(biomarker, wanted.tested.gender).range);
    if (push === 'none' ? flag !== null || value < 0 : flag === null) faults += 1;
  }
  return { numbers, faults };
}

function measure(biomarker: BiomarkerDefinition, range: Range, push: Push, chance: Chance): number {
  const min = range.min ?? 0;
  const max = range.max ?? min * 2;
  const step = 10 ** -biomarker.decimals;
  const share = chance.fraction();
  if (push === 'high')
    return round(Math.max(max + (0.08 + 0.5 * share) * (max - min), max + step), biomarker.decimals);
  if (push === 'low') return round(Math.min(min * (0.45 + 0.45 * share), min - step), biomarker.decimals);
  const value = round(min + (0.08 + 0.84 * share) * (max - min), biomarker.decimals);
  return Math.min(Math.max(value, min), max);
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));

type Fate = 'success' | 'pending' | 'failed';

/** Which results fail or are still to come. A calculated one shares the fate of what it is made of. */
function fatesOf(
  biomarkers: readonly BiomarkerDefinition[],
  scenario: SandboxScenario,
  chance: Chance,
): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  const single = biomarkers.length === 1;
  if (scenario === 'all_failed' || (scenario === 'one_failed' && single)) {
    for (const biomarker of biomarkers) fates.set(biomarker.code, 'failed');
    return fates;
  }
  if (scenario === 'one_failed') fates.set(pickAlone(biomarkers, chance), 'failed');
  if (scenario === 'partial' && !single) {
    const measured = biomarkers.filter((one) => !one.formula);
    const late = chance.shuffle(measured).slice(0, Math.max(1, Math.floor(measured.length / 2)));
    for (const { code } of late) fates.set(code, 'pending');
    shareFates(biomarkers, fates);
    // Everything hangs on the late ones, or nothing does: then a single one is late.
    if (fates.size === biomarkers.length || fates.size === 0) {
      fates.clear();
      fates.set(pickAlone(biomarkers, chance), 'pending');
    }
  }
  return fates;
}

/** One that no other result is calculated from, so that it can fail or be late alone; a measured one if possible. */
function pickAlone(biomarkers: readonly BiomarkerDefinition[], chance: Chance): string {
  const needed = new Set(biomarkers.flatMap((one) => one.formula?.components ?? []));
  const free = biomarkers.filter((one) => !needed.has(one.code));
  const measured = free.filter((one) => !one.formula);
  return chance.pick(measured.length > 0 ? measured : free).code;
}

function shareFates(biomarkers: readonly BiomarkerDefinition[], fates: Map<string, Fate>): void {
  for (const { code, formula } of biomarkers) {
    const component = formula?.components.map((one) => fates.get(one)).find((fate) => fate !== undefined);
    if (component) fates.set(code, component);
  }
}

const REJECTED = 'Sample rejected: haemolysed';
const NOT_MEASURED = 'Insufficient sample for this test';
const NOT_CALCULATED = 'Could not be calculated';

function resultRecord(
  wanted: ResultsWanted,
  biomarker: BiomarkerDefinition,
  outcome: { readonly fate: Fate; readonly value: number | null },
): LabResult {
  const { fate, value } = outcome;
  const { range, fallback } = rangeFor(biomarker, wanted.tested.gender);
  const written = (number: number | null): string | null =>
    number === null ? null : number.toFixed(biomarker.decimals);
  const flag = value === null ? null : flagOf(value, range);
  const reason =
    wanted.scenario === 'all_failed' ? REJECTED : biomarker.formula ? NOT_CALCULATED : NOT_MEASURED;
  const unit = biomarker.unit === 'ratio' ? null : biomarker.unit;
  const shown = unit === null ? written(value) : `${written(value)} ${unit}`;
  return {
    id: stableId(`result:${wanted.registrationId}:${biomarker.code}`),
    name: biomarker.name,
    code: biomarker.code,
    value: written(value),
    min_range: written(range.min),
    max_range: written(range.max),
    unit_type: unit,
    out_of_range: flag,
    successful: fate === 'success',
    status: fate,
    biomarker_id: biomarker.id,
    comment:
      flag === null
        ? null
        : `${biomarker.name} is ${flag === 'high' ? 'above' : 'below'} the reference range.`,
    human_readable_value: value === null ? (fate === 'pending' ? 'Pending' : 'Not available') : (shown ?? ''),
    error_reason: fate === 'failed' ? reason : null,
    fallback_range_applied: fallback,
  };
}
