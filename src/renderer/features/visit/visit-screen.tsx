// One visit, from expected to left: who, for what, and the one thing to do next.
import { ArrowLeft, CalendarPlus, CircleHelp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { PersonView, VisitDetail } from '../../../contract/views.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { canCheckIn } from '../../../domain/visit.ts';
import { waitingWords } from '../../../domain/span-words.ts';
import { useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { keepInSight } from '../../ui/keep-in-sight.ts';
import { useLinesThatStay } from '../../ui/lines-that-stay.ts';
import { usePainted } from '../../ui/use-painted.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { dayWords, distanceWords, momentWords } from '../../shared/dates/day-words.ts';
import { PersonFacts } from '../../shared/people/person-line.tsx';
import { WholeName } from '../../shared/people/whole-name.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SameNameToday } from '../../shared/people/same-name-today.tsx';
import { AssignAppointment } from '../../shared/registration/assign-appointment.tsx';
import { StateBadge } from '../../shared/visit/state-badge.tsx';
import {
  atWords,
  isDoneElsewhere,
  mayMove,
  movedFromWords,
  visitName,
} from '../../shared/visit/visit-words.ts';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { hasTrouble, shownWords } from '../../shared/visit/trouble-words.ts';
import { AssignPanel } from './assign-panel.tsx';
import { CheckInPanel } from './check-in-panel.tsx';
import { CollectionPanel } from './collection-panel.tsx';
import { unprintedOf } from './label-rules.ts';
import { LostSlot } from './lost-slot.tsx';
import { MoveAppointment } from './move-appointment.tsx';
import { MoveNotDone } from './move-not-done.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useUnansweredAlarm } from './use-unanswered-alarm.ts';
import { VisitCompany } from './visit-company.tsx';
import { VisitDialogs } from './visit-dialogs.tsx';
import { VisitHistory, VisitRegistrations } from './visit-facts.tsx';
import { VisitTicket } from './visit-ticket.tsx';
import { VisitSteps } from './visit-steps.tsx';
import { VisitTroubles } from './visit-troubles.tsx';
import css from './visit.module.css';

export interface VisitScreenProps {
  visitId: string;
  onClose: () => void;
  choosePerson: (onChosen: (person: PersonView) => void) => ReactNode;
  /** Takes up the booking of a slot that was held and has no person yet. */
  onGoOnBooking: (visit: VisitDetail) => void;
  /** Begins a new booking for the person, tests, day and location of a visit. */
  onBookAgain: (visit: VisitDetail) => void;
}

export function VisitScreen({
  visitId,
  onClose,
  choosePerson,
  onGoOnBooking,
  onBookAgain,
}: VisitScreenProps) {
  const visit = useQuery('visits.get', { visitId });
  const session = useSession();
  if (!visit.value || !session) {
    if (!visit.error) return <SkeletonRows count={5} label="The visit is being read" />;
    return (
      <div className={css.screen}>
        {visit.error.kind === 'not-found' ? (
          <EmptyState icon={<CircleHelp size={26} />} title="There is no such visit" heading>
            <Button onClick={onClose}>Back to the board</Button>
          </EmptyState>
        ) : (
          <ErrorNotice error={visit.error}>
            <Button size="small" onClick={visit.refresh}>
              Try again
            </Button>
          </ErrorNotice>
        )}
      </div>
    );
  }
  return (
    <Visit
      visit={visit.value}
      today={session.today}
      timeZone={session.timeZone}
      onClose={onClose}
      choosePerson={choosePerson}
      onGoOnBooking={onGoOnBooking}
      onBookAgain={onBookAgain}
    />
  );
}

function Visit(props: {
  visit: VisitDetail;
  today: string;
  timeZone: string;
  onClose: () => void;
  choosePerson: VisitScreenProps['choosePerson'];
  onGoOnBooking: VisitScreenProps['onGoOnBooking'];
  onBookAgain: VisitScreenProps['onBookAgain'];
}) {
  const { visit, today, timeZone } = props;
  const [formOpen, setFormOpen] = useState(false);
  const collect = useCommand('visits.collect');
  useUnansweredAlarm(visit);
  // Half of the elements, which stand below what is to be done next: a scan shows that first.
  const isPainted = usePainted();
  const elsewhere = hasTrouble(visit, 'elsewhere');
  const isHere = visit.deskState === 'arrived' || visit.deskState === 'collecting';
  const { screen, body } = useBeginningAtEachStep(visit);
  return (
    <article className={css.screen} ref={screen}>
      <VisitHead {...props} />
      {/* Of a visit elsewhere there is little to press, so the keyboard needs this to scroll it. */}
      <div
        className={css.body}
        ref={body}
        {...(elsewhere && { tabIndex: 0, role: 'group', 'aria-label': 'Visit of another location' })}
      >
        <VisitTroubles visit={visit} today={today} timeZone={timeZone} />
        <MoveNotDone
          visit={visit}
          today={today}
          timeZone={timeZone}
          onBookAgain={() => props.onBookAgain(visit)}
        />
        {(!elsewhere || visit.origin === 'booked-here') && (
          <LostSlot visit={visit} timeZone={timeZone} onBookAgain={() => props.onBookAgain(visit)} />
        )}
        <AppointmentOwner visit={visit} today={today} timeZone={timeZone} />
        {!elsewhere && visit.deskState !== 'cancelled' && (
          <AssignPanel
            key={visit.id}
            visit={visit}
            today={today}
            timeZone={timeZone}
            choosePerson={props.choosePerson}
          />
        )}
        {isDoneElsewhere(visit) && !elsewhere && <FinishedAlready />}
        {asksForIdentity(visit) && visit.person !== null && mayCheckIn(visit) && (
          <CheckInPanel key={asShown(visit)} visit={visit} person={visit.person} today={today} />
        )}
        {canCheckIn(visit.deskState) && !visit.checkInOpen && !visit.merelyHeld && !elsewhere && (
          <OtherDay visit={visit} today={today} />
        )}
        {visit.merelyHeld && !elsewhere && (
          <Panel title="Nobody is booked for this slot yet">
            <div className={css.actions}>
              <Button look="main" icon={<CalendarPlus />} onClick={() => props.onGoOnBooking(visit)}>
                Continue booking
              </Button>
            </div>
          </Panel>
        )}
        {(isHere || visit.deskState === 'collected') && !elsewhere && (
          <CollectionPanel
            visit={visit}
            timeZone={timeZone}
            today={today}
            collect={collect}
            onOpenForm={() => setFormOpen(true)}
          />
        )}
        {isHere && !elsewhere && <VisitTicket visit={visit} />}
        {!elsewhere && (isPainted || visit.deskState !== 'expected') && (
          <VisitSteps visit={visit} today={today} />
        )}
        {elsewhere && mayMove(visit) && (
          <Panel title="Otherwise">
            <div className={css.actions}>
              <MoveAppointment visit={visit} today={today} />
            </div>
          </Panel>
        )}
        {isPainted && (
          <>
            <VisitRegistrations visit={visit} />
            <VisitHistory visit={visit} today={today} timeZone={timeZone} />
          </>
        )}
      </div>
      <VisitDialogs key={visit.id} visit={visit} timeZone={timeZone} collect={collect} />
      {formOpen && (
        <FormDialog
          registrations={visit.registrations}
          timeZone={timeZone}
          onClose={() => setFormOpen(false)}
        />
      )}
    </article>
  );
}

/** Where the visit is finished, that line is the one that stays. */
const LINES = [css.finishLine ?? '', css.actions ?? ''];

/**
 * What is to be done next stands at the beginning, so that is shown when the visit goes on to another desk state. Where the beginning
 * has no room for it, it is scrolled into sight all the same, and the labels are as soon as they are printed.
 * Returns the refs of the screen, which a short window scrolls, and of the part that scrolls by itself otherwise.
 */
function useBeginningAtEachStep(visit: VisitDetail) {
  const { deskState } = visit;
  const step = `${deskState}, ${unprintedOf(visit).length === 0 ? 'printed' : 'to print'}`;
  const screen = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const before = useRef(deskState);
  useLinesThatStay(body, LINES);
  useLayoutEffect(() => {
    if (before.current === deskState) return;
    before.current = deskState;
    body.current?.scrollTo({ top: 0 });
    screen.current?.scrollIntoView({ block: 'start' });
  }, [deskState]);
  const stepBefore = useRef(step);
  useEffect(() => {
    if (stepBefore.current === step) return undefined;
    stepBefore.current = step;
    const next = body.current?.querySelector<HTMLElement>('[data-comes-next]');
    // What is told of the step just done comes below, and takes of the room.
    return next ? keepInSight(next) : undefined;
  }, [step]);
  return { screen, body };
}

/**
 * True for somebody who is expected, or who is here without a valid confirmation, once it is clear who the patient is.
 */
function asksForIdentity(visit: VisitDetail): boolean {
  const asks = canCheckIn(visit.deskState) || (visit.deskState === 'arrived' && visit.identity === null);
  return (
    asks &&
    !visit.patientMissing &&
    !hasTrouble(
      visit,
      'elsewhere',
      'patient-contested',
      'registration-untaken',
      'appointment-of-another',
      'two-people',
    )
  );
}

/** Where the appointment is not the patient's: the way to make it so, once it is clear who the patient is. */
function AppointmentOwner(props: { visit: VisitDetail; today: string; timeZone: string }) {
  const { visit, today, timeZone } = props;
  const { appointment, appointmentDiffers, person } = visit;
  const [registration] = visit.registrations;
  const isSettled =
    visit.patientMissing ||
    visit.deskState === 'cancelled' ||
    hasTrouble(visit, 'patient-contested', 'registration-untaken', 'two-people');
  const isToDecide = appointment && appointmentDiffers && person && registration && !isSettled;
  return (
    <AssignAppointment
      matter={
        isToDecide
          ? {
              registrationId: registration.id,
              code: registration.trfCode,
              person,
              appointment: {
                startsAtMs: appointment.startsAtMs,
                locationName: visit.locationName,
                ...appointmentDiffers,
              },
            }
          : null
      }
      today={today}
      timeZone={timeZone}
    />
  );
}

/** On another day nobody is checked in; somebody who is here already is asked again whatever the date. */
function mayCheckIn(visit: VisitDetail): boolean {
  return visit.checkInOpen || visit.deskState === 'arrived';
}

/** Somebody who comes all the same can be checked in: only the laboratory knows why nothing more is to be taken. */
function FinishedAlready() {
  return (
    <Panel title="Finished at the laboratory">
      <p>
        The laboratory has finished the tests of this visit, and nobody was checked in for it here. Ask the
        laboratory before anything is taken.
      </p>
    </Panel>
  );
}

/** In place of the check-in on a day that is not the visit's. */
function OtherDay({ visit, today }: { visit: VisitDetail; today: string }) {
  const when = `${dayWords(visit.date)} (${distanceWords(visit.date, today)})`;
  return (
    <Panel title="Not today">
      <p>
        {visit.date < today
          ? `This visit was on ${when}. Nobody can be checked in for it any more.${visit.deskState === 'expected' ? ' If the person did not come, say so below.' : ''}`
          : `This visit is on ${when}. Check-in opens on that day.`}
      </p>
    </Panel>
  );
}

/**
 * Changes with the person, the name, the date of birth, and what contradicts them. Used as a React key: ticks made for
 * other data are dropped.
 */
function asShown({ person, troubles }: VisitDetail): string {
  const doubt = troubles.find((trouble) => trouble.kind === 'person-in-doubt');
  return JSON.stringify([
    person?.id,
    person?.firstName,
    person?.lastName,
    person?.dateOfBirth,
    doubt?.namings.map(shownWords),
    doubt?.other,
  ]);
}

const COLLECTED: ReadonlySet<VisitDetail['deskState']> = new Set(['collected', 'left']);

function VisitHead({
  visit,
  today,
  timeZone,
  onClose,
}: {
  visit: VisitDetail;
  today: string;
  timeZone: string;
  onClose: () => void;
}) {
  const nowMs = useNowMs();
  const { appointment, person } = visit;
  const place = atWords(visit);
  const heading = useRef<HTMLHeadingElement>(null);
  // When the element with the focus has disappeared, the heading takes it, so that the keyboard goes on from here.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [visit.id, visit.deskState]);
  const held = appointment?.state === 'held' && appointment.holdExpiresAtMs !== null;
  return (
    <header className={css.head}>
      <div className={css.headTop}>
        <Button aria-label="Back to the board" icon={<ArrowLeft />} onClick={onClose} />
        <div className={css.headLine}>
          <h1 className={css.name} ref={heading} tabIndex={-1}>
            {visitName(visit)}
          </h1>
          <StateBadge visit={visit} size="large" />
          <SameNameToday visit={visit} />
        </div>
      </div>
      {person && <WholeName person={person} />}
      {person && <PersonFacts person={person} today={today} />}
      <p className={css.headFacts}>
        <span>
          {appointment ? (
            <strong>
              <time>{momentWords(appointment.startsAtMs, { beside: today, timeZone })}</time>
            </strong>
          ) : (
            `${visit.date === today ? '' : `${formatDate(visit.date)} `}no appointment`
          )}
          {visit.origin === 'walk-in' && ' · walk-in'}
          {visit.origin === 'booked-here' && ' · booked here'}
          {appointment?.overridesAvailability &&
            (appointment.bookedOver === null
              ? ', outside the timetable'
              : ', in a slot that somebody else may have')}
        </span>
        {appointment?.movedFrom && <span>{movedFromWords(appointment.movedFrom, timeZone)}</span>}
        {visit.products.length > 0 && <span>{visit.products.join(', ')}</span>}
        {place !== null && <span>{place}</span>}
        {visit.waitingSinceMs !== null && <strong>{sinceWords(nowMs - visit.waitingSinceMs)}</strong>}
        {visit.collectedAtMs !== null && COLLECTED.has(visit.deskState) && (
          <strong>
            collected at <time>{momentWords(visit.collectedAtMs, { beside: visit.date, timeZone })}</time>
          </strong>
        )}
        {held && appointment.holdExpiresAtMs !== null && (
          <span>
            slot held for{' '}
            <Countdown untilMs={appointment.holdExpiresAtMs} nowMs={nowMs} label="Slot held for" />
          </span>
        )}
        <SyncTag tag={visit.sync} />
      </p>
      <VisitCompany visitId={visit.id} timeZone={timeZone} />
    </header>
  );
}

function sinceWords(waitedMs: number): string {
  const words = waitingWords(waitedMs);
  return words === 'just now' ? 'arrived just now' : `waiting ${words}`;
}
