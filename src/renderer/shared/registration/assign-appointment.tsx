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
import { mayBeOwnDoing, useSeen } from '../../host/use-seen.ts';
import { useWhyCutOff } from '../connection/use-cut-off.ts';
import { ChangedMeanwhile, READ_FIRST } from '../drafts/changed-meanwhile.tsx';
import { Overtaken, useOvertaken } from '../drafts/overtaken.tsx';
import { ComparePeople } from '../people/compare-people.tsx';
import { isSamePerson } from '../people/same-person.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import css from './assign-appointment.module.css';

/** Whose appointment it is, and whose it should be. */
export interface AppointmentMatter {
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
}

interface Props {
  readonly today: string;
  readonly timeZone: string;
}

/** `matter` null: there is nothing to decide. The dialog about it stays until it is closed, also when that becomes so meanwhile. */
export function AssignAppointment(props: Props & { readonly matter: AppointmentMatter | null }) {
  const { matter } = props;
  const [opened, setOpened] = useState<AppointmentMatter | null>(null);
  return (
    <>
      {matter && <Said {...matter} onAsk={() => setOpened(matter)} />}
      {opened && <AssignDialog {...props} opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Said({ person, appointment, onAsk }: AppointmentMatter & { readonly onAsk: () => void }) {
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
        <Button icon={<CalendarCheck2 />} onClick={onAsk}>
          {isNobodys ? 'Say whose appointment it is' : `Make it ${formatName(person)}’s appointment`}
        </Button>
      </div>
    </Panel>
  );
}

const isSameMatter = (one: AppointmentMatter, other: AppointmentMatter): boolean =>
  isSamePerson(one.person, other.person) &&
  one.appointment.patientId === other.appointment.patientId &&
  isSamePerson(one.appointment.person, other.appointment.person) &&
  one.appointment.startsAtMs === other.appointment.startsAtMs &&
  one.appointment.locationName === other.appointment.locationName;

function AssignDialog(
  props: Props & {
    readonly opened: AppointmentMatter;
    readonly matter: AppointmentMatter | null;
    readonly onClose: () => void;
  },
) {
  const { opened, today, timeZone, onClose } = props;
  const assign = useCommand('registrations.assignAppointment');
  const cutOff = useWhyCutOff();
  const now = props.matter ?? opened;
  // A change meanwhile must be noticed, and not confirmed unseen.
  const seen = useSeen(now, { isSame: isSameMatter, command: assign });
  const isOvertaken = useOvertaken(props.matter !== null, mayBeOwnDoing(assign));
  const { registrationId, person, appointment } = now;
  const isNobodys = appointment.patientId === null;
  const { date, time } = shownClockAt(appointment.startsAtMs, timeZone);
  const title = `Is this ${formatName(person)}’s appointment?`;
  if (isOvertaken)
    return (
      <Overtaken
        title={title}
        words="There is nothing to decide any more: how registration and appointment stand now is shown behind this."
        onClose={onClose}
      />
    );

  async function run(): Promise<void> {
    const answer = await assign.run({
      registrationId,
      seenPatientId: seen.value.person.id,
      seenAppointmentPatientId: seen.value.appointment.patientId,
    });
    if (!answer.ok) return;
    notify(`The appointment is ${formatName(person)}’s`);
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.dialog} data-draft="true">
        <p>
          {formatDate(date)}, <time>{time}</time>
          {appointment.locationName === null ? '' : ` at ${appointment.locationName}`}, for{' '}
          {now.code ?? 'the registration'}
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
          {cutOff && <li>{`${cutOff.why}: it learns of this once ${cutOff.until}.`}</li>}
        </ul>
        {seen.isChanged && (
          <ChangedMeanwhile
            lines={[
              `The registration is ${formatName(person)}’s now.`,
              isNobodys
                ? 'The appointment names nobody now.'
                : `The appointment is ${appointment.person ? `${formatName(appointment.person)}’s` : 'another patient’s'} now.`,
            ]}
            onRead={seen.read}
          />
        )}
        {seen.error && <ErrorNotice error={seen.error} />}
        <div className={css.actions}>
          <Button
            look={isNobodys ? 'main' : 'danger'}
            icon={<CalendarCheck2 />}
            busy={assign.busy}
            blocked={seen.isChanged ? READ_FIRST : null}
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
