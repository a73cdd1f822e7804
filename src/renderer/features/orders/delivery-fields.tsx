// Where and when: the address and the day of a kit, or the first appointment.
import { CalendarX } from 'lucide-react';
import { needsAddress, sendsKit } from '../../../domain/order.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { useSession } from '../../host/use-session.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { SlotChooser } from '../../shared/slots/slot-chooser.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OrderText, type FieldsProps } from './customer-fields.tsx';
import css from './orders.module.css';

/** `type`: the way of shipping, as the service words it. */
export function DeliveryFields(props: FieldsProps & { type: string }) {
  const { type, ...fields } = props;
  if (sendsKit(type)) return <AddressFields {...fields} isKit />;
  return (
    <>
      {needsAddress(type) && <AddressFields {...fields} isKit={false} />}
      <AppointmentFields {...fields} />
    </>
  );
}

function AddressFields({ isKit, ...props }: FieldsProps & { isKit: boolean }) {
  return (
    <div className={css.fields}>
      {!isKit && <p className={css.quiet}>The phlebotomist comes to this address.</p>}
      {props.entry.addressFrom !== '' && (
        <p className={css.quiet}>
          Taken from {props.entry.addressFrom}: check it with the customer. It can be changed here.
        </p>
      )}
      <div className={css.two}>
        <OrderText {...props} name="line1" label="Address" />
        <OrderText {...props} name="company" label="Company" optional />
      </div>
      <div className={css.two}>
        <OrderText {...props} name="line2" label="Second line" optional />
        <OrderText {...props} name="line3" label="Third line" optional />
      </div>
      <div className={css.two}>
        <OrderText {...props} name="city" label="Town" />
        <OrderText {...props} name="postalCode" label="Postcode" />
      </div>
      <div className={css.two}>
        <OrderText {...props} name="countryCode" label="Country" hint="Two letters, such as GB" />
        {isKit && (
          <OrderText
            {...props}
            name="shippingDate"
            label="Shipping date"
            hint="Such as 15-Mar-2026; empty: as soon as possible"
            optional
          />
        )}
      </div>
    </div>
  );
}

function AppointmentFields({ entry, problemOf, onChange }: FieldsProps) {
  const session = useSession();
  const locationId = entry.locationId === '' ? (session?.location?.id ?? '') : entry.locationId;
  if (!session || locationId === '') return <SkeletonRows count={6} label="The calendar is being read" />;
  const location = session.locations.find(({ id }) => id === locationId);
  const isChosen = entry.startsAtMs !== null && entry.day !== '';
  return (
    <div className={css.fields}>
      <div className={css.chosenTime}>
        <p role="status">
          {isChosen ? (
            <>
              First appointment:{' '}
              <strong>
                {dayWords(entry.day)}, <time>{shownClockAt(entry.startsAtMs, session.timeZone).time}</time>
              </strong>
              {location ? ` at ${location.name}` : ''}
            </>
          ) : (
            'No time is chosen: the appointment is booked later.'
          )}
        </p>
        {entry.day !== '' && (
          <Button size="small" icon={<CalendarX />} onClick={() => onChange({ day: '', startsAtMs: null })}>
            Book it later
          </Button>
        )}
      </div>
      <SlotChooser
        id="order-day"
        session={session}
        chosen={{ locationId, date: entry.day, startsAtMs: entry.startsAtMs }}
        problem={problemOf('order-day')}
        onChoose={({ locationId: place, date, startsAtMs }) =>
          onChange({ locationId: place, day: date, startsAtMs })
        }
      />
    </div>
  );
}
