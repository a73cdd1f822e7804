// Corrects a person whose creation the service refused, and sends it again. What is typed is kept until it is saved, also when
// the form is closed or the page is read anew.
import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import { useCommand, type Command } from '../../host/use-command.ts';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import {
  EMPTY_PERSON,
  entryFromDraft,
  refusedFields,
  type PersonEntry,
} from '../../shared/people/person-draft.ts';
import { PersonForm } from '../../shared/people/person-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { meanwhileWords } from './change-story.ts';
import css from './outbox.module.css';

const ID_PREFIX = 'edit-person';

interface Props {
  row: OutboxRowView;
  today: string;
  onClose: () => void;
}

export function EditPerson(props: Props) {
  const { row, onClose } = props;
  const draft = useDraft(`correct:${row.id}`, EMPTY_PERSON);
  const edit = useCommand('outbox.editPatient');
  const title = `Correct ${row.subject}`;
  if (useOvertaken(row.choices.includes('correct'), edit.busy)) {
    const close = (): void => {
      draft.forget();
      onClose();
    };
    const typed = draft.isEmpty ? '' : typedWords(draft.entry);
    return <Overtaken title={title} words={meanwhileWords(row)} typed={typed} onClose={close} />;
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {draft.isLoaded ? (
        <Correction {...props} draft={draft} edit={edit} />
      ) : (
        <SkeletonRows count={6} label="What was entered is being read" />
      )}
    </Dialog>
  );
}

/** What stands in the form's fields, in one line. */
const typedWords = (entry: PersonEntry): string =>
  Object.values(entry)
    .flatMap((field: unknown) =>
      typeof field === 'object' && field !== null ? Object.values(field) : [field],
    )
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .join(' · ');

function Correction({
  row,
  today,
  onClose,
  draft,
  edit,
}: Props & { draft: Draft<PersonEntry>; edit: Command<'outbox.editPatient'> }) {
  const entered = row.entered ? entryFromDraft(row.entered) : EMPTY_PERSON;
  const [start, setStart] = useState({
    entry: draft.isEmpty ? entered : draft.entry,
    isKept: !draft.isEmpty,
    count: 0,
  });
  /** Counts what is typed. */
  const changes = useRef(0);
  const take = (next: PersonEntry): void => {
    changes.current += 1;
    if (JSON.stringify(next) === JSON.stringify(entered)) draft.forget();
    else draft.change(next);
  };
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
      onSubmit={(person) => {
        const changesBefore = changes.current;
        void edit.run({ rowId: row.id, draft: person }, { typed: draft.typed() }).then((answer) => {
          if (!answer.ok) return;
          draft.forgetSent(draft.entry);
          // What was typed since stays in sight: it is not in what was sent.
          if (changes.current === changesBefore) onClose();
        });
      }}
    >
      <TooLongToKeep form={draft.form} />
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
            onClick={() => {
              draft.forget();
              setStart({ entry: entered, isKept: false, count: start.count + 1 });
            }}
          >
            As it was sent
          </Button>
        </p>
      )}
      {edit.error && <ErrorNotice error={edit.error} />}
    </PersonForm>
  );
}
