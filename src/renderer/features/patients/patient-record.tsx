// One person with all that is known of them here.
import { ChartNoAxesColumn, FilePlus2, FileQuestion } from 'lucide-react';
import type { PatientRecordView } from '../../../contract/patients.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { BackLink } from '../../shared/back-link.tsx';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { RemovedUpTo } from '../../shared/dates/removed-up-to.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { WholeName } from '../../shared/people/whole-name.tsx';
import { birthWords, genderWords } from '../../shared/people/person-line.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { withoutCodeWords } from '../../shared/registration/status-words.ts';
import { StateBadge } from '../../shared/visit/state-badge.tsx';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { wholeChangeWords } from '../../shared/words/change-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { groupedDigits } from '../../ui/grouped-digits.ts';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './patients.module.css';
import { RegisterDialog, useRegisterDraft } from './register-dialog.tsx';

const SOURCE: Readonly<Record<PatientRecordView['from'], string>> = {
  patient: 'From the patient’s own record at the service.',
  registration:
    'From the copy on a registration: the patient’s own record was not read here, so phone, reference and address are not known.',
  desk: 'As entered at this desk; the service has not confirmed it yet.',
};

export function PatientRecord({ patientId }: { patientId: string }) {
  const record = useQuery('patients.record', { patientId });
  const session = useSession();
  const { value, error } = record;
  if (!value && error?.kind === 'not-found') {
    return (
      <EmptyState icon={<FileQuestion size={26} />} title="This desk does not know this person" heading>
        <BackLink list={links.patients} words="All patients" />
      </EmptyState>
    );
  }
  if (!value || !session) {
    return (
      <Screen title="Patient" page>
        {error ? <ErrorNotice error={error} /> : <SkeletonRows count={6} label="The person is being read" />}
      </Screen>
    );
  }
  return <Record record={value} timeZone={session.timeZone} today={session.today} />;
}

function Record(props: { record: PatientRecordView; timeZone: string; today: string }) {
  const { record, timeZone, today } = props;
  const { person } = record;
  const registering = useRegisterDraft(person.id);
  const mayNotRegister = useMayNot('registrations.create');
  return (
    <Screen
      title={formatName(person)}
      aside={
        <>
          <Button
            icon={<FilePlus2 />}
            blocked={mayNotRegister}
            onClick={() => registering.change({ isOpen: true })}
          >
            Register for a test
          </Button>
          <SyncTag tag={person.sync} />
          <AsOf asOfMs={record.asOfMs} timeZone={timeZone} />
          <BackLink list={links.patients} words="All patients" />
        </>
      }
    >
      {registering.entry.isOpen && <RegisterDialog record={record} draft={registering} />}
      {record.changes.length > 0 && (
        <div className={css.pending} role="status">
          Not confirmed by the service yet: {record.changes.map(wholeChangeWords).join(', ')}.{' '}
          <a href={hrefOf(links.outbox)}>See what waits</a>
        </div>
      )}
      <div className={css.sides}>
        <div className={css.side}>
          <Panel title="Identity and contact">
            <WholeName person={person} />
            <dl className={css.facts}>
              <Fact name="Date of birth" text={birthWords(person.dateOfBirth, today)} />
              <Fact name="Gender" text={genderWords(person.gender)} />
              <Fact name="Ethnicity" text={record.ethnicity ?? 'not known'} />
              <Fact
                name="E-mail"
                text={person.email === null || person.email === '' ? 'not known' : person.email}
              />
              <Fact name="Phone" text={person.phoneNumber ?? 'not known'} />
              <Fact
                name="Reference"
                text={record.foreignId ?? 'not known'}
                isCode={record.foreignId !== null}
              />
              {record.enteredAddress !== null && (
                <Fact name="Address entered here" text={record.enteredAddress} />
              )}
              <Fact
                name="Address on record"
                text={record.addressId ?? 'none known'}
                isCode={record.addressId !== null}
              />
              <Fact name="Service’s id" text={record.serviceId ?? 'not given yet'} isCode />
            </dl>
            <p className={css.quiet}>{SOURCE[record.from]}</p>
          </Panel>
          <Orders record={record} />
        </div>
        <div className={css.side}>
          <Panel title={`Visits here: ${record.visits.length}`} flush>
            {record.visits.length === 0 ? (
              <p className={css.none}>No visit of this person is known at this desk.</p>
            ) : (
              <ul className={css.list}>
                {record.visits.map((visit) => (
                  <li key={visit.id}>
                    <a className={css.row} href={hrefOf(links.visitOnDay(visit.date, visit.id))}>
                      <span className={css.rowMain}>
                        <strong>
                          {formatDate(visit.date)}
                          {visit.appointment &&
                            ` ${shownClockAt(visit.appointment.startsAtMs, timeZone).time}`}
                        </strong>
                        <span className={css.quiet}>
                          {[visit.locationName, visit.products.join(', ')].filter(Boolean).join(' · ')}
                        </span>
                      </span>
                      <StateBadge visit={visit} />
                    </a>
                  </li>
                ))}
              </ul>
            )}
            <RemovedUpTo what="visits" />
          </Panel>
          <Panel title={`Registrations: ${groupedDigits(record.registrationCount)}`} flush>
            {record.registrations.length === 0 ? (
              <p className={css.none}>No registration of this person is known here.</p>
            ) : (
              <ul className={css.list}>
                {record.registrations.map((registration) => (
                  <li key={registration.id} className={css.row}>
                    <a className={css.rowMain} href={hrefOf(links.registration(registration.id))}>
                      <strong className={css.code}>
                        {registration.trfCode ?? withoutCodeWords(registration)}
                      </strong>
                      <span className={css.quiet}>
                        {[
                          registration.createdOn === null ? '' : formatDate(registration.createdOn),
                          registration.productNames.join(', '),
                        ]
                          .filter((fact) => fact !== '')
                          .join(' · ')}
                      </span>
                    </a>
                    <SyncTag tag={registration.sync} />
                    <StatusBadge status={registration.status} />
                    {registration.resultsReady && (
                      <a className={css.link} href={hrefOf(links.results(registration.id))}>
                        <ChartNoAxesColumn aria-hidden="true" size={17} />
                        Results
                        <span className="visually-hidden"> of {registration.trfCode}</span>
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {record.registrationCount > record.registrations.length && (
              <p className={css.none}>Only the newest {record.registrations.length} are shown.</p>
            )}
          </Panel>
        </div>
      </div>
    </Screen>
  );
}

/** Orders are known through registrations only, and only where somebody asked for them. */
function Orders({ record }: { record: PatientRecordView }) {
  return (
    <Panel title="Orders">
      {record.orders.length > 0 && (
        <ul className={css.plain}>
          {record.orders.map(({ orderId, number, registrationId, code }) => (
            <li key={registrationId}>
              <a className={css.inline} href={hrefOf(links.order(orderId))}>
                {number ?? `Order ${orderId}`}
              </a>
              , through{' '}
              <a className={css.inline} href={hrefOf(links.registration(registrationId))}>
                {code ?? 'a registration'}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={css.quiet}>
        The service tells the order of a registration only when it is asked for it. Open the registration and
        read its order there.
      </p>
    </Panel>
  );
}

function Fact({ name, text, isCode = false }: { name: string; text: string; isCode?: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={isCode ? css.code : undefined}>{text}</dd>
    </>
  );
}
