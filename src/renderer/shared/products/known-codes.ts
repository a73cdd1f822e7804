// The codes of biomarkers that somebody may type.
import type { Output } from '../../../contract/index.ts';

/**
 * The codes that there are; empty while not every product was read, because then another one may be right as well.
 * @example const known = knownCodes(useQuery('catalogue.choices', {}).value);
 */
export function knownCodes(choices: Output<'catalogue.choices'> | null): string[] {
  if (choices?.isWhole !== true) return [];
  return choices.biomarkers.flatMap(({ code }) => (code === '' ? [] : [code]));
}
