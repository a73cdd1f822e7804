// What a list is narrowed to, in its address, so that it outlives a reload and going back. Nothing that may be somebody's name stands
// there: addresses are kept by browsers.
import { isCalendarDate } from '../../domain/site-time.ts';

/** The parts of an address for the texts of a filter; `names`: the field → its name there. Null is left out. */
export function addressOf<Field extends string>(
  filter: Readonly<Record<NoInfer<Field>, string | null>>,
  names: Readonly<Record<Field, string>>,
): URLSearchParams {
  const said = new URLSearchParams();
  for (const field of Object.keys(names) as Field[]) {
    const value = filter[field];
    if (value !== null) said.set(names[field], value);
  }
  return said;
}

/** Reads an address, also one that somebody typed: what makes no sense is null, and narrows nothing. */
export function readAddress(address: string) {
  const said = new URLSearchParams(address);
  return {
    said,
    text(name: string, longest: number): string | null {
      const value = said.get(name);
      return value === null || value === '' || value.length > longest ? null : value;
    },
    day(name: string): string | null {
      const value = said.get(name);
      return value !== null && isCalendarDate(value) ? value : null;
    },
  };
}
