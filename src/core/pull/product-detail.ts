// Reads a product in full, and the whole catalogue little by little, so that it can be looked at without a connection.
import type { Topic } from '../../contract/events.ts';
import { AppException, toAppError } from '../../domain/app-error.ts';
import { onceEach } from '../../domain/once-each.ts';
import type { Page } from '../../wire/pagination.ts';
import type { Log } from '../ports/machine.ts';
import type { Call } from '../service/answers.ts';
import { walkPages } from '../service/walk-pages.ts';
import type { Db } from '../store/db/database.ts';
import { withdrawnProducts } from '../store/desk/withdrawn-products.ts';
import { productsToRead, saveProductDetail } from '../store/mirror/product-details.ts';
import type { LooseRecord, ProductDetail } from '../store/mirror/product-details.ts';

const PAGE_SIZE = 100;
/** A product with more than this many pages of biomarkers is no product. */
const MOST_PAGES = 20;

/** What a product is asked for by: its id, or its name for web addresses. */
export type ProductSought = { readonly productId: string } | { readonly slug: string };

/**
 * Reads a product with all that belongs to it. A part that fails is null; without a connection nothing is read.
 *
 * @throws AppException when the product itself cannot be read, or the connection is lost
 */
export async function readProduct(call: Call, sought: ProductSought): Promise<ProductDetail> {
  const counted = { odd: 0 };
  const { value: product } =
    'slug' in sought
      ? await call('products.getBySlug', { params: { slug: sought.slug } })
      : await call('products.get', { params: { id: sought.productId } });
  const params = { id: product.id };

  async function part<Part>(read: () => Promise<Part>): Promise<Part | null> {
    try {
      return await read();
    } catch (thrown) {
      if (thrown instanceof AppException && thrown.error.kind === 'offline') throw thrown;
      return null;
    }
  }
  async function pages<Item extends { readonly id?: unknown }>(
    name: 'products.biomarkers' | 'products.categories' | 'products.faqs',
  ): Promise<Item[]> {
    const items: Item[] = [];
    const readPage = async (page: number): Promise<Page<unknown>> => {
      const answer = await call(name, { params, query: { page, results_per_page: PAGE_SIZE } });
      counted.odd += answer.odd.length;
      return answer.value;
    };
    for await (const page of walkPages(name, readPage, { maxPages: MOST_PAGES })) {
      items.push(...(page.items as Item[]));
    }
    return onceEach(items);
  }
  return {
    product,
    biomarkers: await part(() => pages('products.biomarkers')),
    files: await part(async () => onceEach((await call('products.files', { params })).value.items)),
    shipping: await part(async () => onceEach((await call('products.shipping', { params })).value.items)),
    categories: await part(() => pages<LooseRecord>('products.categories')),
    faqs: await part(() => pages<LooseRecord>('products.faqs')),
    video: await part(async () => ({ film: (await call('products.video', { params })).value })),
    odd: counted.odd,
  };
}

export interface CatalogueAheadOptions {
  readonly db: Db;
  readonly ask: Call;
  readonly log: Log;
  /** False while the connection is down. */
  readonly mayAsk: () => boolean;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
}

/** A catalogue changes by the day, not by the minute. */
const READ_AGAIN_MS = 24 * 60 * 60_000;
/** Each product takes about seven requests, and visits come first. */
const PRODUCTS_IN_A_ROW = 2;

export interface CatalogueAhead {
  /** Reads a few products that were not read for a day. Rejects only when the connection is down. */
  readSome(): Promise<void>;
}

export function createCatalogueAhead(options: CatalogueAheadOptions): CatalogueAhead {
  const { db, ask, log, mayAsk, serverNowMs, onChange } = options;
  /** When a product could not be read: it is tried again the next day. */
  const failed = new Map<string, number>();
  return {
    async readSome() {
      const beforeMs = serverNowMs() - READ_AGAIN_MS;
      const due = productsToRead(db, beforeMs, withdrawnProducts(db)).filter(
        (id) => (failed.get(id) ?? -Infinity) < beforeMs,
      );
      for (const id of due.slice(0, PRODUCTS_IN_A_ROW)) {
        if (!mayAsk()) return;
        try {
          const detail = await readProduct(ask, { productId: id });
          if (saveProductDetail(db, detail, serverNowMs())) onChange(['products']);
        } catch (thrown) {
          if (!mayAsk()) throw thrown;
          failed.set(id, serverNowMs());
          log.debug('a product could not be read in full; it is tried again tomorrow', {
            error: toAppError(thrown).kind,
          });
        }
      }
    },
  };
}
