// Offers the address of a known customer's earlier order, and says of which: it fills the fields when somebody asks for it.
import { MapPin } from 'lucide-react';
import { skip, useQuery } from '../../host/use-query.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { formatDate, wallClockAt } from '../../../domain/site-time.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast-store.ts';
import { addressFields, withAddress } from './order-draft.ts';
import type { OrderEntry } from './order-draft.ts';
import css from './orders.module.css';

const ADDRESS_ID = 'order-line1';

/** Nothing while no order of the customer has an address, or theirs stands in the fields. */
export function KnownAddress(props: { entry: OrderEntry; onChange: (changes: Partial<OrderEntry>) => void }) {
  const { entry, onChange } = props;
  const timeZone = useTimeZone();
  const mayNotSee = useMayNot('orders.knownAddress');
  const asked = mayNotSee === null ? { customerId: entry.customerId } : skip;
  const known = useQuery('orders.knownAddress', asked).value?.known ?? null;
  if (!known || entry.addressFrom !== '') return null;
  const day = formatDate(wallClockAt(known.knownAtMs, timeZone).date);
  const from = `${known.number === null ? 'the order' : `order ${known.number}`} of ${day}`;
  const { company, line1, line2, line3, city, postalCode, countryCode } = known.address;
  const use = (): void => {
    const before = addressFields(entry);
    onChange(withAddress(known, from));
    notify(`The address is that of ${from}`, () => onChange(before));
    document.getElementById(ADDRESS_ID)?.focus();
  };
  return (
    <div className={css.offer}>
      <p>
        Address of {from}:{' '}
        <strong>
          {[company, line1, line2, line3, city, postalCode, countryCode].filter(Boolean).join(', ')}
        </strong>
      </p>
      <Button icon={<MapPin />} onClick={use}>
        Use this address
      </Button>
    </div>
  );
}
