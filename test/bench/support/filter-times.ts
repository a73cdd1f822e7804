// What each filter of the list of registrations takes in the engine: the count and a page, at its beginning and deep in.
import {
  countByStatus,
  countListed,
  listPositions,
} from '../../../src/core/store/mirror/registration-list.ts';
import type { RegistrationFilter } from '../../../src/core/store/mirror/registration-list.ts';
import { listLocations } from '../../../src/core/store/mirror/locations.ts';
import { listProducts } from '../../../src/core/store/mirror/products.ts';
import type { TableRow } from '../measure.ts';
import { openFolderStore, STATUS_OF_TENTH, surname, trfCode } from './large-desk.ts';
import { processorMs } from './process-use.ts';

const ROUNDS = 25;
const PAGE_ROWS = 50;
const LIMIT_MS = 20;
const COMMON_STATUS = 'completed';

const WHOLE: RegistrationFilter = {
  text: '',
  codes: [],
  status: null,
  productId: null,
  locationId: null,
  createdFrom: null,
  createdTo: null,
  noPatient: false,
  resultsReady: false,
};

/** Opens the store of a folder on which no desk runs, and takes the times on it. */
export async function filterTimes(folder: string): Promise<TableRow[]> {
  const store = await openFolderStore(folder);
  const { db } = store;
  const [common, rare] = listProducts(db).sort(
    (a, b) => countListed(db, { ...WHOLE, productId: b.id }) - countListed(db, { ...WHOLE, productId: a.id }),
  );
  const [location] = listLocations(db);
  const filters: readonly (readonly [string, Partial<RegistrationFilter>])[] = [
    ['nothing', {}],
    ['a status', { status: STATUS_OF_TENTH }],
    ['the commonest product', { productId: common?.id ?? '' }],
    ['another product', { productId: rare?.id ?? '' }],
    ['a location', { locationId: location?.id ?? '' }],
    ['a location and a product', { locationId: location?.id ?? '', productId: common?.id ?? '' }],
    // The status of a tenth goes with neither of these.
    ['a status and a product', { status: COMMON_STATUS, productId: common?.id ?? '' }],
    ['a status and a location', { status: COMMON_STATUS, locationId: location?.id ?? '' }],
    ['first and last day', { createdFrom: '2026-01-01', createdTo: '2026-06-30' }],
    ['days and the commonest product', { createdFrom: '2026-01-01', productId: common?.id ?? '' }],
    ['no patient', { noPatient: true }],
    ['results ready', { resultsReady: true }],
    ['results ready and a product', { resultsReady: true, productId: common?.id ?? '' }],
    ['a name', { text: surname(4_711) }],
    ['a code', { text: trfCode(4_711), codes: [trfCode(4_711)] }],
  ];
  const taken = filters.map(([words, part]): TableRow => {
    const filter = { ...WHOLE, ...part };
    const total = countListed(db, filter);
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = Math.floor((total * (round % 4)) / 4);
      values.push(
        processorMs(() => {
          countListed(db, filter);
          listPositions(db, filter, { from, count: PAGE_ROWS });
        }),
      );
    }
    return {
      name: `engine: registrations by ${words} (${total.toLocaleString('en-GB')})`,
      values,
      limit: LIMIT_MS,
    };
  });
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    statuses.push(processorMs(() => countByStatus(db)));
  }
  store.close();
  return [...taken, { name: 'engine: how many have each status', values: statuses, limit: LIMIT_MS }];
}
