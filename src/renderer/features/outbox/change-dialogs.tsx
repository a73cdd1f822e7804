// The dialogs of changes that a person decides about. They stand apart from the lines of the list: a line goes when its change was
// settled at another window or by the service, and a dialog that went with it would say nothing about what became of it.
import type { OutboxRowView } from '../../../contract/outbox-row-view.ts';
import { CHANGE_CHOICES, type ChangeChoice } from '../../../domain/outbox-state.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { Overtaken, useOvertaken } from '../../shared/drafts/overtaken.tsx';
import { KeptReasonDialog, useAskedReasons, useReason } from '../../shared/drafts/kept-reason-dialog.tsx';
import { subjectWords, testWords } from '../../shared/words/change-words.ts';
import { moveWords } from '../../shared/words/move-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useLast } from '../../ui/use-last.ts';
import { meanwhileWords } from './change-story.ts';
import { choiceWords } from './choice-words.ts';
import { EditPerson } from './edit-person.tsx';
import { useChoices } from './use-choices.ts';

/** `rows`: those that the list shows. */
export function ChangeDialogs({ rows }: { rows: readonly OutboxRowView[] }) {
  const asked = useAskedReasons('change');
  return asked.map((id) => <ChangeDialog key={id} rowId={id} listed={rows.find((row) => row.id === id)} />);
}

function ChangeDialog({ rowId, listed }: { rowId: string; listed: OutboxRowView | undefined }) {
  // What the list has is what somebody saw when they opened the dialog; a kept answer can be older.
  const found = useQuery('outbox.get', listed ? skip : { rowId }).value;
  // Between the two the dialog stays: with it would go what it knows of its own command.
  const row = useLast(listed ?? found ?? null);
  const reason = useReason(`change:${rowId}`);
  const today = useSession()?.today ?? '';
  const asking = CHANGE_CHOICES.find((choice) => choice === reason.entry.asking);
  if (!row || asking === undefined) return null;
  if (asking === 'correct') return <EditPerson row={row} today={today} onClose={reason.forget} />;
  return <Asking row={row} asking={asking} reason={reason} />;
}

function Asking(props: { row: OutboxRowView; asking: ChangeChoice; reason: ReturnType<typeof useReason> }) {
  const { row, asking, reason } = props;
  const session = useSession();
  const choices = useChoices(row);
  const isOvertaken = useOvertaken(row.choices.includes(asking), choices.busy);
  const { button, confirm } = choiceWords(asking, row, subjectWords(row));
  if (confirm === null) return null;
  if (isOvertaken) {
    return (
      <Overtaken
        title={confirm.title}
        words={meanwhileWords(row)}
        typed={reason.entry.reason}
        onClose={reason.forget}
      />
    );
  }
  return (
    <KeptReasonDialog
      draft={reason}
      title={confirm.title}
      words={confirm.words}
      confirmWords={button}
      busy={choices.busy}
      blocked={choices.blocked(asking)}
      onConfirm={(words) =>
        void choices.withReason(asking, words, reason.typed()).then((isDone) => {
          if (isDone) reason.forget();
        })
      }
    >
      {row.move && session && <p>It was to be moved {moveWords(row.move, session.timeZone)}.</p>}
      {row.tests.length > 0 && <p>Registered for: {testWords(row)}</p>}
      {choices.error && <ErrorNotice error={choices.error} />}
    </KeptReasonDialog>
  );
}
