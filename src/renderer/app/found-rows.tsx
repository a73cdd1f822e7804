// Registrations that a code led to, to choose from, or the one that it led to.
import type { FoundRegistrationView } from '../../contract/registration-views.ts';
import { FoundRegistration } from '../shared/registration/found-registration.tsx';
import { Button } from '../ui/button.tsx';
import css from './scan-card.module.css';

export interface FoundRowsWays {
  readonly onVisit: (visitId: string) => void;
  readonly onRegistration: (registrationId: string) => void;
}

export function FoundRows(props: { rows: readonly FoundRegistrationView[]; label: string } & FoundRowsWays) {
  const { rows, label, onVisit, onRegistration } = props;
  const [only] = rows;
  if (only && rows.length === 1) {
    return (
      <>
        <FoundRegistration row={only} />
        <div className={css.actions}>
          {only.visitId !== null && (
            <Button look="main" onClick={() => onVisit(only.visitId ?? '')}>
              Open the visit
            </Button>
          )}
          <Button look={only.visitId === null ? 'main' : 'plain'} onClick={() => onRegistration(only.id)}>
            Open the registration
          </Button>
        </div>
      </>
    );
  }
  return (
    <ul className={css.several} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={css.choice}
            onClick={() => (row.visitId === null ? onRegistration(row.id) : onVisit(row.visitId))}
          >
            <FoundRegistration row={row} />
            <span>{row.visitId === null ? 'Open the registration' : 'Open the visit'}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
