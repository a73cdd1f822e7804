// Makes lab results from the person, the products and the scenario. The same input gives the same results on every
// machine and at every request.
import type { LabResult } from '../../wire/lab-result.ts';
import type { SandboxScenario } from '../../wire/sandbox.ts';
import type { BiomarkerDefinition, Range } from '../catalogue/biomarkers.ts';
import { seededChance, stableId, type Chance } from '../stable.ts';
import { fatesOf, type Fate } from './fates.ts';
import { fulfilWishes, groupsOf, type Direction, type Place, type Wish } from './values.ts';

/** The facts about the person that results depend on. */
export interface Tested {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  readonly gender: string;
  /** Age on the day of the registration. */
  readonly ageYears: number;
}

export interface ResultsWanted {
  readonly registrationId: string;
  readonly tested: Tested;
  /** The registered products, each with its biomarkers in the order of the report. */
  readonly products: readonly { readonly sku: string; readonly biomarkers: readonly BiomarkerDefinition[] }[];
  /** The codes to report; null to report all. */
  readonly only: readonly string[] | null;
  readonly scenario: SandboxScenario;
  /** Codes to push out of range; empty when the scenario decides. */
  readonly targets: readonly string[];
}

/** The results of a registration in the order of its products, each biomarker once. */
export function labResultsOf(wanted: ResultsWanted): LabResult[] {
  const reported = reportedBy(wanted);
  const { numbers, places } = valuesOf(wanted);
  const skus = wanted.products.map((product) => product.sku).sort();
  const fates = fatesOf(
    { biomarkers: inOneOrder(reported), scenario: wanted.scenario, spared: wanted.targets },
    chanceFor(wanted, ['fates', ...skus]),
  );
  return reported.map((biomarker) => {
    const fate = fates.get(biomarker.code) ?? 'success';
    const value = fate === 'success' ? (numbers.get(biomarker.code) ?? null) : null;
    const asked = directionFor(wanted, biomarker.code);
    const met = value !== null && places.get(biomarker.code) === asked;
    return resultRecord(wanted, biomarker, { fate, value, missed: met ? null : asked });
  });
}

/** The scenarios that end with values. In the other scenarios targets have no effect. */
const WITH_VALUES: ReadonlySet<SandboxScenario> = new Set([
  'success',
  'abnormal_high',
  'abnormal_low',
  'partial',
  'one_failed',
]);

/** Why a scenario is impossible as it was asked for, in words; null when it is possible. */
export function whyUnreachable(wanted: ResultsWanted): string | null {
  const reported = reportedBy(wanted);
  const codes = new Set(reported.map(({ code }) => code));
  const stranger = wanted.targets.find((code) => !codes.has(code));
  if (stranger !== undefined) return `${stranger} is not among the biomarkers tested`;
  const aimed = reported.filter(({ code }) => directionFor(wanted, code) !== null);
  if (aimed.length === 0 || !WITH_VALUES.has(wanted.scenario)) return null;
  const { places } = valuesOf(wanted);
  const missed = aimed.filter(({ code }) => places.get(code) !== directionFor(wanted, code));
  const [first] = missed;
  if (!first || (wanted.targets.length === 0 && missed.length < aimed.length)) return null;
  return whyMissed(wanted, first);
}

function whyMissed(wanted: ResultsWanted, biomarker: BiomarkerDefinition): string {
  const { code } = biomarker;
  const direction = directionFor(wanted, code) ?? 'high';
  const { min, max } = rangeFor(biomarker, wanted.tested.gender).range;
  if (direction === 'high' && max === null) return `${code} cannot be high: its range has no upper end`;
  if (direction === 'low' && min === null) return `${code} cannot be low: its range has no lower end`;
  const group = groupsOf(everyBiomarker(wanted)).find((one) => one.includes(biomarker)) ?? [];
  const others = group.filter((one) => one !== biomarker).map((one) => one.code);
  return `${code} cannot be ${direction} for this person with ${others.join(', ')} as asked for`;
}

/** The biomarkers to report: each once, in the order of the products. */
function reportedBy(wanted: ResultsWanted): BiomarkerDefinition[] {
  return everyBiomarker(wanted).filter((one) => wanted.only?.includes(one.code) ?? true);
}

const everyBiomarker = (wanted: ResultsWanted): BiomarkerDefinition[] => [
  ...new Map(wanted.products.flatMap(({ biomarkers }) => biomarkers.map((one) => [one.code, one]))).values(),
];

/**
 * The biomarkers by code. Random values are drawn in this order, so the order of products in a request changes nothing.
 */
const inOneOrder = (biomarkers: readonly BiomarkerDefinition[]): BiomarkerDefinition[] =>
  biomarkers.toSorted((a, b) => (a.code < b.code ? -1 : 1));

interface Values {
  readonly numbers: ReadonlyMap<string, number>;
  readonly places: ReadonlyMap<string, Place>;
}

/** A number for every biomarker of the products, reported or not. */
function valuesOf(wanted: ResultsWanted): Values {
  const numbers = new Map<string, number>();
  const places = new Map<string, Place>();
  for (const group of groupsOf(inOneOrder(everyBiomarker(wanted)))) {
    const fulfilled = fulfilWishes(
      group.map((biomarker) => wishFor(wanted, biomarker)),
      wanted.tested,
      chanceFor(wanted, [firstSku(wanted, group), ...group.map(({ code }) => code)]),
    );
    for (const [code, value] of fulfilled.numbers) numbers.set(code, value);
    for (const [code, place] of fulfilled.places) places.set(code, place);
  }
  return { numbers, places };
}

/** Among the products that measure a biomarker of the group, the SKU that comes first in the alphabet. */
function firstSku(wanted: ResultsWanted, group: readonly BiomarkerDefinition[]): string {
  const measuring = wanted.products.filter(({ biomarkers }) => biomarkers.some((one) => group.includes(one)));
  return measuring.map(({ sku }) => sku).sort()[0] ?? '';
}

/** Where a biomarker should lie. In a conflict, biomarkers that are not reported give way first. */
function wishFor(wanted: ResultsWanted, biomarker: BiomarkerDefinition): Wish {
  const { range } = rangeFor(biomarker, wanted.tested.gender);
  const direction = directionFor(wanted, biomarker.code);
  const reported = wanted.only?.includes(biomarker.code) ?? true;
  const targeted = wanted.targets.includes(biomarker.code);
  return {
    biomarker,
    range,
    places: direction === null ? ['in range', 'any'] : [direction, 'in range', 'any'],
    rank: !reported ? 4 : (targeted ? 2 : 0) + (biomarker.formula ? 1 : 0),
  };
}

/** To which side of its range the scenario pushes a biomarker; null when it stays in range. */
function directionFor({ scenario, targets }: ResultsWanted, code: string): Direction | null {
  const direction = scenario === 'abnormal_low' ? 'low' : 'high';
  if (targets.length > 0) return targets.includes(code) ? direction : null;
  return scenario === 'abnormal_high' || scenario === 'abnormal_low' ? direction : null;
}

/** Random values that depend only on the person, the scenario and the texts in `about`. */
function chanceFor({ tested, scenario, targets }: ResultsWanted, about: readonly string[]): Chance {
  const person = [tested.firstName, tested.lastName, tested.dateOfBirth, tested.gender];
  const seed = JSON.stringify([...person, ...about, scenario, [...targets].sort()]);
  return seededChance(`results:${seed.normalize('NFC')}`);
}

/**
 * The range for a person. `fallback` is true when the general range is used because no range for their sex is known.
 */
export function rangeFor(
  biomarker: BiomarkerDefinition,
  gender: string,
): { range: Range; fallback: boolean } {
  const { bySex, general } = biomarker.ranges;
  if (!bySex) return { range: general, fallback: false };
  if (gender === 'male' || gender === 'female') return { range: bySex[gender], fallback: false };
  return { range: general, fallback: true };
}

function flagOf(value: number, range: Range): Direction | null {
  if (range.max !== null && value > range.max) return 'high';
  if (range.min !== null && value < range.min) return 'low';
  return null;
}

const REJECTED = 'Sample rejected: haemolysed';
const NOT_MEASURED = 'Insufficient sample for this test';
const NOT_CALCULATED = 'Could not be calculated';

interface Outcome {
  readonly fate: Fate;
  readonly value: number | null;
  /** The side to which the scenario should have pushed the value, when it could not; otherwise null. */
  readonly missed: Direction | null;
}

function resultRecord(wanted: ResultsWanted, biomarker: BiomarkerDefinition, outcome: Outcome): LabResult {
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
    comment: commentOn(wanted, biomarker, { ...outcome, flag }),
    human_readable_value: value === null ? (fate === 'pending' ? 'Pending' : 'Not available') : (shown ?? ''),
    error_reason: fate === 'failed' ? reason : null,
    fallback_range_applied: fallback,
  };
}

function commentOn(
  wanted: ResultsWanted,
  biomarker: BiomarkerDefinition,
  { fate, missed, flag }: Outcome & { readonly flag: Direction | null },
): string | null {
  const said: string[] = [];
  if (flag !== null) {
    said.push(`${biomarker.name} is ${flag === 'high' ? 'above' : 'below'} the reference range.`);
  }
  if (missed !== null) {
    said.push(
      fate === 'success'
        ? `Sandbox: ${whyMissed(wanted, biomarker)}.`
        : `Sandbox: ${biomarker.code} was to be ${missed}, but has no value in this scenario.`,
    );
  }
  return said.length === 0 ? null : said.join(' ');
}
