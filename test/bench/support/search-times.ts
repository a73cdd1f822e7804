// What a search for a person takes in the engine, by what is typed.
import { searchPeople, searchSimilarPeople } from '../../../src/core/store/mirror/people.ts';
import type { TableRow } from '../measure.ts';
import { openFolderStore, ROWS, surname } from './large-desk.ts';
import { processorMs } from './process-use.ts';

const ROUNDS = 60;
const SHOWN = 8;
const LIMIT_MS = 20;
/** From one searched name to the next, so that they begin with many letters. */
const APART = 613;

type Search = typeof searchPeople;

const swapped = (name: string): string => `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`;

/** Opens the store of a folder on which no desk runs, and takes the times on it. A search that finds nobody is an error. */
export async function searchTimes(folder: string): Promise<TableRow[]> {
  const store = await openFolderStore(folder);
  const searches: readonly (readonly [string, Search, (name: string, number: number) => string])[] = [
    ['three letters of a name', searchPeople, (name) => name.slice(0, 3)],
    ['a name', searchPeople, (name) => name],
    ['a telephone number', searchPeople, (_name, number) => `07700 ${String(number).padStart(6, '0')}`],
    ['a name without a letter', searchSimilarPeople, (name) => name.slice(0, 3) + name.slice(4)],
    ['a name with exchanged letters', searchSimilarPeople, swapped],
    ['the beginning of it', searchSimilarPeople, (name) => swapped(name).slice(0, 5)],
  ];
  try {
    return searches.map(([words, search, typedFor]): TableRow => {
      const values = Array.from({ length: ROUNDS }, (_, round) => {
        const number = (round * APART) % ROWS.registrations;
        const typed = typedFor(surname(number), number);
        let found = 0;
        const tookMs = processorMs(() => (found = search(store.db, typed, SHOWN).length));
        if (found === 0) throw new Error(`Nobody is found by “${typed}”.`);
        return tookMs;
      });
      return { name: `engine: people by ${words}`, values, limit: LIMIT_MS };
    });
  } finally {
    store.close();
  }
}
