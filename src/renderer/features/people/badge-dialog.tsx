// Gives somebody a badge, in place of one that they have, or takes it away.
import { IdCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import type { BadgeUse } from '../../../domain/staff.ts';
import { useCommand } from '../../host/use-command.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { badgeProblem } from './badge-problem.ts';
import css from './people.module.css';
import { typingOf, useSecretDraft } from './secret-draft.ts';

export function BadgeDialog(props: {
  person: Pick<Output<'staff.people'>['items'][number], 'initials' | 'name' | 'hasBadge'>;
  use: BadgeUse;
}) {
  const { use } = props;
  const { initials, name, hasBadge } = props.person;
  const draft = useSecretDraft('badge', initials);
  const setBadge = useCommand('staff.setBadge', { repeatable: true });
  const mayNot = useMayNot('staff.setBadge');
  const [code, setCode] = useState('');
  const [attempt, setAttempt] = useState(0);
  const refused = badgeProblem(setBadge.error);
  const words = attempt === 0 ? null : code.trim() === '' ? 'Scan the badge' : refused;

  async function save(badge: string | null): Promise<void> {
    const answer = await setBadge.run({ initials, badge }, { typed: draft.typed() });
    if (!answer.ok) return;
    if (badge === null) notify(`${initials} has no badge any more`);
    else if (use === 'sign-in' && !answer.value.goodAlone)
      notify(`${initials} has a badge. Its code is short, so the PIN is asked for as well.`);
    else notify(`${initials} has a badge`);
    draft.forgetSent(draft.entry);
  }

  return (
    <Dialog title={`Badge of ${initials}`} onClose={draft.forget}>
      <form
        className={css.form}
        data-draft={code !== ''}
        onSubmit={(event) => {
          event.preventDefault();
          setAttempt((count) => count + 1);
          if (code.trim() !== '') void save(code.trim());
        }}
      >
        <p>
          {hasBadge
            ? `${name} has a badge. Another one takes its place; a lost one is taken away.`
            : `${name} has no badge.`}{' '}
          {use === 'sign-in'
            ? 'A badge that is scanned at a locked window signs in, without a PIN if its code is long enough.'
            : 'A badge that is scanned at a locked window chooses its person, who then enters the PIN.'}
        </p>
        <ErrorSummary problems={words === null ? [] : [{ fieldId: 'badge-code', words }]} attempt={attempt} />
        {setBadge.error && refused === null && <ErrorNotice error={setBadge.error} />}
        <TextField
          id="badge-code"
          label="Code of the badge"
          hint="Scan the badge, or type what stands under its bars."
          data-takes-scan="code"
          opensFocused
          maxLength={128}
          value={code}
          problem={words ?? undefined}
          doubt={
            draft.entry.typing !== '' && code === ''
              ? 'The code is not kept: scan the badge again.'
              : undefined
          }
          onChange={(event) => {
            setCode(event.target.value);
            draft.change({ typing: typingOf(event.target.value !== '') });
            setAttempt(0);
          }}
        />
        <div className={css.ways}>
          <Button type="submit" look="main" icon={<IdCard />} busy={setBadge.busy} blocked={mayNot}>
            Give this badge
          </Button>
          {hasBadge && (
            <Button icon={<Trash2 />} busy={setBadge.busy} blocked={mayNot} onClick={() => void save(null)}>
              Take the badge away
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
