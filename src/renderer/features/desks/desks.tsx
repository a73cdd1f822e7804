// The desks of this site: what a new one needs to join, which there are, and shutting one out.
import {
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  MonitorSmartphone,
  Pencil,
  PlugZap,
  Plus,
  TriangleAlert,
} from 'lucide-react';
import type { Output } from '../../../contract/index.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useEngineLink } from '../../host/engine-link.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession, useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable, RowState, RowWays } from '../../ui/record-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import css from './desks.module.css';
import { PairingCode } from './pairing-code.tsx';
import { RenameDesk } from './rename-desk.tsx';
import { openRename, useOpenRenames } from './rename-draft.ts';
import { ShutOutDesk } from './shut-out-desk.tsx';

type Desk = Output<'desks.list'>['items'][number];

export function Desks() {
  const desks = useQuery('desks.list', {});
  const openPairing = useCommand('desks.openPairing', { repeatable: true });
  const mayNot = useMayNot('desks.openPairing');
  const { opened: shutOut, open: setShutOut, close } = useOpened<Desk>();
  const renamed = useOpenRenames();
  const ownId = useSession()?.desk?.id ?? null;
  const { value } = desks;
  const items = value?.items ?? [];
  const asNow = (desk: Desk): Desk => items.find(({ id }) => id === desk.id) ?? desk;
  return (
    <Screen
      title="Desks"
      page
      aside={
        value?.network && (
          <Button
            look="main"
            icon={<Plus />}
            busy={openPairing.busy}
            blocked={mayNot}
            onClick={() => void openPairing.run({})}
          >
            {value.pairing ? 'Show a new code' : 'Add a desk'}
          </Button>
        )
      }
    >
      {desks.error && !value && <ErrorNotice error={desks.error} />}
      {openPairing.error && <ErrorNotice error={openPairing.error} />}
      {!value && !desks.error && <SkeletonRows count={4} label="The desks are being read" />}
      {value && !value.network && (
        <EmptyState icon={<MonitorSmartphone size={26} />} title="This desk works alone">
          To let other machines of this site work with it, start it with{' '}
          <code className={css.command}>npm start -- --site</code>, or with “site” in its managed settings. It
          then is the site desk, and the others show its screens.
        </EmptyState>
      )}
      {value?.network && value.pairing && (
        <PairingCode network={value.network} pairing={value.pairing} onRefresh={desks.refresh} />
      )}
      {value?.network && (
        <Panel title={ownId === null ? 'Where other desks find this one' : 'Where the site desk is found'}>
          <dl className={css.facts}>
            <div>
              <dt>{value.network.addresses.length === 1 ? 'Address' : 'Addresses'}</dt>
              <dd className={css.code}>{value.network.addresses.join(', ')}</dd>
            </div>
            <div>
              <dt>Fingerprint of the certificate</dt>
              <dd className={css.code}>{spacedFingerprint(value.network.fingerprint)}</dd>
            </div>
          </dl>
        </Panel>
      )}
      {value?.network && items.length === 0 && (
        <EmptyState icon={<MonitorSmartphone size={26} />} title="No other desk yet">
          Start Drawdesk on another machine with{' '}
          <code className={css.command}>npm start -- --desk={value.network.addresses[0]}</code>, then press
          “Add a desk” here.
        </EmptyState>
      )}
      {items.length > 0 && (
        <Panel title="Further desks" flush>
          <RecordTable label="Desks" columns={['Desk', 'State', 'Last sign of life', 'Added']} hasWays>
            {items.map((desk) => (
              <DeskRow key={desk.id} desk={desk} isOwn={desk.id === ownId} onShutOut={setShutOut} />
            ))}
          </RecordTable>
        </Panel>
      )}
      {(value ? renamed : []).map((deskId) => (
        <RenameDesk key={deskId} deskId={deskId} desk={items.find(({ id }) => id === deskId) ?? null} />
      ))}
      {shutOut && <ShutOutDesk desk={asNow(shutOut)} onClose={close} />}
    </Screen>
  );
}

/** `isOwn`: it is the desk at which this window is. */
function DeskRow({
  desk,
  isOwn,
  onShutOut,
}: {
  desk: Desk;
  isOwn: boolean;
  onShutOut: (desk: Desk) => void;
}) {
  const mayNotRename = useMayNot('desks.rename');
  const mayNotShutOut = useMayNot('desks.shutOut');
  const isOut = desk.shutOutAtMs !== null;
  return (
    <tr data-off={isOut || undefined}>
      <th scope="row">
        {desk.name}
        {isOwn && ' (this desk)'}
      </th>
      <td>
        <DeskState desk={desk} />
      </td>
      <td data-column="Last sign of life">
        <LastSign desk={desk} />
      </td>
      <td data-column="Added">
        <Moment atMs={desk.pairedAtMs} /> by {desk.pairedBy}
      </td>
      <td>
        {!isOut && (
          <RowWays>
            <Button
              icon={<Pencil />}
              aria-label={`Rename ${desk.name}`}
              blocked={mayNotRename}
              onClick={() => openRename(desk)}
            >
              Rename
            </Button>
            <Button
              icon={<CircleSlash />}
              aria-label={`Shut out ${desk.name}`}
              blocked={mayNotShutOut}
              onClick={() => onShutOut(desk)}
            >
              Shut out
            </Button>
          </RowWays>
        )}
      </td>
    </tr>
  );
}

/** Whether what is shown of the desks' contact is true now. `sinceMs`: since when it is not; null: it is, or nobody knows. */
function useContactNews(): { readonly isNews: boolean; readonly sinceMs: number | null } {
  const link = useEngineLink((engine) => engine.link);
  const site = useEngineLink((engine) => engine.site);
  const isAway = site?.kind === 'away';
  return { isNews: link === 'up' && !isAway, sinceMs: isAway ? site.sinceMs : null };
}

function LastSign({ desk }: { desk: Desk }) {
  const { isNews, sinceMs } = useContactNews();
  if (desk.connected && isNews) return 'now';
  if (desk.connected && sinceMs === null) return 'not known now';
  if (desk.connected && sinceMs !== null)
    return (
      <>
        as of <Moment atMs={sinceMs} />
      </>
    );
  // What it was given may never have reached it; adding it again under the same name takes its place.
  if (desk.lastSeenMs === desk.pairedAtMs) return 'has not come yet';
  return <Moment atMs={desk.lastSeenMs} />;
}

function DeskState({ desk }: { desk: Desk }) {
  const { isNews } = useContactNews();
  if (desk.shutOutAtMs !== null) {
    return (
      <RowState icon={CircleSlash}>
        Shut out <Moment atMs={desk.shutOutAtMs} />
      </RowState>
    );
  }
  if (!isNews) return <RowState icon={CircleQuestionMark}>Not known now</RowState>;
  if (desk.twins) {
    const [one, other] = desk.twins;
    return (
      <RowState icon={TriangleAlert} className={css.twins}>
        Two computers work as this desk, {one === other ? `both at ${one}` : `at ${one} and ${other}`}. Shut
        it out, and add each of them anew.
      </RowState>
    );
  }
  return desk.connected ? (
    <RowState icon={CircleCheck} className={css.inContact}>
      In contact
    </RowState>
  ) : (
    <RowState icon={PlugZap}>Not in contact</RowState>
  );
}

function Moment({ atMs }: { atMs: number }) {
  const { date, time } = shownClockAt(atMs, useTimeZone());
  return (
    <time className={css.moment} data-dated="">
      {formatDate(date)} {time}
    </time>
  );
}

/** In groups that two people can compare over the telephone. */
function spacedFingerprint(fingerprint: string): string {
  return (fingerprint.toUpperCase().match(/.{4}/g) ?? []).join(' ');
}
