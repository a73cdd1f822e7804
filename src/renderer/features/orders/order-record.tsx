// One order with every part of it, as it was last read; and what can be asked of the service about it.
import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { OrderDetail } from '../../../contract/orders.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { formatDate, isCalendarDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { BackLink } from '../../shared/back-link.tsx';
import { useCutOff } from '../../shared/connection/use-cut-off.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { changeWords } from '../../shared/words/change-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { keptWords } from '../../shared/words/kept-words.ts';
import { isOver, needsPerson } from '../../shared/words/outbox-state-words.ts';
import { serviceWords } from '../../shared/words/service-words.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OrderRequests } from './order-requests.tsx';
import { StateBadge } from './order-state.tsx';
import { changeStanding, unreadWords } from './order-words.ts';
import css from './orders.module.css';

const WHAT_IS_SHOWN = 'not everything could be read, and beside each part stands when it was read last';

export function OrderRecord({ orderId }: { orderId: string }) {
  const stored = useQuery('orders.get', { orderId });
  const reading = useCommand('orders.read', { repeatable: true });
  const timeZone = useSession()?.timeZone ?? 'Europe/London';
  const { run } = reading;
  const order = stored.value;
  // Read again once something that was asked for is done, because that changes what the service shows.
  const done = order?.changes.filter(({ state }) => state === 'confirmed').length ?? 0;
  // The answer stands although a part of it could not be read; nobody must take what is old for what was just asked for.
  const [problem, setProblem] = useState<AppError | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const read = useCallback(async () => {
    const answer = await run({ orderId });
    setAnswered(true);
    if (answer.ok) setProblem(answer.value.problem);
  }, [run, orderId]);
  const isCutOff = useCutOff();
  // Once more when the connection comes or goes: what stands here is either being read or said not to be.
  useEffect(() => void read(), [read, done, isCutOff]);
  const failed = reading.error ?? problem;

  if (!order) {
    return (
      <Screen title="Order" narrow>
        {reading.error ? (
          <ErrorNotice error={reading.error} />
        ) : (
          <SkeletonRows count={6} label="The order is being read" />
        )}
      </Screen>
    );
  }
  return (
    <Screen
      title={order.number === null ? 'Order' : `Order ${order.number}`}
      aside={
        <>
          <StateBadge state={order.state} />
          <AsOf asOfMs={order.asOfMs} timeZone={timeZone} />
          <Button icon={<RefreshCw />} busy={reading.busy} onClick={() => void read()}>
            Read again
          </Button>
          <BackLink list={links.orders} words="All orders" />
        </>
      }
    >
      {failed && order.serverId !== null && (
        <p className={css.notice} role="status">
          {keptWords(failed, WHAT_IS_SHOWN)}
        </p>
      )}
      {order.state === 'said-placed' && (
        <p className={css.notice}>
          Somebody said that the service placed this order. Its number is not known here: open it by its
          number or the code of a registration, from the list of orders.
        </p>
      )}
      {order.totalShown !== null && (
        <p className={css.notice} role="status">
          <strong>
            The total was {order.totalShown} when the order was placed here; the service says {order.total}.
          </strong>{' '}
          Tell the customer, or ask the laboratory which is right.
        </p>
      )}
      <Facts order={order} />
      <OrderRequests order={order} timeZone={timeZone} />
      <div className={css.parts}>
        <Parts
          order={order}
          timeZone={timeZone}
          unread={unreadWords(order, {
            isReading: reading.busy || !isAnswered,
            hasFailed: failed !== null,
            isCutOff,
          })}
        />
      </div>
      <Changes order={order} timeZone={timeZone} />
    </Screen>
  );
}

/** A day as the service words it is shown as it comes when it is no date. */
function dateWords(date: string | null): string {
  if (date === null) return 'none';
  return isCalendarDate(date) ? formatDate(date) : date;
}

function Facts({ order }: { order: OrderDetail }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Customer', order.customerName ?? 'not told'],
    ['Status', serviceWords(order.status)],
    ['Payment', serviceWords(order.paymentStatus)],
    ['Shipping', serviceWords(order.shippingStatus)],
    ['Shipping date', dateWords(order.shippingDate)],
    ['Total', order.total ?? 'not told'],
  ];
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function dayAndTime(atMs: number, timeZone: string): string {
  const { date, time } = shownClockAt(atMs, timeZone);
  return `${formatDate(date)} ${time}`;
}

/** A part of the order with its age, or as it was ordered here; what was never read, and what the service says is none, are two things. */
function Part<Value>(props: {
  title: string;
  part: { readonly asOfMs: number | null; readonly value: Value | null };
  timeZone: string;
  none: string;
  /** Why there is nothing yet where nothing was read. */
  unread: string;
  children: (value: Value) => ReactNode;
}) {
  const { part, timeZone } = props;
  const isAsOrdered = part.asOfMs === null && part.value !== null;
  return (
    <Panel
      title={props.title}
      aside={
        isAsOrdered ? (
          <span className={css.quiet}>as ordered here</span>
        ) : (
          <AsOf asOfMs={part.asOfMs} timeZone={timeZone} />
        )
      }
    >
      {part.asOfMs === null && part.value === null ? (
        <p className={css.quiet}>{props.unread}</p>
      ) : part.value === null || (Array.isArray(part.value) && part.value.length === 0) ? (
        <p className={css.quiet}>{props.none}</p>
      ) : (
        props.children(part.value)
      )}
    </Panel>
  );
}

function Parts(props: { order: OrderDetail; timeZone: string; unread: string }) {
  const { order, timeZone, unread } = props;
  return (
    <>
      <Part
        title="Registrations"
        part={order.registrations}
        timeZone={timeZone}
        unread={unread}
        none="None. Cancelled ones are gone."
      >
        {(list) => (
          <ul className={css.list}>
            {list.map((one) => (
              <li key={one.id}>
                <a href={hrefOf(links.registration(one.id))}>{one.trfCode}</a>
                <span>
                  {serviceWords(one.status)}
                  {one.hasPatient ? '' : ', no patient yet'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Items" part={order.items} timeZone={timeZone} unread={unread} none="No items.">
        {(list) => (
          <ul className={css.list}>
            {list.map((one) => (
              <li key={one.id}>
                <span>
                  {one.quantity === null ? '' : `${one.quantity} × `}
                  {one.name}
                </span>
                <span>{[one.sku, one.price].filter((part) => part !== null).join(', ')}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part
        title="Customer"
        part={order.customer}
        timeZone={timeZone}
        unread={unread}
        none="No customer is told."
      >
        {({ name, email, phoneNumber, nhsNumber }) => (
          <ul className={css.list}>
            {[name, email, phoneNumber, nhsNumber === null ? null : `NHS ${nhsNumber}`]
              .filter((line) => line !== null)
              .map((line) => (
                <li key={line}>{line}</li>
              ))}
          </ul>
        )}
      </Part>
      <Part
        title="Address"
        part={order.address}
        timeZone={timeZone}
        unread={unread}
        none="No address: nothing is posted."
      >
        {({ lines }) => (
          <address className={css.address}>
            {lines.map((line, index) => (
              <span key={`${index} ${line}`}>{line}</span>
            ))}
          </address>
        )}
      </Part>
      <Part
        title="Shipping"
        part={order.shipping}
        timeZone={timeZone}
        unread={unread}
        none="No way of shipping is told."
      >
        {({ name, type, price }) => (
          <p>
            {name}
            {type === '' ? '' : ` (${serviceWords(type)})`}
            {price === null ? '' : `, ${price}`}
          </p>
        )}
      </Part>
      <Part
        title="Appointments"
        part={order.appointments}
        timeZone={timeZone}
        unread={unread}
        none="No appointment."
      >
        {(list) => (
          <ul className={css.list}>
            {list.map((one) => (
              <li key={one.id}>
                <span>{dayAndTime(one.startsAtMs, timeZone)}</span>
                <span>
                  {one.locationName ?? 'at a location that is not known here'}
                  {one.confirmed ? '' : ', not confirmed'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  );
}

/** What was asked for from this desk, the latest first, and how each stands: also what is done, and what was given up. */
function Changes({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const isWaiting = order.changes.some((row) => !isOver(row));
  return (
    <Panel title="Changes">
      {!isWaiting && <p className={css.quiet}>Nothing waits for the service.</p>}
      {order.changes.length > 0 && (
        <ul className={css.list}>
          {order.changes.toReversed().map((row) => (
            <li key={row.id}>
              {isOver(row) ? (
                <span>{changeWords(row.kind)}</span>
              ) : (
                <a href={hrefOf(links.outbox)}>{changeWords(row.kind)}</a>
              )}
              <span className={css.standing}>
                {needsPerson(row) ? (
                  <strong className={css.changed}>
                    <TriangleAlert aria-hidden="true" size={16} />
                    {changeStanding(row)}
                  </strong>
                ) : (
                  <span>{changeStanding(row)}</span>
                )}
                <span className={css.quiet}>
                  saved {dayAndTime(row.createdAtMs, timeZone)} by {row.actor}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
