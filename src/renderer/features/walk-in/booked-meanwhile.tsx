// The slot that this window holds was booked meanwhile, at another window that went on with the same booking: who has it now, and
// the way to another slot.
import { TriangleAlert } from 'lucide-react';
import type { VisitDetail } from '../../../contract/views.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { meanwhileWords } from '../../shared/visit/meanwhile-words.ts';
import { Button } from '../../ui/button.tsx';
import css from './walk-in.module.css';

export function BookedMeanwhile(props: { visit: VisitDetail; timeZone: string; onAnother: () => void }) {
  const { visit, timeZone, onAnother } = props;
  return (
    <div className={css.held}>
      <div className={css.over} role="alert">
        <TriangleAlert aria-hidden="true" size={20} />
        <div>
          <p>This slot was booked meanwhile, at another window. {meanwhileWords(visit, timeZone)}</p>
          <div>
            <a href={hrefOf(links.visitOnDay(visit.date, visit.id))}>Open this visit</a>
          </div>
        </div>
      </div>
      <div>
        <Button onClick={onAnother}>Choose another slot</Button>
      </div>
    </div>
  );
}
