// Asks once to replace a local form, and says why.
import { FileWarning } from 'lucide-react';
import type { RegistrationView, VisitDetail } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { PrintedForms } from './printed-forms.tsx';
import { Notice } from './trouble-notice.tsx';
import { usePrintForm } from './use-print-form.ts';
import css from './visit-troubles.module.css';

const WHY = {
  'form-there':
    'It was printed while the laboratory’s own form could not be had. That one is here now, and it is the one that the laboratory knows.',
  'person-changed': 'It names the person as they were known when it was printed, and that has changed since.',
} as const;

/** The registrations of a visit whose local form has to be replaced. */
export const toReplace = ({ registrations }: Pick<VisitDetail, 'registrations'>): RegistrationView[] =>
  registrations.filter(({ localForm }) => localForm?.replaceBecause != null);

export function LocalFormNotice({ registration }: { registration: RegistrationView }) {
  const printing = usePrintForm();
  const settle = useCommand('localForms.settle');
  const { localForm } = registration;
  const why = localForm?.replaceBecause ?? null;
  if (localForm === null || why === null) return null;
  const end = (as: 'replaced' | 'kept'): void => void settle.run({ registrationId: registration.id, as });
  return (
    <Notice icon={FileWarning} tone="calm" title="Replace the local form">
      <p>
        A local form with the code <code>{localForm.code}</code> was printed for this person. {WHY[why]} Put
        the new form to the sample, and destroy the local one.
      </p>
      <div className={css.actions}>
        {why === 'form-there' && (
          <Button busy={printing.busy} onClick={() => void printing.printAll([registration])}>
            Print the laboratory’s form
          </Button>
        )}
        <Button look="quiet" busy={settle.busy} onClick={() => end('replaced')}>
          It is destroyed already
        </Button>
        <Button look="quiet" busy={settle.busy} onClick={() => end('kept')}>
          Keep the local form
        </Button>
      </div>
      <PrintedForms printing={printing} />
      {settle.error && <ErrorNotice error={settle.error} />}
    </Notice>
  );
}
