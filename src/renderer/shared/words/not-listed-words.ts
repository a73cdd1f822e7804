// What is said where the service has more tests than it lists. Pure.
import { groupedDigits } from '../../ui/grouped-digits.ts';

/**
 * `found`: what came of asking the service by name; null while it was not asked.
 * @example notListedWords(1_200, null) // The service does not list 1,200 of its tests: type part of the name to find them.
 */
export function notListedWords(
  notTold: number,
  found: { readonly live: boolean; readonly more: number } | null,
): string {
  const them = notTold === 1 ? 'it' : 'them';
  if (found?.live === false)
    return `The service does not list ${groupedDigits(notTold)} of its tests, and it cannot be asked for ${them} now.`;
  if (found !== null && found.more > 0)
    return `The service has ${groupedDigits(found.more)} more by that name: type more of it.`;
  return `The service does not list ${groupedDigits(notTold)} of its tests: type part of the name to find ${them}.`;
}
