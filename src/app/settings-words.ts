// What is wrong with a value of the managed settings, in our words and not in the library's: whoever reads it writes JSON by hand.
import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  object: 'keys with values, in braces',
  array: 'a list, in square brackets',
  string: 'a text, in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * For what a setting says nothing about itself; null: nothing better than the library's own words is known.
 * @example settings.safeParse(content, { error: settingsWords })
 */
export function settingsWords(issue: RawIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${sizeWords(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${sizeWords(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
      return 'is not written as it must be';
    default:
      return null;
  }
}

/** @example sizeWords('string', 'at most', 80) // 'have at most 80 characters' */
function sizeWords(origin: string, bound: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `be ${bound} ${limit}` : `have ${bound} ${limit}${unit}`;
}
