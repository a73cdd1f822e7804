// One registration with all that is known of it.
import {
  ChartNoAxesColumn,
  FileText,
  CircleCheck,
  CircleDashed,
  ClipboardList,
  FileQuestion,
} from 'lucide-react';
import { useState } from 'react';
import type { RegistrationDetailView } from '../../../contract/registration-views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { BackLink } from '../../shared/back-link.tsx';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { hrefOf, links } from '../../shared/links.ts';
import { WholeName } from '../../shared/people/whole-name.tsx';
import { birthWords, genderWords } from '../../shared/people/person-line.tsx';
import { AssignAppointment } from '../../shared/registration/assign-appointment.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { stateInSentence } from '../../shared/words/state-words.ts';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { changeWords } from '../../shared/words/change-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { contestedSentence } from './contested-words.ts';
import { RegistrationActions } from './registration-actions.tsx';
import { RegistrationParts } from './registration-parts.tsx';
import { shownInList, type RecordHead } from './shown-in-list.ts';
import { timelineOf } from './timeline.ts';
import css from './registrations.module.css';

export function RegistrationScreen({ registrationId }: { registrationId: string }) {
  const registration = useQuery('registrations.get', { registrationId });
  const session = useSession();
  const desk = useDesk();
  const [shown] = useState(() => shownInList(desk.kept('registrations.list'), registrationId));
  const { value, error } = registration;
  if (!value && error?.kind === 'not-found') {
    return (
      <EmptyState icon={<FileQuestion size={26} />} title="This desk does not know this registration" heading>
        <BackLink list={links.registrations} words="All registrations" />
      </EmptyState>
    );
  }
  const head = value ?? (error ? null : shown);
  if (session && head) {
    return <Record head={head} registration={value} timeZone={session.timeZone} today={session.today} />;
  }
  return error ? (
    <ErrorNotice error={error} />
  ) : (
    <SkeletonRows count={6} label="The registration is being read" />
  );
}

const titleWithoutCode = ({ gone }: RecordHead): string =>
  gone ? 'Registration that the service does not show' : 'Registration without a code yet';

/** `registration`: null while all that is known is its head. */
function Record(props: {
  head: RecordHead;
  registration: RegistrationDetailView | null;
  timeZone: string;
  today: string;
}) {
  const { head, registration, timeZone, today } = props;
  return (
    <Screen
      title={head.trfCode ?? titleWithoutCode(head)}
      aside={
        <>
          <StatusBadge status={head.status} />
          <SyncTag tag={head.sync} />
          <AsOf asOfMs={head.asOfMs} timeZone={timeZone} />
          <BackLink list={links.registrations} words="All registrations" />
        </>
      }
    >
      <div className={css.sides}>
        <div className={css.side}>
          {/* Comes and goes by itself: beside what can be pressed, and not above it. */}
          {registration && <Pending registration={registration} />}
          <PatientPanel person={head.person} registration={registration} today={today} />
          {registration ? (
            <WhatAndWhen registration={registration} timeZone={timeZone} />
          ) : (
            <SkeletonRows count={4} label="The registration is being read" />
          )}
        </div>
        {registration && (
          <div className={css.side}>
            <AppointmentOwner registration={registration} today={today} timeZone={timeZone} />
            <RegistrationActions registration={registration} today={today} />
            <FactsPanel registration={registration} />
            <RegistrationParts registration={registration} timeZone={timeZone} />
          </div>
        )}
      </div>
    </Screen>
  );
}

/** Its products, its results, and what happened with it. */
function WhatAndWhen(props: { registration: RegistrationDetailView; timeZone: string }) {
  const { registration, timeZone } = props;
  const nowMs = useNowMs(60_000);
  return (
    <>
      <Panel title="Products">
        <ul className={css.products}>
          {registration.products.map(({ id, name, sku }) => (
            <li key={id}>
              <strong>{name}</strong> <span className={css.quiet}>{sku}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Results">
        <p className={css.quiet}>
          {registration.resultsReady
            ? 'The laboratory has results.'
            : 'The laboratory had no results when last read.'}
        </p>
        <a className={css.link} href={hrefOf(links.results(registration.id))}>
          <ChartNoAxesColumn aria-hidden="true" size={18} />
          Results of {registration.trfCode ?? 'this registration'}
        </a>
        <a className={css.link} href={hrefOf(links.document('trf', registration.id))}>
          <FileText aria-hidden="true" size={18} />
          Form, label and results document
        </a>
      </Panel>
      <Panel title="What happened">
        <ol className={css.timeline}>
          {timelineOf(registration, timeZone, nowMs).map((step) => (
            <li key={step.words} className={step.done ? undefined : css.toCome}>
              {step.done ? (
                <CircleCheck aria-hidden="true" size={18} />
              ) : (
                <CircleDashed aria-hidden="true" size={18} />
              )}
              {step.when === null ? (
                <span className={css.none}>—</span>
              ) : (
                <time data-dated="">{step.when}</time>
              )}
              <span>{step.words}</span>
            </li>
          ))}
        </ol>
        {registration.visit && (
          <a
            className={css.link}
            href={hrefOf(links.visitOnDay(registration.visit.date, registration.visit.id))}
          >
            <ClipboardList aria-hidden="true" size={18} />
            Visit of {formatDate(registration.visit.date)}
            {registration.visit.locationName === null ? '' : ` at ${registration.visit.locationName}`}:{' '}
            {stateInSentence(registration.visit.deskState)}
          </a>
        )}
      </Panel>
    </>
  );
}

function AppointmentOwner(props: { registration: RegistrationDetailView; today: string; timeZone: string }) {
  const { registration, today, timeZone } = props;
  const { person } = registration;
  const appointment = registration.appointment?.known;
  const isToDecide = person !== null && appointment?.differs === true && !registration.contested;
  return (
    <AssignAppointment
      matter={
        isToDecide
          ? { registrationId: registration.id, code: registration.trfCode, person, appointment }
          : null
      }
      today={today}
      timeZone={timeZone}
    />
  );
}

function Pending({ registration }: { registration: RegistrationDetailView }) {
  if (registration.pendingChanges.length === 0) return null;
  return (
    <div className={css.pending} role="status">
      {registration.contested && <strong>{contestedSentence(registration)}</strong>}
      <span>
        Not confirmed by the service yet:{' '}
        {registration.pendingChanges.map(({ kind }) => changeWords(kind)).join(', ')}.{' '}
        <a href={hrefOf(links.outbox)}>See what waits</a>
      </span>
    </div>
  );
}

function PatientPanel(props: {
  person: RecordHead['person'];
  registration: RegistrationDetailView | null;
  today: string;
}) {
  const { person, registration, today } = props;
  return (
    <Panel title="Patient">
      {person ? (
        <>
          <div className={css.big}>
            <a href={hrefOf(links.patient(person.id))}>{formatName(person)}</a>
          </div>
          <WholeName person={person} />
          <dl className={css.facts}>
            <dt>Date of birth</dt>
            <dd>{birthWords(person.dateOfBirth, today)}</dd>
            {registration?.person && (
              <>
                <dt>Gender</dt>
                <dd>{genderWords(registration.person.gender)}</dd>
                <Fact name="Ethnicity" text={registration.ethnicity} />
                <Fact name="E-mail" text={registration.person.email} />
                <Fact name="Phone" text={registration.person.phoneNumber} />
              </>
            )}
          </dl>
        </>
      ) : (
        <p>No patient is assigned.</p>
      )}
    </Panel>
  );
}

function FactsPanel({ registration }: { registration: RegistrationDetailView }) {
  const { parent, retests } = registration;
  return (
    <Panel title="Details">
      <dl className={css.facts}>
        <Fact name="Form’s code" text={registration.trfCode} isCode />
        <Fact
          name="Label’s code"
          text={registration.labelCode ?? 'not read here yet'}
          isCode={registration.labelCode !== null}
        />
        <Fact name="Reference" text={registration.foreignId} isCode />
        <Fact name="Laboratory id" text={registration.labId} isCode />
        <Fact name="Service’s id" text={registration.serviceId} isCode />
        {parent && (
          <>
            <dt>Repeats</dt>
            <dd>
              <Relative {...parent} />
            </dd>
          </>
        )}
        {retests.length > 0 && (
          <>
            <dt>Repeated by</dt>
            <dd>
              {retests.map((one) => (
                <Relative key={one.code} {...one} />
              ))}
            </dd>
          </>
        )}
        <Fact name="Clinical details" text={registration.clinicalDetails} />
        <Fact name="Doctor’s note" text={registration.doctorsNote} />
        <Fact name="Doctor" text={registration.doctorsName} />
        <Fact name="Address" text={registration.address} />
        <Fact name="Results’ address" text={registration.downloadUrl} />
        <Fact name="Sandbox scenario" text={registration.sandboxScenario} />
      </dl>
    </Panel>
  );
}

function Relative({ id, code }: { id: string | null; code: string }) {
  if (id === null) return <span className={css.code}>{code}, not known here</span>;
  return (
    <a className={css.open} href={hrefOf(links.registration(id))}>
      {code}
    </a>
  );
}

/** A fact where there is one; nothing otherwise. */
function Fact({ name, text, isCode = false }: { name: string; text: string | null; isCode?: boolean }) {
  if (text === null || text === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={isCode ? css.code : undefined}>
        <Breakable text={text} />
      </dd>
    </>
  );
}
