// Asks before an order is placed, because nothing takes it back. What is agreed to is what is shown, to the penny.
import { Send, TriangleAlert } from 'lucide-react';
import type { AppError } from '../../../domain/app-error.ts';
import { useDeliberatePresses } from '../../shared/scanning/deliberate-press.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import record from '../../ui/record.module.css';
import type { OrderQuestion } from './order-question.ts';
import css from './orders.module.css';

export function PlaceOrderDialog(props: {
  question: OrderQuestion;
  /** What has changed since it was asked, and why it cannot be placed so; null while it can. */
  since: { readonly said: string; readonly blocked: string } | null;
  busy: boolean;
  error: AppError | null;
  onPlace: () => void;
  onClose: () => void;
}) {
  const { title, facts, consequences } = props.question;
  const presses = useDeliberatePresses();
  return (
    <Dialog title={title} onClose={props.onClose}>
      <div className={css.question}>
        <dl className={record.facts}>
          {facts.map(([name, lines]) => (
            <div key={name} className={css.asked}>
              <dt>{name}</dt>
              <dd>{lines.join('\n')}</dd>
            </div>
          ))}
        </dl>
        {props.since && (
          <p className={css.notice} role="alert">
            <TriangleAlert aria-hidden="true" size={16} /> {props.since.said}
          </p>
        )}
        <ul className={css.consequences}>
          {consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {props.error && <ErrorNotice error={props.error} />}
        <div className={css.actions}>
          <Button
            look="main"
            icon={<Send />}
            autoFocus
            busy={props.busy}
            blocked={props.since?.blocked ?? null}
            onClick={(event) => presses.press(event, props.onPlace)}
          >
            Place the order
          </Button>
          <Button onClick={props.onClose}>Go on editing</Button>
        </div>
      </div>
    </Dialog>
  );
}
