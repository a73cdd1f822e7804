// Corrects a person whose creation the service refused, and sends it again.
import type { OutboxRowView, PersonView } from '../../../contract/views.ts';
import { useCommand } from '../../host/use-command.ts';
import { splitTypedDate } from '../../shared/dates/date-of-birth.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { EMPTY_PERSON, type PersonEntry } from '../../shared/people/person-draft.ts';
import { PersonForm } from '../../shared/people/person-form.tsx';

function entryOf(person: PersonView | null): PersonEntry {
  if (!person) return EMPTY_PERSON;
  const gender = (['male', 'female', 'other'] as const).find((known) => known === person.gender) ?? '';
  return {
    ...EMPTY_PERSON,
    firstName: person.firstName,
    lastName: person.lastName,
    birth: (person.dateOfBirth === null ? null : splitTypedDate(person.dateOfBirth)) ?? EMPTY_PERSON.birth,
    gender,
    email: person.email ?? '',
    phoneNumber: person.phoneNumber ?? '',
  };
}

export function EditPerson({
  row,
  today,
  onClose,
}: {
  row: OutboxRowView;
  today: string;
  onClose: () => void;
}) {
  const edit = useCommand('outbox.editPatient');
  return (
    <Dialog title={`Correct ${row.subject}`} onClose={onClose}>
      <PersonForm
        idPrefix="edit-person"
        start={entryOf(row.person)}
        today={today}
        submitWords="Save and send again"
        busy={edit.busy}
        onCancel={onClose}
        onSubmit={(draft) =>
          void edit.run({ rowId: row.id, draft }).then((answer) => {
            if (answer.ok) onClose();
          })
        }
      >
        {edit.error && <ErrorNotice error={edit.error} />}
      </PersonForm>
    </Dialog>
  );
}
