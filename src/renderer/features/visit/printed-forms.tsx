// What became of the forms that were printed from a visit; and where the laboratory's cannot be had, a local one.
import { FileWarning } from 'lucide-react';
import { OfficePrintProgress, OfficePrintState } from '../../shared/documents/office-print.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import type { FormPrinting, PrintedForm } from './use-print-form.ts';

export function PrintedForms({ printing }: { printing: FormPrinting }) {
  return (
    <>
      {printing.forms.map((form) => (
        <OneForm key={form.registration.id} form={form} printing={printing} />
      ))}
      <OfficePrintProgress print={printing} words="The form is fetched and made ready" />
    </>
  );
}

function OneForm({ form, printing }: { form: PrintedForm; printing: FormPrinting }) {
  const { registration, local, job, error, isUnprintable, alreadyAsked } = form;
  if (isUnprintable) {
    return (
      <p role="alert">
        The {local ? 'local form' : 'form'} could not be made ready for paper; nothing went to a printer.
        Print it again.
      </p>
    );
  }
  if (error === null && job === null) {
    return (
      <p role="status">The {local ? 'local form' : 'form'} was given to this computer’s print dialog.</p>
    );
  }
  // With the laboratory's form stored here, what failed is the printing, and a local form helps nobody. Nor does it while it is not certain
  // whom it would name.
  const isAboutWho = error?.kind === 'rejected' && error.fields['patient'] !== undefined;
  const mayStandIn = error !== null && !local && !registration.trfStored && !isAboutWho;
  return (
    <>
      {error === null && <OfficePrintState print={{ job, error }} />}
      {alreadyAsked && (
        <p role="status">It was printed before, or is waiting for its printer: nothing was added.</p>
      )}
      {/* That the line is down is said on top, and hinders nothing here. */}
      {error !== null && !(mayStandIn && error.kind === 'offline') && <ErrorNotice error={error} />}
      {mayStandIn && (
        <>
          <p role="status">
            The laboratory’s form cannot be had now. A local form names the person and says that it is local;
            this desk asks to replace it once the laboratory’s is there.
          </p>
          <div>
            <Button
              icon={<FileWarning />}
              busy={printing.busy}
              onClick={() => void printing.printLocal(registration)}
            >
              Print a local form
            </Button>
          </div>
        </>
      )}
    </>
  );
}
