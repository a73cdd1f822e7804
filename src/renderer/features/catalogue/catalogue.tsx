// The catalogue: the list of products, or one of them, as the address says.
import { useParams } from 'wouter';
import { ProductList } from './product-list.tsx';
import { ProductScreen } from './product-screen.tsx';

export function Catalogue() {
  const { id, filter } = useParams<{ id?: string; filter?: string }>();
  if (id === undefined || id === 'by') return <ProductList key={filter ?? ''} address={filter ?? ''} />;
  return <ProductScreen key={id} productId={id} />;
}
