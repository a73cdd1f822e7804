// Training: the last events that the embedded service sent, or tries to send, to the address of its webhook.
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { formatDate, shownSecondsAt, wallClockAt } from '../../../domain/site-time.ts';
import { serviceNowMs } from '../../host/service-clock.ts';
import { useAskedAgain } from '../../host/use-asked-again.ts';
import { useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScrollSideways } from '../../ui/scroll-sideways.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './service.module.css';

type Delivery = Output<'service.deliveries'>['items'][number];

export function DeliveriesPanel() {
  const deliveries = useQuery('service.deliveries', { limit: 20 });
  const timeZone = useTimeZone();
  useAskedAgain(deliveries.refresh);
  const items = deliveries.value?.items ?? [];
  return (
    <Panel title="Last events">
      {deliveries.error && !deliveries.value && <ErrorNotice error={deliveries.error} />}
      {!deliveries.value && !deliveries.error && <SkeletonRows count={3} label="The events are being read" />}
      {deliveries.value && items.length === 0 && (
        <p className={css.quiet}>
          None yet. With an address set, the training service sends one whenever a registration goes on.
        </p>
      )}
      {items.length > 0 && (
        <ScrollSideways label="Last events">
          <table className={css.table} aria-label="Last events">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Event</th>
                <th scope="col">State</th>
                <th scope="col">Status</th>
                <th scope="col">Tries</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item, index) => (
                <tr key={`${item.createdAtMs} ${index}`}>
                  <td>
                    <time data-dated="">{whenWords(item.createdAtMs, timeZone)}</time>
                  </td>
                  <td>{item.event}</td>
                  <td>
                    <State delivery={item} timeZone={timeZone} />
                  </td>
                  <td>{item.lastStatus ?? item.lastProblem ?? '–'}</td>
                  <td>{item.tries}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollSideways>
      )}
    </Panel>
  );
}

function whenWords(atMs: number, timeZone: string): string {
  const { date } = wallClockAt(atMs, timeZone);
  const clock = shownSecondsAt(atMs, timeZone);
  return date === wallClockAt(serviceNowMs(), timeZone).date ? clock : `${formatDate(date)} ${clock}`;
}

function State({ delivery, timeZone }: { delivery: Delivery; timeZone: string }) {
  switch (delivery.state) {
    case 'delivered':
      return (
        <span className={classNames(css.state, css.good)}>
          <CircleCheck aria-hidden="true" size={17} />
          Delivered
        </span>
      );
    case 'abandoned':
      return (
        <span className={classNames(css.state, css.bad)}>
          <CircleX aria-hidden="true" size={17} />
          Given up
        </span>
      );
    case 'waiting': {
      const again = delivery.tries > 0 && delivery.nextTryAtMs !== null;
      return (
        <span className={css.state}>
          <Clock aria-hidden="true" size={17} />
          {again ? `Again at ${shownSecondsAt(delivery.nextTryAtMs ?? 0, timeZone)}` : 'Waiting'}
        </span>
      );
    }
    default:
      return delivery.state satisfies never;
  }
}
