// The appointment names nobody, or somebody else than its registration: both identities side by side, and the way to make the
// registration's patient its patient.
import { CalendarCheck2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PersonView } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useCutOff } from '../connection/use-cut-off.ts';
import { ComparePeople } from '../people/compare-people.tsx';
import { ErrorNotice } from '../words/error-notice.tsx';
import css from './assign-appointment.module.css';

interface Props {
  readonly registrationId: string;
  /** The form's code; null while there is none. */
  readonly code: string | null;
  /** The registration's patient, who is to be the appointment's. */
  readonly person: PersonView;
  readonly appointment: {
    readonly startsAtMs: number;
    readonly locationName: string | null;
    /** Whom it is for now; null for nobody. */
    readonly patientId: string | null;
    readonly person: PersonView | null;
  };
  readonly today: string;
  readonly timeZone: string;
}

export function AssignAppointment(props: Props) {
  const { person, appointment } = props;
  const [open, setOpen] = useState(false);
  const isNobodys = appointment.patientId === null;
  return (
    <Panel title={isNobodys ? 'The appointment names nobody' : 'The appointment names somebody else'}>
      <p className={css.said}>
        <TriangleAlert aria-hidden="true" size={20} />
        {isNobodys
          ? `The registration is ${formatName(person)}’s. The location does not learn from the appointment who comes.`
          : `The registration is ${formatName(person)}’s, the appointment ${
              appointment.person ? `${formatName(appointment.person)}’s` : 'another patient’s'
            }. Find out which is right before you change either.`}
      </p>
      <div className={css.actions}>
        <Button icon={<CalendarCheck2 />} onClick={() => setOpen(true)}>
          {isNobodys ? 'Say whose appointment it is' : `Make it ${formatName(person)}’s appointment`}
        </Button>
      </div>
      {open && <AssignDialog {...props} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function AssignDialog(props: Props & { readonly onClose: () => void }) {
  const { registrationId, person, today, timeZone, onClose } = props;
  const assign = useCommand('registrations.assignAppointment');
  const isCutOff = useCutOff();
  // What stood here when the dialog was opened: a change meanwhile must be noticed, and not confirmed unseen.
  const [appointment] = useState(props.appointment);
  const isNobodys = appointment.patientId === null;
  const { date, time } = shownClockAt(appointment.startsAtMs, timeZone);

  async function run(): Promise<void> {
    const answer = await assign.run({
      registrationId,
      seenPatientId: person.id,
      seenAppointmentPatientId: appointment.patientId,
    });
    if (!answer.ok) return;
    notify(`The appointment is ${formatName(person)}’s`);
    onClose();
  }

  return (
    <Dialog title={`Is this ${formatName(person)}’s appointment?`} onClose={onClose}>
      <div className={css.dialog} data-draft="true">
        <p>
          {formatDate(date)}, <time>{time}</time>
          {appointment.locationName === null ? '' : ` at ${appointment.locationName}`}, for{' '}
          {props.code ?? 'the registration'}
        </p>
        <ComparePeople
          now={{
            title: 'Appointment now',
            person: appointment.person,
            words: isNobodys ? 'Nobody' : 'A patient of whom nothing is known here',
          }}
          then={{ title: 'Patient of the registration', person }}
          today={today}
        />
        <ul className={css.consequences}>
          <li>The laboratory is told that the appointment is {formatName(person)}’s.</li>
          {!isNobodys && <li>Whoever it was for has no appointment then, and must be booked anew.</li>}
          <li>
            The registration stays as it is. Somebody else put on the appointment meanwhile is not replaced.
          </li>
          {isCutOff && <li>The service cannot be reached: it learns of this when it can.</li>}
        </ul>
        {assign.error && <ErrorNotice error={assign.error} />}
        <div className={css.actions}>
          <Button
            look={isNobodys ? 'main' : 'danger'}
            icon={<CalendarCheck2 />}
            busy={assign.busy}
            onClick={() => void run()}
          >
            {isNobodys ? `It is ${formatName(person)}’s` : `Take it for ${formatName(person)}`}
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </div>
      </div>
    </Dialog>
  );
}
