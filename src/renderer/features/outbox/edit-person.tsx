// Corrects a person whose creation the service refused, and sends it again. What is typed is kept until it is saved, also when
// the form is closed or the page is read anew.
import { RotateCcw } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { OutboxRowView } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { useKeptText } from '../../host/use-kept-text.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import {
  EMPTY_PERSON,
  entryFromDraft,
  entryFromKept,
  refusedFields,
  type PersonEntry,
} from '../../shared/people/person-draft.ts';
import { PersonForm } from '../../shared/people/person-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './outbox.module.css';

const ID_PREFIX = 'edit-person';

/**
 * What was typed in this window, by the change: newer than what the engine was asked for before. After a reload it is empty,
 * and the engine's word counts.
 */
const typedHere = new Map<string, PersonEntry>();

interface Props {
  row: OutboxRowView;
  today: string;
  onClose: () => void;
}

export function EditPerson(props: Props) {
  const { row, onClose } = props;
  const [typed] = useState(() => typedHere.get(row.id) ?? null);
  const kept = useQuery('outbox.correction', typed ? skip : { rowId: row.id });
  const isRead = typed !== null || kept.value !== null || kept.error !== null;
  return (
    <Dialog title={`Correct ${row.subject}`} onClose={onClose}>
      {isRead ? (
        <Correction {...props} kept={typed ?? entryFromKept(kept.value?.text ?? null)} />
      ) : (
        <SkeletonRows count={6} label="What was entered is being read" />
      )}
    </Dialog>
  );
}

function Correction({ row, today, onClose, kept }: Props & { kept: PersonEntry | null }) {
  const edit = useCommand('outbox.editPatient');
  const { run: keep } = useCommand('outbox.keepCorrection', { repeatable: true });
  const entered = row.entered ? entryFromDraft(row.entered) : EMPTY_PERSON;
  // Once it is shown, the form has the last word about what is kept, whatever is read meanwhile.
  const [start, setStart] = useState({
    entry: kept ?? entered,
    isKept: kept !== null && JSON.stringify(kept) !== JSON.stringify(entered),
    count: 0,
  });
  const [entry, setEntry] = useState(start.entry);
  const [isSaved, setSaved] = useState(false);
  const isChanged = JSON.stringify(entry) !== JSON.stringify(entered);
  const take = useCallback(
    (next: PersonEntry): void => {
      typedHere.set(row.id, next);
      setEntry(next);
    },
    [row.id],
  );
  useKeptText({
    text: isChanged ? JSON.stringify(entry) : null,
    isLoaded: !isSaved,
    keep: (text) => void keep({ rowId: row.id, text }),
    flushes: true,
  });
  const words = row.error?.kind === 'rejected' ? errorWords(row.error) : null;
  return (
    <PersonForm
      key={start.count}
      idPrefix={ID_PREFIX}
      start={start.entry}
      today={today}
      submitWords="Save and send again"
      busy={edit.busy}
      full
      refused={row.error?.kind === 'rejected' ? refusedFields(row.error.fields, ID_PREFIX) : []}
      onEntry={take}
      onCancel={onClose}
      onSubmit={(draft) =>
        void edit.run({ rowId: row.id, draft }).then((answer) => {
          if (!answer.ok) return;
          typedHere.delete(row.id);
          setSaved(true);
          onClose();
        })
      }
    >
      {words && (
        <p className={css.why}>
          The service refused the person: {words.advice} Anything can be corrected here.
        </p>
      )}
      {start.isKept && (
        <p className={css.why} role="status">
          This is what was typed here before and not saved.{' '}
          <Button
            size="small"
            icon={<RotateCcw />}
            onClick={() => setStart({ entry: entered, isKept: false, count: start.count + 1 })}
          >
            As it was sent
          </Button>
        </p>
      )}
      {edit.error && <ErrorNotice error={edit.error} />}
    </PersonForm>
  );
}
