// The catalogue: the list of products, or one of them, as the address says.
import { useParams } from 'wouter';
import { filterAddress, filterOf, pageOf, uncoded } from './filter-address.ts';
import { ProductList } from './product-list.tsx';
import { ProductScreen } from './product-screen.tsx';

export function Catalogue() {
  const { id, filter: rest = '' } = useParams<{ id?: string; filter?: string }>();
  if (id === 'slug' && rest !== '') {
    const slug = uncoded(rest);
    return <ProductScreen key={slug} sought={{ slug }} />;
  }
  if (id !== undefined && id !== 'by') return <ProductScreen key={id} sought={{ productId: id }} />;
  const filter = filterOf(rest);
  return <ProductList key={filterAddress(filter)} filter={filter} page={pageOf(rest)} />;
}
