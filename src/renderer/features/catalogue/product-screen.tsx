// One product in full. Nothing of it is loaded from another address: pictures and film are links.
import { PackageSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Input, Output } from '../../../contract/index.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { BackLink } from '../../shared/back-link.tsx';
import { useAskOnceBack } from '../../shared/connection/use-ask-once-back.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { links } from '../../shared/links.ts';
import { Price } from '../../shared/products/price.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { keptWords } from '../../shared/words/kept-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { fromListWords, isSaidBy, shippingWords } from './catalogue-words.ts';
import css from './catalogue.module.css';
import { ExternalLink } from './external-link.tsx';
import { SafeHtml } from './safe-html.tsx';

type Product = Output<'catalogue.product'>;

export function ProductScreen({ sought }: { sought: Input<'catalogue.product'> }) {
  const answer = useQuery('catalogue.product', sought);
  useAskOnceBack(answer);
  const timeZone = useTimeZone();
  const product = answer.value;
  const list = useQuery('products.list', {}).value?.items ?? [];
  const listed = 'productId' in sought ? list.find(({ id }) => id === sought.productId) : undefined;
  const isOutOfReach = answer.error?.kind === 'offline';
  return (
    <Screen
      title={product?.name ?? listed?.name ?? 'Product'}
      aside={product && <AsOf asOfMs={product.asOfMs} timeZone={timeZone} />}
      below={<BackLink list={links.catalogue} words="Catalogue" />}
    >
      {isOutOfReach && !product && (
        <EmptyState
          icon={<PackageSearch size={26} />}
          title="This product was not read before the connection went down"
        >
          {listed && <p>{fromListWords(listed)}</p>}
          <p>Everything else about it comes once the service is reached.</p>
          <Button size="small" onClick={answer.refresh}>
            Try again
          </Button>
        </EmptyState>
      )}
      {answer.error && !isOutOfReach && !product && (
        <ErrorNotice error={answer.error}>
          <Button size="small" onClick={answer.refresh}>
            Try again
          </Button>
        </ErrorNotice>
      )}
      {!product && !answer.error && <SkeletonRows count={6} label="The product is being read" />}
      {product && <Facts product={product} />}
    </Screen>
  );
}

function Facts({ product }: { product: Product }) {
  return (
    <>
      {!product.live && (
        <p className={css.notice} role="status">
          {keptWords(product.problem, 'the product is shown as it was read last')}
        </p>
      )}
      {product.odd > 0 && (
        <p className={css.notice} role="status">
          {product.odd === 1 ? 'One record' : `${product.odd} records`} of this product could not be read and
          cannot be shown.
        </p>
      )}
      <div className={css.columns}>
        <Panel title="At a glance">
          <dl className={css.facts}>
            <dt>Price</dt>
            <dd>
              <Price product={product} />
            </dd>
            <dt>Sample</dt>
            <dd>
              {product.appointmentOnly
                ? 'By appointment only: it cannot be posted as a kit.'
                : 'As a kit, or at an appointment.'}
            </dd>
            <dt>Results</dt>
            <dd>{product.turnaround}</dd>
            <dt>How the sample is taken</dt>
            <dd>{product.instructions}</dd>
            <dt>SKU</dt>
            <dd>
              <code>{product.sku}</code>
            </dd>
            <dt>Slug</dt>
            <dd>
              <code>{product.slug}</code>
            </dd>
            <dt>Categories</dt>
            <dd>
              <Part items={product.categories} none="none">
                {(categories) => categories.join(', ')}
              </Part>
            </dd>
          </dl>
        </Panel>
        <Panel title="Description">
          {!isSaidBy(product.descriptionHtml, product.shortDescription) && (
            <p className={css.short}>{product.shortDescription}</p>
          )}
          <SafeHtml html={product.descriptionHtml} />
        </Panel>
      </div>
      <Panel title={`Biomarkers${product.biomarkers ? `: ${product.biomarkers.length}` : ''}`} flush>
        <Part items={product.biomarkers} none="This product measures nothing that is listed.">
          {(biomarkers) => (
            <table className={css.table} aria-label="Biomarkers">
              <thead>
                <tr>
                  <th scope="col">Biomarker</th>
                  <th scope="col">Code</th>
                  <th scope="col">What it tells</th>
                </tr>
              </thead>
              <tbody>
                {biomarkers.map((biomarker) => (
                  <tr key={biomarker.id}>
                    <th scope="row">{biomarker.name}</th>
                    <td>
                      <code>{biomarker.code}</code>
                    </td>
                    <td>{biomarker.description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Part>
      </Panel>
      <Panel title="Shipping methods" flush>
        <Part items={product.shipping} none="The service lists no way to take the sample.">
          {(methods) => (
            <table className={css.table} aria-label="Shipping methods">
              <thead>
                <tr>
                  <th scope="col">Method</th>
                  <th scope="col">Kind</th>
                  <th scope="col">Price</th>
                  <th scope="col">What happens</th>
                </tr>
              </thead>
              <tbody>
                {methods.map((method) => (
                  <tr key={method.id}>
                    <th scope="row">{method.name}</th>
                    <td>{shippingWords(method.type)}</td>
                    <td className={css.price}>{method.price}</td>
                    <td>{method.description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Part>
      </Panel>
      <div className={css.columns}>
        <Panel title="Questions people ask">
          <Part items={product.questions} none="The service lists none.">
            {(questions) => (
              <div>
                {questions.map(({ question, answerHtml }, index) => (
                  <details key={index} className={css.question}>
                    <summary>{question === '' ? `Question ${index + 1}` : question}</summary>
                    <SafeHtml html={answerHtml} />
                  </details>
                ))}
              </div>
            )}
          </Part>
        </Panel>
        <Panel title="Pictures and film">
          <Part items={product.pictures} none="The service lists no pictures.">
            {(pictures) => (
              <ul className={css.links}>
                {pictures.map((picture) => (
                  <li key={picture.address}>
                    <ExternalLink address={picture.address}>
                      {picture.name}
                      {picture.isPrimary && ' (main picture)'}
                    </ExternalLink>
                  </li>
                ))}
              </ul>
            )}
          </Part>
          <p>{filmWords(product)}</p>
        </Panel>
      </div>
    </>
  );
}

function filmWords({ film }: Product): ReactNode {
  if (film === null) return 'No film is known.';
  if (film.address === null) return `${film.title}: a film without an address.`;
  return <ExternalLink address={film.address}>{film.title} (film)</ExternalLink>;
}

/** A part that could not be read is said, and never looks like an empty one. */
function Part<Item>(props: {
  items: readonly Item[] | null;
  none: string;
  children: (items: readonly Item[]) => ReactNode;
}) {
  if (props.items === null) return <p className={css.unread}>Could not be read.</p>;
  if (props.items.length === 0) return <p className={css.unread}>{props.none}</p>;
  return <>{props.children(props.items)}</>;
}
