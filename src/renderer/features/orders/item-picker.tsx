// Chooses products from the catalogue, and how many of each.
import { Plus, TriangleAlert, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { amountWords } from '../../../domain/amount-words.ts';
import { useQuery } from '../../host/use-query.ts';
import { Price } from '../../shared/products/price.tsx';
import { priceWords } from '../../shared/products/price-words.ts';
import { useProductSearch } from '../../shared/products/use-product-search.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { priceBefore } from './order-draft.ts';
import type { OrderEntry, Terms } from './order-draft.ts';
import css from './orders.module.css';

/** So many products are listed at once; a search leads to the others. */
const LISTED = 8;
const SEARCH = 'order-product-search';

/** The button goes with its line. Whoever pressed it by key goes on at the search; a finger would only get a keyboard on the screen. */
function goOnByKeys({ detail }: MouseEvent): void {
  if (detail === 0) document.getElementById(SEARCH)?.focus();
}

export function ItemPicker(props: {
  entry: OrderEntry;
  terms: Terms;
  /** The products that the laboratory lists no more. */
  withdrawn: ReadonlySet<string>;
  problemOf: (fieldId: string) => string | undefined;
  onChange: (changes: Partial<OrderEntry>) => void;
}) {
  const { entry, terms, withdrawn, problemOf, onChange } = props;
  const products = useQuery('products.list', {});
  const text = entry.productText;
  const { matches: fitting, note } = useProductSearch(products.value, text);
  if (!products.value) {
    return products.error ? (
      <ErrorNotice error={products.error}>
        <Button onClick={products.refresh}>Ask again</Button>
      </ErrorNotice>
    ) : (
      <SkeletonRows count={4} label="The catalogue is being read" />
    );
  }
  const isChosen = (id: string): boolean => entry.lines.some(({ productId }) => productId === id);
  const matches = fitting.filter(({ id }) => !isChosen(id));
  const add = (product: { id: string; name: string }): void => {
    onChange({
      lines: [...entry.lines, { productId: product.id, name: product.name, quantity: '1' }],
      productText: '',
    });
  };
  return (
    <div className={css.items}>
      {entry.lines.length > 0 && (
        <ul className={css.lines} aria-label="Products of the order">
          {entry.lines.map(({ productId, name, quantity, firstPrice }, index) => {
            const known = terms.get(productId);
            const before = priceBefore(
              { productId, name, quantity, ...(firstPrice && { firstPrice }) },
              terms,
            );
            const field = `order-quantity-${index}`;
            const isWithdrawn = withdrawn.has(productId);
            return (
              <li key={productId}>
                <span className={css.lineName}>
                  {name}
                  {isWithdrawn && (
                    <span className={css.changed} role="status">
                      <TriangleAlert aria-hidden="true" size={16} /> the laboratory lists it no more: take it
                      out
                    </span>
                  )}
                  {known?.appointmentOnly === true && (
                    <span className={css.under}>by appointment only: it cannot be posted</span>
                  )}
                </span>
                {known && before ? (
                  <span className={css.changed} role="status">
                    <TriangleAlert aria-hidden="true" size={16} /> was {amountWords(before)}, now{' '}
                    {amountWords(known.price)}
                  </span>
                ) : (
                  <span>
                    {known ? (
                      <Price
                        product={{
                          price: amountWords(known.price),
                          formerPrice: known.formerPrice && amountWords(known.formerPrice),
                        }}
                      />
                    ) : (
                      'price not read yet'
                    )}
                  </span>
                )}
                <TextField
                  className={css.quantity}
                  label={`How many of ${name}`}
                  id={field}
                  inputMode="numeric"
                  problem={problemOf(field)}
                  value={quantity}
                  onChange={(event) =>
                    onChange({
                      lines: entry.lines.map((line, at) =>
                        at === index ? { ...line, quantity: event.target.value } : line,
                      ),
                    })
                  }
                />
                <Button
                  look="quiet"
                  icon={<X />}
                  aria-label={`Take ${name} out`}
                  onClick={(event) => {
                    onChange({ lines: entry.lines.filter((_line, at) => at !== index) });
                    goOnByKeys(event);
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
      <TextField
        id={SEARCH}
        label="Find a product"
        hint="Part of its name or code"
        problem={problemOf(SEARCH)}
        value={text}
        onChange={(event) => onChange({ productText: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter adds the product that is meant; it must not place the order.
          event.preventDefault();
          const [only, ...others] = matches;
          if (text.trim() !== '' && only && others.length === 0) add(only);
        }}
      />
      {matches.length === 0 && (
        <p role="status" className={css.quiet}>
          {products.value.items.length === 0
            ? 'The catalogue has not been read yet. It comes as soon as the service is reached.'
            : 'No other product by that name.'}
        </p>
      )}
      {note !== null && (
        <p className={css.quiet} role="status">
          {note}
        </p>
      )}
      <ul className={css.catalogue} aria-label="Catalogue">
        {matches.slice(0, LISTED).map((product) => (
          <li key={product.id}>
            <span className={css.lineName}>
              {product.name}
              <span className={css.under}>
                {product.sku} · {priceWords(product)}
                {product.appointmentOnly ? ' · by appointment only' : ''}
              </span>
            </span>
            <Button
              icon={<Plus />}
              aria-label={`Add ${product.name}`}
              onClick={(event) => {
                add(product);
                goOnByKeys(event);
              }}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
      {matches.length > LISTED && (
        <p className={css.quiet}>{matches.length - LISTED} more: type part of the name.</p>
      )}
    </div>
  );
}
