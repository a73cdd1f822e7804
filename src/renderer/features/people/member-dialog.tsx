// Adds somebody, or changes name and role and switches off who works here no more. Initials stay: the activity names people
// by them. What is typed is kept for whoever typed it until it is saved or the form is closed.
import { Save, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { inCapitals } from '../../../domain/person-name.ts';
import { ROLES, type Role } from '../../../domain/staff.ts';
import { useCommand } from '../../host/use-command.ts';
import { useSeen } from '../../host/use-seen.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { NewPinFields, NO_PIN } from '../../shared/staff/new-pin-fields.tsx';
import {
  initialsProblems,
  nameProblems,
  newPinProblems,
  takenProblems,
} from '../../shared/staff/staff-problems.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { ROLE_WORDS } from '../../shared/words/role-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, Switch } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { typedOnSince, useMemberDraft, type Standing } from './member-draft.ts';
import css from './people.module.css';
import { openSecret } from './secret-draft.ts';

type Person = Output<'staff.people'>['items'][number];

const isSame = (one: Standing | null, other: Standing | null): boolean =>
  one?.name === other?.name && one?.role === other?.role && one?.active === other?.active;

/** What another window changed of somebody, each in a sentence. */
function changesOf(seen: Standing | null, now: Standing | null): string[] {
  if (seen === null || now === null) return [];
  return [
    ...(seen.name === now.name ? [] : [`The name is ${now.name} now.`]),
    ...(seen.role === now.role ? [] : [`The role is ${ROLE_WORDS[now.role]} now.`]),
    ...(seen.active === now.active
      ? []
      : [now.active ? 'They work here again.' : 'They are switched off: they work here no more.']),
  ];
}

/** `of` as `useOpenMembers` names it. `people` as they are now: another window may change them meanwhile. */
export function MemberDialog({ of, people }: { of: string; people: readonly Person[] }) {
  const draft = useMemberDraft(of);
  const { entry, change: put } = draft;
  const { name, role, active, initials } = entry;
  /** Not added yet. Once they are, what is typed on in the form is a change of theirs. */
  const isNew = entry.seen === null;
  const person = isNew ? null : (people.find((one) => one.initials === initials) ?? null);
  const add = useCommand('staff.add');
  const change = useCommand('staff.change');
  const mayNotAdd = useMayNot('staff.add');
  const mayNotChange = useMayNot('staff.change');
  const [newPin, setNewPin] = useState(NO_PIN);
  const [attempt, setAttempt] = useState(0);
  const seen = useSeen<Standing | null>(person, {
    // What stands in the form is no other's change: it was sent from here, and the window read anew before the answer.
    isSame: (before, now) => isSame(before, now) || isSame(now, { name: name.trim(), role, active }),
    command: change,
    before: entry.seen,
  });
  /** As it stands now, also for an answer to what was sent before. */
  const pinNow = useRef(NO_PIN);

  /** What was not touched here becomes as the other window left it; what was typed stays. */
  function read(): void {
    const { value } = seen;
    if (value !== null && person !== null) {
      put({
        seen: { name: person.name, role: person.role, active: person.active },
        ...(name === value.name ? { name: person.name } : {}),
        ...(role === value.role ? { role: person.role } : {}),
        ...(active === value.active ? { active: person.active } : {}),
      });
    }
    seen.read();
  }

  const wantsPin = newPin.pin !== '' || newPin.again !== '';
  const problems = [
    ...initialsProblems('member-initials', initials),
    ...(isNew ? takenProblems('member-initials', { initials, name }, people) : []),
    ...nameProblems('member-name', name),
    ...(isNew && wantsPin ? newPinProblems('member', newPin) : []),
  ];
  // Whoever is being added may stand in the list before the answer is here.
  const shown = attempt > 0 && !add.busy ? problems : [];
  const problemOf = (fieldId: string): string | undefined =>
    shown.find((problem) => problem.fieldId === fieldId)?.words;

  async function save(): Promise<void> {
    setAttempt((count) => count + 1);
    if (problems.length > 0 || seen.isChanged || add.busy || change.busy) return;
    const member = { initials: initials.trim(), name: name.trim(), role };
    const shownAs = isNew ? null : seen.value;
    const answer = shownAs
      ? await change.run(
          {
            ...member,
            active,
            seen: { name: shownAs.name, role: shownAs.role, active: shownAs.active },
          },
          { typed: draft.typed() },
        )
      : await add.run({ ...member, pin: wantsPin ? newPin.pin : null }, { typed: draft.typed() });
    if (!answer.ok) return;
    notify(shownAs ? `${answer.value.initials} is changed` : `${answer.value.initials} is added`);
    const made = { name: member.name, role, active };
    seen.made(made);
    if (shownAs) return draft.forgetSent(entry, (typedSince) => ({ ...typedSince, seen: made }));
    draft.forgetSent(entry, typedOnSince(member.initials, made));
    // Another PIN was typed since than the one that they have now.
    if (pinNow.current !== newPin && pinNow.current.pin !== '') openSecret('pin', member.initials, true);
  }

  const error = add.error ?? seen.error;
  return (
    <Dialog title={isNew ? 'Add somebody' : `Change ${initials}`} onClose={draft.forget}>
      <form
        className={css.form}
        data-draft={name !== (entry.seen?.name ?? '') || entry.hasPin}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ErrorSummary problems={shown} attempt={attempt} />
        {error && <ErrorNotice error={error} />}
        <TooLongToKeep form={draft.form} />
        <TextField
          id="member-initials"
          label="Initials"
          hint={isNew ? undefined : 'They stay: everything that was done is recorded under them.'}
          value={initials}
          maxLength={4}
          readOnly={!isNew}
          problem={problemOf('member-initials')}
          onChange={(event) => put({ initials: inCapitals(event.target.value) })}
        />
        <TextField
          id="member-name"
          label="Name"
          value={name}
          maxLength={80}
          problem={problemOf('member-name')}
          onChange={(event) => put({ name: event.target.value })}
        />
        <SelectField label="Role" value={role} onChange={(value) => put({ role: value as Role })}>
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {ROLE_WORDS[one]}
            </option>
          ))}
        </SelectField>
        {!isNew ? (
          <Switch label="Works here" checked={active} onChange={(active) => put({ active })} />
        ) : (
          <NewPinFields
            id="member"
            entry={newPin}
            doubt={entry.hasPin && !wantsPin ? 'The PIN is not kept: type it again.' : undefined}
            problemOf={problemOf}
            onChange={(typed) => {
              pinNow.current = typed;
              setNewPin(typed);
              put({ hasPin: typed.pin !== '' || typed.again !== '' });
            }}
          />
        )}
        {seen.isChanged && <ChangedMeanwhile lines={changesOf(seen.value, person)} onRead={read} />}
        <div>
          <Button
            type="submit"
            look="main"
            icon={isNew ? <UserPlus /> : <Save />}
            busy={add.busy || change.busy}
            blocked={(isNew ? mayNotAdd : mayNotChange) ?? (seen.isChanged ? READ_FIRST : null)}
          >
            {isNew ? 'Add' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
