// What is said where the service has more products than it tells of. Pure.

/** @example notToldWords({ items, notTold: 200 }) // The service lists only the first 5,000 tests. 200 more are … */
export function notToldWords(list: { readonly items: readonly unknown[]; readonly notTold: number }): string {
  const count = (of: number): string => of.toLocaleString('en-GB');
  const verb = list.notTold === 1 ? 'is' : 'are';
  return `The service lists only the first ${count(list.items.length)} tests. ${count(list.notTold)} more ${verb} in the catalogue and cannot be chosen here.`;
}
