// Reads the lists of locations and products, each to its end.
import type { Topic } from '../../contract/events.ts';
import { AppException } from '../../domain/app-error.ts';
import { MAX_PRODUCT_PAGE } from '../../wire/pagination.ts';
import type { ListQuery, Page } from '../../wire/pagination.ts';
import type { ProductSummary } from '../../wire/product.ts';
import type { OddRecord } from '../../wire/record.ts';
import type { TestLocation } from '../../wire/test-location.ts';
import type { Gateway } from '../line/gateway.ts';
import type { Log } from '../ports/machine.ts';
import { walkPages } from '../service/walk-pages.ts';
import type { Db } from '../store/db/database.ts';
import { readSetting, writeSetting } from '../store/desk/settings.ts';
import { noteOffered, noteWithdrawn, withdrawnProducts } from '../store/desk/withdrawn-products.ts';
import { listLocations, removeLocations, upsertLocations } from '../store/mirror/locations.ts';
import { hasSetAside } from '../store/mirror/odd-records.ts';
import { listProducts, upsertProducts } from '../store/mirror/products.ts';
import type { Ask } from './asker.ts';
import type { Records } from './records.ts';

const PAGE_SIZE = 100;
/**
 * A list that this key may not read is asked for again after this time. Shorter than the connection remembers such an answer, so that the
 * desk goes on saying so.
 */
const REFUSED_AGAIN_MS = 4 * 60_000;
/**
 * What a whole reading does not find is gone once it has been missing for so long, in every reading. People may have the lists read twice in a
 * second, and a service that is just being changed may lack something for as long as that takes.
 */
const MISSING_FOR_MS = 3 * 60_000;

export interface ShortListsOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly ask: Ask;
  readonly records: Records;
  readonly log: Log;
  /** The lists are read again after this time, in milliseconds. */
  readonly everythingMs: number;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
}

export interface ShortLists {
  /**
   * Reads both where they are due. If one of them fails, the other is read all the same, and the failure is returned; a refusal is none, as
   * another reading at once would be refused as well. Whoever asks while they are being read gets the same reading.
   */
  read(): Promise<{ readonly thrown: unknown } | null>;
  /** They are due: at the next reading, and once more where they are being read now. */
  want(): void;
}

interface ListRead {
  /** The ids in it, also those of records that cannot be used. */
  readonly ids: readonly string[];
  /** How many more records there are than the service gives out. */
  readonly notTold: number;
  /** As many records came as the service says there are, and each told its id: one that did not may be any that is missing. */
  readonly isWhole: boolean;
}

export function createShortLists(options: ShortListsOptions): ShortLists {
  const { db, gateway, ask, records, log, onChange, serverNowMs } = options;
  let readAt = -Infinity;
  /** How often they were wanted. */
  let wants = 0;
  let underWay: ReturnType<ShortLists['read']> | null = null;
  /** Since which whole reading each that no reading has found since is missing; by the gateway's clock. */
  const missingSince = { location: new Map<string, number>(), product: new Map<string, number>() };

  /** Reads a list to its end, page by page. */
  async function readList<Item extends { readonly id: string }>(list: {
    readonly kind: 'location' | 'product';
    readonly readPage: (query: ListQuery) => Promise<{ value: Page<Item>; odd: readonly OddRecord[] }>;
    readonly store: (items: readonly Item[]) => void;
    /** The service gives out no page after this one. */
    readonly lastPage?: number;
  }): Promise<ListRead> {
    const ids: string[] = [];
    let notTold = 0;
    let total = 0;
    const allOdd: OddRecord[] = [];
    const readPage = async (page: number): Promise<Page<Item>> => {
      const { value, odd } = await list.readPage({ page, results_per_page: PAGE_SIZE });
      const good = value.items.map(({ id }) => id);
      records.noteOdd(list.kind, odd, good);
      allOdd.push(...odd);
      ids.push(...good);
      total = value.isUncounted ? Infinity : value.nr_of_results;
      return value;
    };
    for await (const page of walkPages(`${list.kind}s.list`, readPage)) {
      list.store(page.items);
      if (page.next_page !== null && page.current_page === list.lastPage) {
        notTold = Math.max(1, page.nr_of_results - ids.length - allOdd.length);
        log.warn('a list has more pages than the service gives out', {
          list: list.kind,
          pages: page.nr_of_pages,
        });
        break;
      }
    }
    records.listRead(list.kind, allOdd, []);
    const known = new Set([...ids, ...allOdd.flatMap(({ id }) => id ?? [])]);
    return {
      ids: [...known],
      notTold,
      isWhole: known.size >= total && allOdd.every(({ id }) => id !== null),
    };
  }

  /** Those of the ids that are gone. `isTold`: the reading proves that the list lacks them. */
  function goneOf(
    kind: 'location' | 'product',
    notListed: readonly string[],
    { isTold }: { readonly isTold: boolean },
  ): string[] {
    const nowMs = gateway.nowMs();
    const before = missingSince[kind];
    const counted = isTold ? notListed : notListed.filter((id) => before.has(id));
    const since = new Map(counted.map((id) => [id, before.get(id) ?? nowMs]));
    missingSince[kind] = since;
    return isTold ? notListed.filter((id) => nowMs - (since.get(id) ?? nowMs) >= MISSING_FOR_MS) : [];
  }

  async function readLocations(): Promise<void> {
    const { ids, isWhole } = await readList<TestLocation>({
      kind: 'location',
      readPage: (query) => ask('locations.list', { query }),
      store(locations) {
        if (upsertLocations(db, locations, serverNowMs()).size > 0) onChange(['session', 'board']);
      },
    });
    // One that could not be read may be the first.
    if (isWhole && !hasSetAside(db, 'location')) keepFirstLocation();
    // A location whose record cannot be read still exists, so it is listed.
    const listed = new Set(ids);
    const notListed = listLocations(db).flatMap(({ id }) => (listed.has(id) ? [] : id));
    // A location missing once proves nothing: without its location a desk shows nobody.
    const gone = goneOf('location', notListed, { isTold: isWhole });
    if (removeLocations(db, gone)) {
      log.warn('the service lists a location no more, so it is removed', { locations: gone.length });
      onChange(['session', 'board', 'slots']);
    }
  }

  /** Where nobody has chosen, the desk works at the first location: from now on at this one, whatever the list becomes. */
  function keepFirstLocation(): void {
    const [first] = listLocations(db);
    if (first && readSetting(db, 'firstLocationId') === null) {
      writeSetting(db, 'firstLocationId', first.id);
      onChange(['session']);
    }
  }

  async function readProducts(): Promise<void> {
    const { ids, notTold, isWhole } = await readList<ProductSummary>({
      kind: 'product',
      readPage: (query) => ask('products.list', { query }),
      store(products) {
        const isBack = noteOffered(
          db,
          products.map(({ id }) => id),
        );
        if (upsertProducts(db, products, serverNowMs()).size > 0 || isBack) onChange(['board']);
      },
      lastPage: MAX_PRODUCT_PAGE,
    });
    if (notTold !== (readSetting(db, 'productsNotTold') ?? 0)) {
      writeSetting(db, 'productsNotTold', notTold);
      onChange(['board']);
    }
    // A list of nothing is no catalogue.
    noteMissingProducts(new Set(ids), { isTold: isWhole && notTold === 0 && ids.length > 0 });
  }

  /** As with locations, a product that is missing once may have been passed over between two pages. */
  function noteMissingProducts(listed: ReadonlySet<string>, told: { readonly isTold: boolean }): void {
    const withdrawn = withdrawnProducts(db);
    const notListed = listProducts(db).flatMap(({ id }) => (listed.has(id) || withdrawn.has(id) ? [] : id));
    const gone = goneOf('product', notListed, told);
    if (!noteWithdrawn(db, gone)) return;
    log.warn('the service lists a product no more, so nobody is booked for it', { products: gone.length });
    onChange(['board']);
  }

  async function readDue(): ReturnType<ShortLists['read']> {
    if (gateway.nowMs() - readAt < options.everythingMs) return null;
    let wanted: number;
    do {
      wanted = wants;
      let failure: { readonly thrown: unknown } | null = null;
      let isRefused = false;
      for (const read of [readLocations, readProducts]) {
        try {
          await read();
        } catch (thrown) {
          if (!options.mayAsk()) throw thrown;
          if (thrown instanceof AppException && thrown.error.kind === 'forbidden') {
            isRefused = true;
            log.warn('this key may not read a list', { detail: thrown.error.detail });
          } else failure ??= { thrown };
        }
      }
      if (failure) return failure;
      readAt = gateway.nowMs() - (isRefused ? options.everythingMs - REFUSED_AGAIN_MS : 0);
      // Whoever wanted them meanwhile may want what is on a page that was read already.
    } while (wanted !== wants);
    return null;
  }

  return {
    read() {
      underWay ??= readDue().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    want() {
      wants += 1;
      readAt = -Infinity;
    },
  };
}
