// The way from a booking that is lost to a new one. This visit ends first, or the person would stand on two lines.
import { CalendarPlus } from 'lucide-react';
import type { Result } from '../../../domain/app-error.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';

export interface BookAgainProps {
  /** Ends this visit. */
  end: () => Promise<Result<unknown>>;
  isEnding: boolean;
  /** Why whoever sits here may not end it; null where they may. */
  blocked: string | null;
  /** Called once it has ended. */
  onBookAgain: () => void;
}

export function BookAgain({ end, isEnding, blocked, onBookAgain }: BookAgainProps) {
  const mayNotHold = useMayNot('walkIn.hold');
  return (
    <Button
      look="main"
      icon={<CalendarPlus />}
      busy={isEnding}
      blocked={blocked ?? mayNotHold}
      onClick={() =>
        void end().then((answer) => {
          if (answer.ok) onBookAgain();
        })
      }
    >
      Book a slot again
    </Button>
  );
}
