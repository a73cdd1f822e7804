// The ways of shipping that fit every chosen product.
import { amountWords } from '../../../domain/amount-words.ts';
import { sendsKit } from '../../../domain/order.ts';
import { commonShipping, unshippedNames } from './order-draft.ts';
import type { OrderEntry, Terms } from './order-draft.ts';
import { problemWords } from './order-words.ts';
import css from './orders.module.css';

export function ShippingPicker(props: {
  entry: OrderEntry;
  terms: Terms;
  /** The prices and ways of shipping are being read just now. */
  isReading: boolean;
  problem: string | undefined;
  onChange: (changes: Partial<OrderEntry>) => void;
}) {
  const { entry, terms, problem, onChange } = props;
  const common = commonShipping(entry, terms);
  if (entry.lines.length === 0) return <p className={css.quiet}>Choose a product first.</p>;
  if (common === null) {
    return (
      <p className={css.quiet} role="status" id="order-shipping" tabIndex={-1}>
        {props.isReading
          ? 'The ways of shipping are being read…'
          : 'How one of the products is shipped is not known: it has to be read from the service first.'}
      </p>
    );
  }
  const byAppointment = entry.lines.filter(({ productId }) => terms.get(productId)?.appointmentOnly);
  const unshipped = unshippedNames(entry, terms);
  const hadKit = [...terms.values()].some(({ shipping }) => shipping?.some(({ type }) => sendsKit(type)));
  return (
    <fieldset className={css.methods} id="order-shipping" tabIndex={-1}>
      <legend className="visually-hidden">Way of shipping</legend>
      {problem !== undefined && <p className={css.problem}>{problem}</p>}
      {common.length === 0 && (
        <p className={css.notice} role="status">
          {problemWords('shippingId', unshipped.length > 0 ? 'none-listed' : 'none-in-common', {
            appointmentOnly: [],
            unshipped,
            withdrawn: [],
          })}
          .
        </p>
      )}
      {common.map((method) => (
        <label key={method.id} className={css.method}>
          <input
            type="radio"
            name="order-shipping"
            checked={entry.shippingId === method.id}
            onChange={() => onChange({ shippingId: method.id })}
          />
          <span className={css.lineName}>
            {method.name}
            <span className={css.under}>{method.description}</span>
          </span>
          <span>{amountWords(method.price)}</span>
        </label>
      ))}
      {byAppointment.length > 0 && hadKit && (
        <p className={css.quiet}>
          No kit can be sent: {byAppointment.map(({ name }) => name).join(' and ')} needs an appointment.
        </p>
      )}
    </fieldset>
  );
}
