// The way from a visit to another slot for its appointment, and what became of a move that was not carried out.
import { ArrowRightLeft, TriangleAlert } from 'lucide-react';
import { useLocation } from 'wouter';
import type { VisitDetail } from '../../../contract/views.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './visit.module.css';

export function MoveAppointment({ visit, today }: { visit: VisitDetail; today: string }) {
  const [, navigate] = useLocation();
  const date = visit.date < today ? today : visit.date;
  const mayNot = useMayNot('visits.moveAppointment');
  return (
    <Button
      icon={<ArrowRightLeft />}
      blocked={mayNot}
      onClick={() => navigate(links.moveAppointment(date, visit.id))}
    >
      Move appointment
    </Button>
  );
}

const STOPPED: ReadonlySet<VisitDetail['pendingChanges'][number]['state']> = new Set([
  'conflict',
  'refused',
  'needs-human',
]);

/** The service did not move the appointment: said where the person is looked up, with what can be done. */
export function MoveNotDone({ visit, today }: { visit: VisitDetail; today: string }) {
  const stopped = visit.pendingChanges.find(
    ({ kind, state }) => kind === 'appointment.move' && STOPPED.has(state),
  );
  if (!stopped) return null;
  return (
    <Panel title="The appointment was not moved" tone="main">
      <p className={css.warned}>
        <TriangleAlert aria-hidden="true" size={20} />
        {stopped.state === 'needs-human'
          ? 'The service calls the new time taken, and it is not known whether by this very appointment. Ask the laboratory, or choose another time.'
          : 'The service has not moved it: the new time is taken, or somebody else has moved it meanwhile. It stands as shown above.'}
      </p>
      <div className={css.actions}>
        <MoveAppointment visit={visit} today={today} />
        <a href={hrefOf(links.outbox)}>See it in the outbox</a>
      </div>
    </Panel>
  );
}
