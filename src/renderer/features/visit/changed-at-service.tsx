// Says at the top of a visit what the service has changed about it since this desk read it: its registration or its appointment is not there
// any more, or the appointment is somewhere else.
import { CalendarClock, CalendarX2, FileX2 } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { elsewhereWords } from '../../shared/visit/visit-words.ts';
import { Notice } from './trouble-notice.tsx';

/** Whether {@link ChangedAtService} has something to say. */
export const changedAtService = ({ appointment, registrationsLost }: VisitDetail): boolean =>
  registrationsLost !== 'none' || appointment?.gone === true || (appointment?.elsewhere ?? null) !== null;

export function ChangedAtService({ visit, timeZone }: { visit: VisitDetail; timeZone: string }) {
  const isHere = visit.deskState === 'arrived' || visit.deskState === 'collecting';
  const elsewhere = visit.appointment && elsewhereWords(visit.appointment, timeZone);
  return (
    <>
      {visit.registrationsLost !== 'none' && <RegistrationLost visit={visit} />}
      {visit.appointment?.gone === true && <AppointmentGone isHere={isHere} />}
      {elsewhere && <AppointmentElsewhere words={elsewhere} visit={visit} isHere={isHere} />}
    </>
  );
}

/** Loud: a tube without a registration is one that the laboratory can do nothing with. */
function RegistrationLost({ visit }: { visit: VisitDetail }) {
  const isTaken = visit.collectedAtMs !== null;
  if (visit.registrationsLost === 'some') {
    return (
      <Notice icon={FileX2} title="The laboratory no longer has a registration of this visit">
        <p>
          It was taken back there, and nothing more is known of it here. Its test is not shown any more, and
          no label is printed for it; what is shown below is still to be done. Ask the laboratory whether that
          is meant. If it comes back there, it comes back here by itself.
        </p>
      </Notice>
    );
  }
  return (
    <Notice icon={FileX2} title="The laboratory no longer has the registration">
      <p>
        It was taken back there, and nothing more is known of it here: not which test it was, and no label can
        be printed.{' '}
        {isTaken
          ? 'Keep the sample, and ask the laboratory now.'
          : 'Ask the laboratory before blood is drawn.'}
      </p>
      <p>
        If it comes back there, it comes back here by itself. If the test is to be done all the same, register
        the person anew as a walk-in.
        {!isTaken && ' If not, choose “Left without a sample” below.'}
      </p>
    </Notice>
  );
}

/** Hinders nothing: whoever comes all the same is seen. */
function AppointmentGone({ isHere }: { isHere: boolean }) {
  return (
    <Notice icon={CalendarX2} tone="calm" title="The service has no such appointment any more">
      <p>
        It was cancelled there, or another one was booked, since this desk read it.{' '}
        {isHere
          ? 'The person is here and can be seen all the same.'
          : 'If the person does not come, cancel the appointment here before its time, or choose “Did not come” after it. If they come, they can be checked in.'}
      </p>
    </Notice>
  );
}

/** Hinders nothing either: only a person can tell whether somebody who is here is seen now or comes again. */
function AppointmentElsewhere(props: { words: string; visit: VisitDetail; isHere: boolean }) {
  const place = props.visit.appointment?.elsewhere?.place;
  const isUnknown = place?.locationName === null;
  return (
    <Notice
      icon={CalendarClock}
      tone="calm"
      title={
        props.isHere
          ? 'The laboratory has moved the appointment, and the person is here'
          : 'The laboratory has moved the appointment'
      }
    >
      <p>
        It is now {props.words}.
        {isUnknown && ' This desk does not know that place: ask the laboratory where it is.'}{' '}
        {props.isHere
          ? 'They can be seen all the same. If they are to come again then, choose “Left without a sample” below.'
          : 'If they come here all the same, they can be checked in.'}
      </p>
    </Notice>
  );
}
