// The way from a visit to another slot for its appointment.
import { ArrowRightLeft } from 'lucide-react';
import { useLocation } from 'wouter';
import type { VisitDetail } from '../../../contract/views.ts';
import { links } from '../../shared/links.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';

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
