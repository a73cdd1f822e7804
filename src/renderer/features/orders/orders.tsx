// Orders: the list, the one that is being built, or the one that the address names.
import { useParams } from 'wouter';
import { questionOf } from '../../host/query-cache.ts';
import { ROWS_AT_ONCE } from '../../ui/show-more.tsx';
import { OrderBuilder } from './order-builder.tsx';
import { OrderList } from './order-list.tsx';
import { OrderRecord } from './order-record.tsx';

export function Orders() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <OrderList />;
  if (id === 'new') return <OrderBuilder />;
  return <OrderRecord key={id} orderId={id} />;
}

Orders.asksFirst = () => [questionOf('orders.list', { limit: ROWS_AT_ONCE })];
