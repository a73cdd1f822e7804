// The registration forms of a visit, over the visit, so that nothing of the collection is left for them.
import { useState } from 'react';
import type { RegistrationView } from '../../../contract/views.ts';
import { PartToCome } from '../../shared/connection/to-come.tsx';
import { DOCUMENT_TITLES } from '../../shared/documents/document-words.ts';
import { Segments } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import css from './form-dialog.module.css';

const { component: DocumentViewer } = onDemand(
  async () => (await import('../../shared/documents/document-viewer.tsx')).DocumentViewer,
  PartToCome,
);

export function FormDialog(props: {
  registrations: readonly RegistrationView[];
  timeZone: string;
  onClose: () => void;
}) {
  const { registrations, timeZone, onClose } = props;
  const [chosenId, setChosenId] = useState(registrations[0]?.id ?? '');
  return (
    <Dialog wide title={DOCUMENT_TITLES.trf} onClose={onClose}>
      <div className={css.form}>
        {registrations.length > 1 && (
          <Segments
            legend="Form"
            name="form"
            value={chosenId}
            onChange={setChosenId}
            choices={registrations.map((registration, index) => ({
              value: registration.id,
              words: registration.trfCode ?? `Form ${index + 1}`,
            }))}
          />
        )}
        <DocumentViewer key={chosenId} kind="trf" registrationId={chosenId} timeZone={timeZone} />
      </div>
    </Dialog>
  );
}
