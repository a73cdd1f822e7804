// A registration that the service has by a code which nothing here had: whose, which, for what and when, in two lines.
import type { Output } from '../../../contract/index.ts';
import { formatName, setApart } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useSession } from '../../host/use-session.ts';
import { birthWords } from '../people/person-line.tsx';
import { statusWords } from './status-words.ts';
import css from './found-registration.module.css';
import { Unbroken } from '../../ui/unbroken.tsx';

type Found = Output<'registrations.find'>;
type Row = Found['rows'][number];

/** @example <FoundRegistration row={answer.rows[0]} /> */
export function FoundRegistration({ row }: { row: Row }) {
  const session = useSession();
  const at =
    row.appointment && shownClockAt(row.appointment.startsAtMs, session?.timeZone ?? 'Europe/London');
  return (
    <span className={css.who}>
      <strong>{row.person ? formatName(row.person) : 'No patient yet'}</strong>
      <span>
        <Unbroken
          text={[
            row.person && birthWords(row.person.dateOfBirth, session?.today ?? ''),
            row.trfCode,
            row.productNames.map(setApart).join(', '),
            at && `${formatDate(at.date)} ${at.time}${locationWords(row)}`,
            statusWords(row.status).words,
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      </span>
    </span>
  );
}

const locationWords = (row: Row): string =>
  row.appointment?.locationName == null ? '' : `, ${setApart(row.appointment.locationName)}`;

/** Why nothing was found: the service knows nothing by the code, or the text is none that it may be asked for. */
export function nothingFoundWords({
  askedService,
  badgeOf,
}: Pick<Found, 'askedService' | 'badgeOf'>): string {
  if (badgeOf) return `It is the staff badge of ${badgeOf.name}. The service is not asked for badges.`;
  return askedService
    ? 'The service knows no registration, label or order by this code either.'
    : 'The service was not asked: it can be asked for a form’s code, a label’s code, a reference or an order number.';
}
