// The list of products with every filter that the service has. Without a connection the kept catalogue is searched.
import { PackageSearch } from 'lucide-react';
import { useLocation } from 'wouter';
import type { CatalogueFilter } from '../../../contract/catalogue.ts';
import type { Output } from '../../../contract/index.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { useAskOnceBack } from '../../shared/connection/use-ask-once-back.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { Price } from '../../shared/products/price.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { keptWords } from '../../shared/words/kept-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useRowsInSight } from '../../ui/rows-in-sight.ts';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './catalogue.module.css';
import { FILTER_WORDS } from './catalogue-words.ts';
import { filterAddress, LAST_PAGE } from './filter-address.ts';
import { FilterForm } from './filter-form.tsx';

type Found = Output<'catalogue.find'>;

export function ProductList({ filter, page }: { filter: CatalogueFilter; page: number }) {
  const [, navigate] = useLocation();
  const show = (next: CatalogueFilter, nextPage = 1): void => {
    const said = filterAddress(next, nextPage);
    navigate(said === '' ? links.catalogue : links.catalogueBy(said));
  };
  const found = useQuery('catalogue.find', { filter, page });
  useAskOnceBack(found);
  const timeZone = useTimeZone();
  return (
    <Screen title="Catalogue" aside={found.value && <AsOf asOfMs={found.value.asOfMs} timeZone={timeZone} />}>
      <FilterForm filter={filter} onFilter={show} />
      {found.error && !found.value && (
        <ErrorNotice error={found.error}>
          <Button size="small" onClick={found.refresh}>
            Try again
          </Button>
        </ErrorNotice>
      )}
      {!found.value && !found.error && <SkeletonRows count={6} label="The catalogue is being read" />}
      {found.value && (
        <Products found={found.value} slug={filter.slug} onPage={(next) => show(filter, next)} />
      )}
    </Screen>
  );
}

function Products(props: { found: Found; slug: string; onPage: (page: number) => void }) {
  const { found, slug, onPage } = props;
  // Another page or filter is another list; only the first is one that a screen opens with.
  const rows = useRowsInSight(found.items, { about: 'catalogue', abovePx: 320, leastRowPx: 44 });
  return (
    <>
      {!found.live && (
        <p className={css.notice} role="status">
          {keptWords(found.problem, 'the kept catalogue is searched')}
          {found.unanswered.length > 0 && (
            <strong>
              {' '}
              Only the service can answer “{found.unanswered.map((name) => FILTER_WORDS[name]).join('”, “')}”:
              left out here.
            </strong>
          )}
          {found.notKnown > 0 && (
            <strong>
              {' '}
              {found.notKnown === 1 ? 'One product is' : `${found.notKnown} products are`} not listed, because
              too little of
              {found.notKnown === 1 ? ' it' : ' them'} is kept to tell.
            </strong>
          )}
        </p>
      )}
      {found.odd > 0 && (
        <p className={css.notice} role="status">
          {found.odd === 1 ? 'One product' : `${found.odd} products`} could not be read and cannot be shown.
        </p>
      )}
      {found.items.length === 0 ? (
        <EmptyState
          icon={<PackageSearch size={26} />}
          title={found.asOfMs === null ? 'Not read yet' : 'No product fits'}
        >
          {found.asOfMs === null
            ? 'The catalogue comes as soon as the service has been read.'
            : 'Use fewer filters, or show the whole catalogue.'}
          {slug !== '' && (
            <p>
              A product that is on no list can have this name all the same:{' '}
              <a href={hrefOf(links.productBySlug(slug))}>open the product “{slug}”</a>.
            </p>
          )}
        </EmptyState>
      ) : (
        <Panel title={found.total === 1 ? '1 product' : `${found.total} products`} flush>
          <table className={css.table} aria-label="Products">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">SKU</th>
                <th scope="col">Price</th>
                <th scope="col">Sample</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((product) => (
                <tr key={product.id}>
                  <th scope="row">
                    <a href={hrefOf(links.product(product.id))}>{product.name}</a>
                  </th>
                  <td>
                    <code>{product.sku}</code>
                  </td>
                  <td className={css.price}>
                    <Price product={product} />
                  </td>
                  <td>{product.appointmentOnly ? 'By appointment only' : 'Kit or appointment'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {found.pages > 1 && (
        <nav className={css.pages} aria-label="Pages of the catalogue">
          <Button
            blocked={found.page <= 1 ? 'This is the first page.' : null}
            onClick={() => onPage(found.page - 1)}
          >
            Page before
          </Button>
          <span>
            Page {found.page} of {found.pages}
          </span>
          <Button blocked={lastPageWords(found)} onClick={() => onPage(found.page + 1)}>
            Next page
          </Button>
        </nav>
      )}
    </>
  );
}

function lastPageWords({ page, pages }: Found): string | null {
  if (page >= pages) return 'This is the last page.';
  return page >= LAST_PAGE ? `The service shows no more than ${LAST_PAGE} pages. Use a filter.` : null;
}
