// The dialogs of a visit. They stand apart from the buttons that open them: a button goes when the visit goes on, and a dialog that
// went with it would say nothing about what became of it.
import type { VisitDetail } from '../../../contract/views.ts';
import type { Sending } from '../../host/use-seen.ts';
import { BookOverDialog } from '../../shared/slots/book-over.tsx';
import { meanwhileWords } from '../../shared/visit/meanwhile-words.ts';
import { CancelDialog } from './cancel-appointment.tsx';
import { CollectedMeanwhile } from './collected-meanwhile.tsx';
import { FormCodeDialog } from './form-code-dialog.tsx';
import { GiveUpMoveDialog } from './move-not-done.tsx';
import { NotTakenDialog } from './not-taken-dialog.tsx';
import { ReprintDialog } from './reprint-dialog.tsx';
import { useVisitDraft } from './visit-draft.ts';

/** `collect` is the command by which this window finishes the collection. */
export function VisitDialogs(props: { visit: VisitDetail; timeZone: string; collect: Sending }) {
  const { visit, timeZone, collect } = props;
  const draft = useVisitDraft(visit.id);
  const { open, labelId } = draft.entry;
  const parts = { visit, draft, timeZone, meanwhile: meanwhileWords(visit, timeZone) };
  const label = visit.labelList.find(({ id }) => id === labelId) ?? null;
  return (
    <>
      {open === 'not-taken' && <NotTakenDialog {...parts} label={label} andLeft={false} />}
      {open === 'leave' && <NotTakenDialog {...parts} label={null} andLeft />}
      {open === 'reprint' && <ReprintDialog {...parts} label={label} />}
      {open === 'form-code' && <FormCodeDialog {...parts} />}
      <BookOverDialog visit={visit} timeZone={timeZone} meanwhile={parts.meanwhile} />
      <CollectedMeanwhile visit={visit} collect={collect} meanwhile={parts.meanwhile} />
      <GiveUpMoveDialog visit={visit} meanwhile={parts.meanwhile} />
      <CancelDialog visit={visit} timeZone={timeZone} meanwhile={parts.meanwhile} />
    </>
  );
}
