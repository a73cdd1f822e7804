// The orders that this desk knows. The service has no list of them, and the screen says so.
import { PackagePlus, PackageSearch, Search } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OrderRow } from '../../../contract/orders.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { RemovedUpTo } from '../../shared/dates/removed-up-to.tsx';
import { useRowsShown } from '../../shared/rows-shown.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { serviceWords } from '../../shared/words/service-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusNextHeading } from '../../ui/focus-heading.ts';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useRowsInSight } from '../../ui/rows-in-sight.ts';
import { ROWS_AT_ONCE, ShowMore } from '../../ui/show-more.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useLast } from '../../ui/use-last.ts';
import { StateBadge } from './order-state.tsx';
import { foundNoneWords } from './order-words.ts';
import css from './orders.module.css';

export function OrderList() {
  const [, navigate] = useLocation();
  const [most, setMost] = useRowsShown(links.orders);
  const list = useQuery('orders.list', { limit: most });
  const shown = useLast(list.value);
  const timeZone = useSession()?.timeZone ?? 'Europe/London';
  const build = (): void => {
    focusNextHeading();
    navigate(links.newOrder);
  };
  const mayNotBuild = useMayNot('orders.create');
  useAction({ id: 'order-new', words: 'Build an order', blocked: mayNotBuild, run: build });
  const items = shown?.items ?? [];
  const rows = useRowsInSight(items, { about: 'orders', abovePx: 300, leastRowPx: 60 });
  return (
    <Screen
      title="Orders"
      aside={
        <Button look="main" icon={<PackagePlus />} blocked={mayNotBuild} onClick={build}>
          Build an order
        </Button>
      }
      below={<FindOrder onFound={(id) => navigate(links.order(id))} />}
    >
      <p className={css.quiet}>
        The service keeps no list of orders. Shown are those made at this desk and those that were opened
        here; any other is opened by its id, its number, or the code of one of its registrations.
      </p>
      {list.error && !list.value && <ErrorNotice error={list.error} />}
      {!shown && !list.error && <SkeletonRows count={5} label="The orders are being read" />}
      {shown && items.length === 0 && (
        <Panel title="Orders" flush>
          <EmptyState icon={<PackageSearch size={26} />} title="No order is known here yet">
            Build one, or open one by its number.
          </EmptyState>
        </Panel>
      )}
      {items.length > 0 && (
        <div className={css.scroller}>
          <table className={css.table}>
            <caption className="visually-hidden">Orders that are known here</caption>
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Products</th>
                <th scope="col">State</th>
                <th scope="col">Payment</th>
                <th scope="col">Shipping</th>
                <th scope="col" className={css.number}>
                  Total
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((order) => (
                <OrderLine key={order.id} order={order} timeZone={timeZone} />
              ))}
            </tbody>
          </table>
          <ShowMore
            order="latest"
            shown={items.length}
            total={shown?.total ?? null}
            busy={list.loading}
            onMore={() => setMost(most + ROWS_AT_ONCE)}
          />
        </div>
      )}
      <RemovedUpTo what="orders" />
    </Screen>
  );
}

function OrderLine({ order, timeZone }: { order: OrderRow; timeZone: string }) {
  const made = shownClockAt(order.knownAtMs, timeZone);
  const products = order.products.map(({ name, quantity }) =>
    quantity === null || quantity === 1 ? name : `${quantity} × ${name}`,
  );
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf(links.order(order.id))}>
          {order.number ?? order.customerName ?? 'Order without a number'}
        </a>
        <span className={css.under}>
          {order.number !== null && order.customerName !== null && `${order.customerName}, `}
          {order.madeHere ? 'made' : 'opened'} {formatDate(made.date)} {made.time}
        </span>
      </th>
      <td>{products.length === 0 ? 'not read yet' : products.join(', ')}</td>
      <td>
        <StateBadge state={order.state} />
      </td>
      <td>{serviceWords(order.paymentStatus)}</td>
      <td>{serviceWords(order.shippingStatus)}</td>
      <td className={css.number}>{order.total ?? 'not told'}</td>
    </tr>
  );
}

function FindOrder({ onFound }: { onFound: (orderId: string) => void }) {
  const find = useCommand('orders.find', { repeatable: true });
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const go = async (): Promise<void> => {
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    const answer = await find.run({ text });
    if (answer.ok) onFound(answer.value.orderId);
  };
  return (
    <form
      className={css.find}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <TextField
        label="Open an order"
        data-takes-scan="code"
        hint="Its id, its number, or the code of one of its registrations"
        problem={isMissing ? 'Enter an id, a number or a code' : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        after={
          <Button type="submit" icon={<Search />} busy={find.busy}>
            Open
          </Button>
        }
      />
      {find.error && <ErrorNotice error={find.error} words={foundNoneWords(find.error)} />}
    </form>
  );
}
