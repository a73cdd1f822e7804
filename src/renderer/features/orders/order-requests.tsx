// What can be asked of the service about an order. Each is asked about first, because nothing takes it back.
import { Ban, Truck, Undo2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { OrderDetail } from '../../../contract/orders.ts';
import { useCommand } from '../../host/use-command.ts';
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { changedSince, obstacleWords, requestWords } from './order-words.ts';
import css from './orders.module.css';

type Request = keyof OrderDetail['obstacles'];

const REQUESTS: readonly (readonly [Request, LucideIcon])[] = [
  ['cancel', Ban],
  ['refund', Undo2],
  ['reship', Truck],
];

export function OrderRequests({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const [asking, setAsking] = useState<Request | null>(null);
  const mayNot = {
    cancel: useMayNot('orders.cancel'),
    refund: useMayNot('orders.refund'),
    reship: useMayNot('orders.reship'),
  };
  return (
    <>
      <div className={css.actions}>
        {REQUESTS.map(([what, Icon]) => {
          const obstacle = order.obstacles[what];
          return (
            <Button
              key={what}
              icon={<Icon />}
              blocked={mayNot[what] ?? (obstacle === null ? null : obstacleWords(obstacle))}
              onClick={() => setAsking(what)}
            >
              {requestWords(what, order, timeZone).button}
            </Button>
          );
        })}
      </div>
      {asking !== null && (
        <AskFor
          what={asking}
          order={order}
          timeZone={timeZone}
          blocked={mayNot[asking]}
          // An answer that comes late closes its own question, not the next one.
          onClose={() => setAsking((now) => (now === asking ? null : now))}
        />
      )}
    </>
  );
}

function AskFor(props: {
  what: Request;
  order: OrderDetail;
  timeZone: string;
  blocked: string | null;
  onClose: () => void;
}) {
  const { what, order, timeZone, onClose } = props;
  const commands = {
    cancel: useCommand('orders.cancel'),
    refund: useCommand('orders.refund'),
    reship: useCommand('orders.reship'),
  };
  const command = commands[what];
  // What others ask meanwhile is told, not agreed to.
  const seen = useSeen(order, { isSame: (one, other) => one.version === other.version, command });
  const obstacle = order.obstacles[what];
  const wasAsked = order.changes.some(
    ({ kind, sequence }) => kind === `order.${what}` && sequence > seen.value.version,
  );
  const isOvertaken = useOvertaken(obstacle === null && !wasAsked, mayBeOwnDoing(command));
  const words = requestWords(what, order, timeZone);
  const changes = changedSince(seen.value.version, order, timeZone);
  if (isOvertaken) {
    const why = obstacle === null ? [] : [obstacleWords(obstacle)];
    return <Overtaken title={words.title} words={[...changes, ...why].join(' ')} onClose={onClose} />;
  }

  async function confirm(): Promise<void> {
    const answer = await command.run({ orderId: order.id, seenVersion: seen.value.version });
    if (!answer.ok) return;
    notify(words.done);
    onClose();
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className={css.question}>
        <ul className={css.consequences}>
          {words.consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {seen.isChanged && <ChangedMeanwhile lines={changes} onRead={seen.read} />}
        {seen.error && <ErrorNotice error={seen.error} />}
        <div className={css.actions}>
          <Button
            look="danger"
            busy={command.busy}
            blocked={props.blocked ?? (seen.isChanged ? READ_FIRST : null)}
            onClick={() => void confirm()}
          >
            {words.button}
          </Button>
          <Button onClick={onClose}>Leave it as it is</Button>
        </div>
      </div>
    </Dialog>
  );
}
