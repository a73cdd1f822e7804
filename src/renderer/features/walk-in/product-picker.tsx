// The catalogue, narrowed while typing. What was chosen stays on top.
import type { Output } from '../../../contract/index.ts';
import { productMeant } from '../../../domain/product-search.ts';
import type { Query } from '../../host/use-query.ts';
import { priceWords, withdrawnWords } from '../../shared/products/price-words.ts';
import { useProductSearch } from '../../shared/products/use-product-search.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { CheckBox } from '../../ui/checks.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWalkInDraft } from './walk-in-draft.ts';
import css from './walk-in.module.css';

export const PRODUCT_SEARCH_ID = 'product-search';
/** So many tests that are not chosen are listed at once; typing leads to the others. */
const LISTED = 60;

/** `onChosenByKey`: Enter ticked the one test that was meant. */
export function ProductPicker(props: {
  products: Query<Output<'products.list'>>;
  onChosenByKey: () => void;
}) {
  const { products, onChosenByKey } = props;
  const { productIds, toggleProduct, productText: text, typeProduct } = useWalkInDraft();
  const { matches, note } = useProductSearch(products.value, text);
  if (!products.value) {
    if (products.error) return <ErrorNotice error={products.error} />;
    return <SkeletonRows count={4} label="The list of tests is being read" />;
  }
  const others = matches.filter((product) => !productIds.includes(product.id));
  const shown = [
    ...products.value.items.filter((product) => productIds.includes(product.id)),
    ...others.slice(0, LISTED),
  ];
  const meant = productMeant(matches, text);
  return (
    <div className={css.products}>
      <TextField
        id={PRODUCT_SEARCH_ID}
        label="Find the test"
        hint={meant ? `Enter ticks ${meant.name}` : 'Part of its name or code'}
        value={text}
        onChange={(event) => typeProduct(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !meant) return;
          // This key moves the focus to a button; without this line it would also press that button.
          event.preventDefault();
          toggleProduct(meant.id, true);
          typeProduct('');
          onChosenByKey();
        }}
      />
      {shown.length === 0 && (
        <p role="status">
          {products.value.items.length === 0
            ? 'The list of tests has not been read yet. It comes as soon as the service is reached.'
            : 'No test by that name.'}
        </p>
      )}
      {note !== null && (
        <p className={css.quiet} role="status">
          {note}
        </p>
      )}
      <ul className={css.productList} aria-label="Tests">
        {shown.map((product) => (
          <li key={product.id}>
            <CheckBox
              label={product.name}
              detail={`${product.sku} · ${priceWords(product)}${product.appointmentOnly ? ' · by appointment only' : ''}${withdrawnWords(product)}`}
              checked={productIds.includes(product.id)}
              onChange={(on) => toggleProduct(product.id, on)}
            />
          </li>
        ))}
      </ul>
      {others.length > LISTED && (
        <p className={css.quiet}>{others.length - LISTED} more: type part of the name.</p>
      )}
    </div>
  );
}
