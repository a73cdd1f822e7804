// The people who work at this site: their roles, who of them can sign in, and what a site manager does about both.
import { CircleCheck, CircleSlash, IdCard, KeyRound, Pencil, UserPlus, UsersRound } from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { useQuery } from '../../host/use-query.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { ROLE_WORDS } from '../../shared/words/role-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable, RowState, RowWays } from '../../ui/record-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BadgeDialog } from './badge-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { openMember, useOpenMembers } from './member-draft.ts';
import css from './people.module.css';
import { PinDialog } from './pin-dialog.tsx';
import { openSecret, useOpenSecrets } from './secret-draft.ts';

type Person = Output<'staff.people'>['items'][number];

const WHAT_ROLES_DO = [
  ['reception', 'receives people, books, makes orders; no labels and no samples'],
  ['phlebotomist', 'receives people, prints labels and collects samples; no bookings and no orders'],
  [
    'lead',
    'all work with patients; asks for retests, cancels, refunds and sends orders again, decides about refused changes, sees what everybody did, sets up printers and scanner',
  ],
  ['manager', 'all of this, and the people, the desks, the location and the service'],
] as const;

export function People() {
  const people = useQuery('staff.people', {});
  const signIn = useQuery('staff.me', {}).value?.signIn;
  const pins = useOpenSecrets('pin');
  const badges = useOpenSecrets('badge');
  const mayNotAdd = useMayNot('staff.add');
  const mayNotChange = useMayNot('staff.change');
  const mayNotSetPin = useMayNot('staff.setPin');
  const mayNotSetBadge = useMayNot('staff.setBadge');
  const items = people.value?.items ?? [];
  const badgeUse = people.value?.badgeUse ?? 'off';
  const members = useOpenMembers();
  return (
    <Screen
      title="People"
      page
      aside={
        people.value && (
          <Button look="main" icon={<UserPlus />} blocked={mayNotAdd} onClick={() => openMember(null)}>
            Add somebody
          </Button>
        )
      }
    >
      {people.error && !people.value && <ErrorNotice error={people.error} />}
      {!people.value && !people.error && <SkeletonRows count={4} label="The people are being read" />}
      {people.value && signIn === 'initials' && (
        <p className={css.quiet}>
          Nobody signs in at this desk: people choose their initials, and everybody may do everything. A PIN
          is asked for once this site uses them.
        </p>
      )}
      {people.value && items.length === 0 && (
        <EmptyState icon={<UsersRound size={26} />} title="Nobody is known here yet">
          Add those who work here, each with a role.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Panel title="Who works here" flush>
          <RecordTable label="People" columns={['Initials', 'Name', 'Role', 'Sign-in']} hasWays>
            {items.map((person) => (
              <tr key={person.initials} data-off={!person.active || undefined}>
                <th scope="row">{person.initials}</th>
                <td className={css.name}>{person.name}</td>
                <td>{ROLE_WORDS[person.role]}</td>
                <td>
                  <SignInState person={person} />
                </td>
                <td>
                  <RowWays>
                    <Button
                      icon={<Pencil />}
                      aria-label={`Change ${person.initials}`}
                      blocked={mayNotChange}
                      onClick={() => openMember(person)}
                    >
                      Change
                    </Button>
                    <Button
                      icon={<KeyRound />}
                      aria-label={`New PIN for ${person.initials}`}
                      blocked={mayNotSetPin}
                      onClick={() => openSecret('pin', person.initials)}
                    >
                      New PIN
                    </Button>
                    {badgeUse !== 'off' && (
                      <Button
                        icon={<IdCard />}
                        aria-label={`Badge of ${person.initials}`}
                        blocked={mayNotSetBadge}
                        onClick={() => openSecret('badge', person.initials)}
                      >
                        Badge
                      </Button>
                    )}
                  </RowWays>
                </td>
              </tr>
            ))}
          </RecordTable>
        </Panel>
      )}
      <Panel title="What each role may do">
        <dl className={css.roles}>
          {WHAT_ROLES_DO.map(([role, words]) => (
            <div key={role}>
              <dt>{ROLE_WORDS[role]}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {people.value && members.map((of) => <MemberDialog key={of} of={of} people={items} />)}
      {items
        .filter(({ initials }) => pins.includes(initials))
        .map((person) => (
          <PinDialog key={person.initials} person={person} />
        ))}
      {items
        .filter(({ initials }) => badgeUse !== 'off' && badges.includes(initials))
        .map((person) => (
          <BadgeDialog key={person.initials} person={person} use={badgeUse} />
        ))}
    </Screen>
  );
}

function SignInState({ person }: { person: Person }) {
  if (!person.active) return <RowState icon={CircleSlash}>Switched off</RowState>;
  const badge = person.hasBadge ? 'a badge' : null;
  if (!person.hasPin) {
    return <RowState icon={KeyRound}>{badge ? `No PIN yet; has ${badge}` : 'No PIN yet'}</RowState>;
  }
  const has = badge ? `Has a PIN and ${badge}` : 'Has a PIN';
  return (
    <RowState icon={CircleCheck}>
      {person.wrongPins === 0 ? has : `${has}; wrong PINs in a row: ${person.wrongPins}`}
    </RowState>
  );
}
