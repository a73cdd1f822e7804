// The values of lab results. First it is decided where each value must lie (high, low, in range), then values are found
// that fulfil all of this together.
import type { BiomarkerDefinition, Range } from '../catalogue/biomarkers.ts';
import type { PersonMeasured } from '../catalogue/formulas.ts';
import type { Chance } from '../stable.ts';
import { roundTo, solve, type Condition, type Span, type Unknown } from './solve.ts';

export type Direction = 'high' | 'low';
/** Where a result must lie. `any`: it is not reported and only needed to calculate others. */
export type Place = Direction | 'in range' | 'any';

/** A biomarker and the places where it may lie, the best first. It gets the first place that the formulas allow. */
export interface Wish {
  readonly biomarker: BiomarkerDefinition;
  readonly range: Range;
  readonly places: readonly Place[];
  /** Wishes with a lower rank are fulfilled first; later ones must fit what is fulfilled already. */
  readonly rank: number;
}

export interface Fulfilled {
  /** The values, and the place that each one got, by code. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly places: ReadonlyMap<string, Place>;
}

/** How often random values are tried before the solver searches for fitting ones. Random values look more natural. */
const DRAWS = 40;
/**
 * How far outside its range a measured value may lie, in widths of the range. The smallest distance that works is used.
 */
const DISTANCES = [0.6, 1.2, 2.4, 4.8, 9.6] as const;

/** Groups of biomarkers that depend on each other, directly or through others. Each group is solved on its own. */
export function groupsOf(biomarkers: readonly BiomarkerDefinition[]): BiomarkerDefinition[][] {
  let groups: BiomarkerDefinition[][] = [];
  for (const one of biomarkers) {
    const related = (other: BiomarkerDefinition): boolean =>
      one.formula?.components.includes(other.code) === true ||
      other.formula?.components.includes(one.code) === true;
    const [near, far] = [
      groups.filter((group) => group.some(related)),
      groups.filter((group) => !group.some(related)),
    ];
    groups = [...far, [...near.flat(), one]];
  }
  return groups;
}

/** Values for a group of biomarkers, each in the best place that is possible. */
export function fulfilWishes(wishes: readonly Wish[], person: PersonMeasured, chance: Chance): Fulfilled {
  const best = new Map(wishes.map(({ biomarker, places }) => [biomarker.code, places[0] ?? 'any']));
  const numbers =
    randomNumbers(wishes, best, { person, chance }) ?? solvedNumbers(wishes, best, { person, chance });
  if (numbers) return { numbers, places: best };
  return compromise(wishes, { person, chance });
}

interface Means {
  readonly person: PersonMeasured;
  readonly chance: Chance;
}
type Places = ReadonlyMap<string, Place>;

/** Not all best places are possible together: fulfils one wish after the other, as far as the earlier ones allow. */
function compromise(wishes: readonly Wish[], means: Means): Fulfilled {
  const places = new Map<string, Place>(wishes.map(({ biomarker }) => [biomarker.code, 'any']));
  let numbers = solvedNumbers(wishes, places, means) ?? new Map<string, number>();
  for (const { biomarker, places: wanted } of wishes.toSorted((a, b) => a.rank - b.rank)) {
    for (const place of wanted) {
      const found = solvedNumbers(wishes, new Map([...places, [biomarker.code, place]]), means);
      if (!found) continue;
      places.set(biomarker.code, place);
      numbers = found;
      break;
    }
  }
  return { numbers, places };
}

function randomNumbers(
  wishes: readonly Wish[],
  places: Places,
  { person, chance }: Means,
): Map<string, number> | null {
  for (let round = 0; round < DRAWS; round += 1) {
    const numbers = new Map<string, number>();
    for (const wish of wishes.filter(({ biomarker }) => !biomarker.formula)) {
      numbers.set(wish.biomarker.code, measure(wish, placeOf(places, wish), chance));
    }
    addCalculated(wishes, numbers, person);
    if (wishes.every((wish) => isInPlace(wish, placeOf(places, wish), numbers))) return numbers;
  }
  return null;
}

function solvedNumbers(
  wishes: readonly Wish[],
  places: Places,
  { person, chance }: Means,
): Map<string, number> | null {
  const allInRange = [...places.values()].every((place) => place === 'in range');
  for (const distance of allInRange ? DISTANCES.slice(0, 1) : DISTANCES) {
    const unknowns: Unknown[] = [];
    const conditions: Condition[] = [];
    for (const wish of wishes) {
      const { code, decimals, formula } = wish.biomarker;
      const span = spanOf(wish, placeOf(places, wish), formula ? Infinity : distance);
      if (!span) return null;
      if (formula) conditions.push({ formula, decimals, span });
      else unknowns.push({ code, decimals, span });
    }
    const numbers = solve({ unknowns, conditions, person }, chance);
    if (numbers) {
      addCalculated(wishes, numbers, person);
      return numbers;
    }
  }
  return null;
}

const placeOf = (places: Places, { biomarker }: Wish): Place => places.get(biomarker.code) ?? 'any';

function addCalculated(wishes: readonly Wish[], numbers: Map<string, number>, person: PersonMeasured): void {
  for (const { biomarker } of wishes) {
    const { code, formula, decimals } = biomarker;
    if (!formula) continue;
    numbers.set(
      code,
      roundTo(
        formula.compute((component) => numbers.get(component) ?? Number.NaN, person),
        decimals,
      ),
    );
  }
}

function isInPlace(wish: Wish, place: Place, numbers: ReadonlyMap<string, number>): boolean {
  const value = numbers.get(wish.biomarker.code) ?? Number.NaN;
  const span = spanOf(wish, place, Infinity);
  return span !== null && value >= span.least && value <= span.most;
}

/** The values that a place allows; null when the range has no limit on that side. No value is ever zero or negative. */
function spanOf({ biomarker, range }: Wish, place: Place, distance: number): Span | null {
  const step = 10 ** -biomarker.decimals;
  const at = (value: number): number => roundTo(value, biomarker.decimals);
  const { min, max } = range;
  const farthest = max === null ? Infinity : max + distance * (max - (min ?? 0));
  const nearest = min === null ? step : Math.max(step, at(min / (1 + 2 * distance)));
  switch (place) {
    case 'in range':
      return { least: min ?? step, most: max ?? Infinity };
    case 'high':
      return max === null ? null : { least: at(max + step), most: Math.max(farthest, at(max + step)) };
    case 'low':
      return min === null ? null : { least: Math.min(nearest, at(min - step)), most: at(min - step) };
    case 'any':
      return { least: step, most: farthest };
  }
}

/** Draws a random measured value, clearly inside its range or clearly outside it. */
function measure({ biomarker, range }: Wish, place: Place, chance: Chance): number {
  const { decimals } = biomarker;
  const min = range.min ?? 0;
  const max = range.max ?? min * 2;
  const step = 10 ** -decimals;
  const share = chance.fraction();
  if (place === 'high')
    return roundTo(Math.max(max + (0.08 + 0.5 * share) * (max - min), max + step), decimals);
  if (place === 'low') return roundTo(Math.min(min * (0.45 + 0.45 * share), min - step), decimals);
  const value = roundTo(min + (0.08 + 0.84 * share) * (max - min), decimals);
  return Math.min(Math.max(value, min), max);
}
