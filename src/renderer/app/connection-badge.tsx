// The one badge between desk and service. Its region stays, so that a change is said aloud; it is empty when all is well.
import { CloudUpload, KeyRound, RefreshCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Link } from 'wouter';
import { useQuery } from '../host/use-query.ts';
import { classNames } from '../ui/class-names.ts';
import css from './connection-badge.module.css';
import { connectionWords } from './connection-words.ts';

export function useConnection() {
  return useQuery('connection.get', {}).value;
}

export function ConnectionBadge() {
  const connection = useConnection();
  const badge = connection ? connectionWords(connection) : null;
  const Icon =
    connection?.state === 'sign-in-needed'
      ? KeyRound
      : badge?.tone === 'bad'
        ? TriangleAlert
        : connection?.state === 'offline'
          ? WifiOff
          : connection?.state === 'connecting' || (connection?.sending ?? 0) > 0
            ? RefreshCw
            : CloudUpload;
  return (
    <div role="status" aria-label="Connection" className={css.region}>
      {connection === null && (
        <span className={classNames(css.badge, css.plain)}>
          <RefreshCw aria-hidden="true" size={18} strokeWidth={2.3} />
          Starting…
        </span>
      )}
      {badge && (
        <Link href={badge.leadsTo} className={classNames(css.badge, css[badge.tone])}>
          <Icon aria-hidden="true" size={18} strokeWidth={2.3} />
          {badge.words}
        </Link>
      )}
    </div>
  );
}
