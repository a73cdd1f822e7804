// The badge that shows the state of the connection. It is empty when all is well. Its region always stays in the page,
// so that screen readers read a change aloud.
import { CloudUpload, KeyRound, Printer, RefreshCw, SignalLow, TriangleAlert, WifiOff } from 'lucide-react';
import { useQuery } from '../host/use-query.ts';
import { ConnectionPopover } from '../shared/connection/connection-details.tsx';
import { connectionWords, type BadgeWords, type Connection } from '../shared/connection/connection-words.ts';
import { classNames } from '../ui/class-names.ts';
import css from './connection-badge.module.css';

export function useConnection() {
  return useQuery('connection.get', {}).value;
}

function iconOf(connection: Connection, { tone, about }: BadgeWords) {
  if (connection.state === 'sign-in-needed') return KeyRound;
  if (tone === 'bad') return TriangleAlert;
  if (connection.state === 'offline') return WifiOff;
  if (about === 'printing') return Printer;
  if (connection.state === 'connecting' || connection.sending > 0) return RefreshCw;
  return tone === 'warning' ? SignalLow : CloudUpload;
}

/** Left out where there is little room: icon and region say it too. */
const PREFIX = 'Connection: ';

export function ConnectionBadge() {
  const connection = useConnection();
  const badge = connection && connectionWords(connection);
  const Icon = badge && iconOf(connection, badge);
  return (
    <div role="status" aria-label="Connection" className={css.region}>
      {connection === null && (
        <span className={classNames(css.badge, css.plain)}>
          <RefreshCw aria-hidden="true" size={18} strokeWidth={2.3} />
          Starting…
        </span>
      )}
      {badge && Icon && (
        <ConnectionPopover
          connection={connection}
          buttonClass={classNames(css.badge, css[badge.tone])}
          buttonDescription="Opens the details"
        >
          <Icon aria-hidden="true" size={18} strokeWidth={2.3} />
          <span className={css.words}>
            {badge.words.startsWith(PREFIX) && <span className={css.prefix}>{PREFIX}</span>}
            {badge.words.replace(PREFIX, '')}
          </span>
        </ConnectionPopover>
      )}
    </div>
  );
}
