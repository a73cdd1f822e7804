// Who pays: a new customer, or one of an order that is known here.
import { skip, useQuery } from '../../host/use-query.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Segments, SelectField } from '../../ui/checks.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { KnownAddress } from './known-address.tsx';
import { withCustomer } from './order-draft.ts';
import type { OrderEntry, TextFieldName } from './order-draft.ts';
import css from './orders.module.css';

export interface FieldsProps {
  entry: OrderEntry;
  problemOf: (fieldId: string) => string | undefined;
  onChange: (changes: Partial<OrderEntry>) => void;
}

/** A text field of the order; its id is `order-` and its name. */
export function OrderText(
  props: FieldsProps & {
    name: TextFieldName;
    label: string;
    optional?: boolean;
    hint?: string;
    inputMode?: 'email' | 'tel' | 'numeric';
    /** What a scan into it gives. */
    takesScan?: 'nhs-number';
  },
) {
  const { entry, problemOf, onChange, name } = props;
  const id = `order-${name}`;
  return (
    <TextField
      id={id}
      label={props.label}
      hint={props.hint}
      optional={props.optional}
      inputMode={props.inputMode}
      data-takes-scan={props.takesScan}
      problem={problemOf(id)}
      value={entry[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}

/** `needsAddress`: the chosen way of shipping goes to an address. */
export function CustomerFields(props: FieldsProps & { needsAddress: boolean }) {
  const { entry, problemOf, onChange } = props;
  const mayNotSee = useMayNot('orders.customers');
  const choose = (choice: Partial<Pick<OrderEntry, 'customerKind' | 'customerId'>>): void => {
    const changes = withCustomer(entry, choice);
    onChange(changes);
    if ('line1' in changes) notify('The address of the customer before was taken out');
  };
  const known = useQuery('orders.customers', mayNotSee === null ? {} : skip).value?.items ?? [];
  return (
    <div className={css.fields}>
      {known.length > 0 && (
        <Segments
          legend="Customer"
          name="order-customer-kind"
          value={entry.customerKind}
          onChange={(customerKind) => choose({ customerKind })}
          choices={[
            { value: 'new', words: 'New customer' },
            { value: 'known', words: 'Known customer' },
          ]}
        />
      )}
      {entry.customerKind === 'known' ? (
        <>
          <SelectField
            id="order-customerId"
            label="Customer"
            value={entry.customerId}
            problem={problemOf('order-customerId')}
            onChange={(customerId) => choose({ customerId })}
          >
            <option value="">Choose…</option>
            {known.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {email === null ? name : `${name}, ${email}`}
              </option>
            ))}
          </SelectField>
          {props.needsAddress && entry.customerId !== '' && (
            <KnownAddress key={entry.customerId} entry={entry} onChange={onChange} />
          )}
        </>
      ) : (
        <>
          <div className={css.two}>
            <OrderText {...props} name="lastName" label="Last name" />
            <OrderText {...props} name="firstName" label="First name" />
          </div>
          <div className={css.two}>
            <OrderText {...props} name="email" label="E-mail" inputMode="email" />
            <OrderText {...props} name="phoneNumber" label="Phone" optional inputMode="tel" />
          </div>
          <div className={css.two}>
            <OrderText
              {...props}
              name="nhsNumber"
              label="NHS number"
              optional
              inputMode="numeric"
              takesScan="nhs-number"
            />
          </div>
        </>
      )}
    </div>
  );
}
