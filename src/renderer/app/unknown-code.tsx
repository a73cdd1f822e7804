// A code that nothing at this desk has. After a scan the service is asked at once; what it has is shown in place, for whoever
// scanned may be in the middle of something.
import { CloudDownload, ScanLine, ScanSearch } from 'lucide-react';
import { useQuery } from '../host/use-query.ts';
import { nothingFoundWords } from '../shared/registration/found-registration.tsx';
import { ErrorNotice } from '../shared/words/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { BadgeOfColleague } from './sign-in/badge-of-colleague.tsx';
import { FoundRows, type FoundRowsWays } from './found-rows.tsx';
import css from './scan-card.module.css';
import { useAskedAtService } from './use-asked-at-service.ts';
import type { FoundAtService } from './use-asked-at-service.ts';

type Row = FoundAtService['rows'][number];

interface UnknownCodeWays extends FoundRowsWays {
  readonly onSearch: () => void;
}

/** `wasScanned`: a scanner read the code. A typed text may be somebody's name, so it is sent when a person asks for it. */
export function UnknownCode(props: { code: string; wasScanned: boolean } & UnknownCodeWays) {
  const { code, onSearch } = props;
  const { found, busy, error, ask } = useAskedAtService(props);
  const isUnread = useQuery('patients.count', {}).value?.asOfMs === null;

  if (found?.badgeOf) return <BadgeOfColleague holder={found.badgeOf} code={code} />;
  if (found && found.rows.length > 0) return <FoundThere rows={found.rows} {...props} />;
  return (
    <div className={css.lines}>
      <div role="alert" className={css.lines}>
        <h2>
          <ScanLine aria-hidden="true" size={20} /> Not known here
        </h2>
        <p>
          Nothing at this desk has the code <code className={css.code}>{code}</code>. Check that the whole
          code was read, or look for the person by name.
          {isUnread && ' Not everything was read from the service yet.'}
        </p>
      </div>
      {/* The answer takes the place of the question, so that no button moves under a hand. */}
      <div role="status" className={css.asked}>
        {busy && <p>Asking the service for it…</p>}
        {!busy && found && <p>{nothingFoundWords(found)}</p>}
        {!busy && error && (
          <ErrorNotice error={error}>
            <p>The service could not be asked, so whether it knows this code is not known here.</p>
          </ErrorNotice>
        )}
      </div>
      <div className={css.actions}>
        <Button onClick={onSearch}>Search for it</Button>
        {!found && (
          <Button icon={<CloudDownload />} busy={busy} onClick={() => void ask()}>
            {error ? 'Ask the service again' : 'Look for this code at the service'}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What was scanned or pasted has nothing that can be seen. */
export function NothingToRead() {
  return (
    <div role="alert" className={css.lines}>
      <h2>
        <ScanLine aria-hidden="true" size={20} /> No code was read
      </h2>
      <p>What arrived holds no letter and no digit. Scan the code again, or copy it again.</p>
    </div>
  );
}

function FoundThere(props: { rows: readonly Row[]; code: string } & UnknownCodeWays) {
  const { rows, code, onVisit, onRegistration } = props;
  return (
    <div role="status" className={css.lines}>
      <h2>
        <ScanSearch aria-hidden="true" size={20} /> Found at the service
      </h2>
      <p>
        <code className={css.code}>{code}</code> was not known here. Read from the service just now
        {rows.length > 1 ? `: it leads to ${rows.length} registrations.` : '.'}
      </p>
      <FoundRows
        rows={rows}
        label="Registrations found at the service"
        onVisit={onVisit}
        onRegistration={onRegistration}
      />
    </div>
  );
}
