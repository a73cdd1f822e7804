// Where and when: the address and the day of a kit, or the first appointment.
import { needsAddress, sendsKit } from '../../../domain/order.ts';
import { isCalendarDate, wallClockAt } from '../../../domain/site-time.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { OrderText, type FieldsProps } from './customer-fields.tsx';
import type { OrderEntry } from './order-draft.ts';
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
            hint="As 2026-03-15; empty: as soon as possible"
            optional
          />
        )}
      </div>
    </div>
  );
}

function AppointmentFields({ entry, problemOf, onChange }: FieldsProps) {
  const session = useSession();
  const timeZone = session?.timeZone ?? 'Europe/London';
  const locationId = entry.locationId === '' ? (session?.location?.id ?? '') : entry.locationId;
  const mayAsk = locationId !== '' && isCalendarDate(entry.day);
  const slots = useQuery('slots.list', mayAsk ? { date: entry.day, locationId } : skip).value;
  const free = (slots?.slots ?? []).filter(({ available, past }) => available && !past);
  const days = comingDays(session?.today ?? '');
  const choose = (changes: Partial<OrderEntry>): void => onChange({ locationId, ...changes });
  return (
    <div className={css.fields}>
      <p className={css.quiet}>Leave the day open to book the appointment later.</p>
      <div className={css.two}>
        <SelectField
          id="order-location"
          label="Location"
          value={locationId}
          onChange={(to) => onChange({ locationId: to, startsAtMs: null })}
        >
          {locationId === '' && <option value="">Choose…</option>}
          {(session?.locations ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          id="order-day"
          label="Day"
          value={entry.day}
          problem={problemOf('order-day')}
          onChange={(day) => choose({ day, startsAtMs: null })}
        >
          <option value="">Book later</option>
          {days.map(({ date, words }) => (
            <option key={date} value={date}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      {mayAsk && (
        <SelectField
          id="order-slot"
          label="Time"
          value={entry.startsAtMs === null ? '' : String(entry.startsAtMs)}
          onChange={(startsAt) => choose({ startsAtMs: startsAt === '' ? null : Number(startsAt) })}
        >
          <option value="">{free.length === 0 && slots ? 'No slot is free on this day' : 'Choose…'}</option>
          {free.map(({ id, startsAtMs }) => (
            <option key={id} value={startsAtMs}>
              {wallClockAt(startsAtMs, timeZone).time}
            </option>
          ))}
        </SelectField>
      )}
      {slots && !slots.live && (
        <p className={css.quiet}>
          The service cannot be asked: these are the slots <AsOf asOfMs={slots.asOfMs} timeZone={timeZone} />.
          It may refuse one that was taken since.
        </p>
      )}
    </div>
  );
}

const DAYS_OFFERED = 28;

/** The next days, as `Tue 3 March`. `today` is `YYYY-MM-DD`. */
function comingDays(today: string): { date: string; words: string }[] {
  if (!isCalendarDate(today)) return [];
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return Array.from({ length: DAYS_OFFERED }, (_, index) => {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + index * 86_400_000);
    return { date: day.toISOString().slice(0, 10), words: format.format(day) };
  });
}
