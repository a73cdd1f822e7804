// The catalogue, narrowed while typing. What was chosen stays on top.
import { useState } from 'react';
import { searchableName } from '../../../domain/person-name.ts';
import type { Output } from '../../../contract/index.ts';
import type { Query } from '../../host/use-query.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { CheckBox } from '../../ui/checks.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useWalkInDraft } from './walk-in-draft.ts';
import css from './walk-in.module.css';

export function ProductPicker({ products }: { products: Query<Output<'products.list'>> }) {
  const { productIds, toggleProduct } = useWalkInDraft();
  const [text, setText] = useState('');
  if (!products.value) {
    if (products.error) return <ErrorNotice error={products.error} />;
    return <SkeletonRows count={4} label="The catalogue is being read" />;
  }
  const words = searchableName(text).split(' ');
  const shown = products.value.items.filter((product) => {
    if (productIds.includes(product.id)) return true;
    const name = searchableName(`${product.name} ${product.sku}`);
    return words.every((word) => name.includes(word));
  });
  return (
    <div className={css.products}>
      <TextField
        id="product-search"
        label="Find the test"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length === 0 && (
        <p role="status">
          {products.value.items.length === 0
            ? 'The catalogue has not been read yet. It comes with the next contact to the service.'
            : 'No test by that name.'}
        </p>
      )}
      <ul className={css.productList} aria-label="Tests">
        {shown.map((product) => (
          <li key={product.id}>
            <CheckBox
              label={product.name}
              detail={`${product.sku} · ${product.price}${product.appointmentOnly ? ' · by appointment only' : ''}`}
              checked={productIds.includes(product.id)}
              onChange={(on) => toggleProduct(product.id, on)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
