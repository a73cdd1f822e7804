// A code that is no registration's own and leads to some of those known here, such as the number of an order. The service may have
// more of them: it is asked at once where a scanner read the code, and what is known here stands meanwhile.
import { CloudDownload, ScanSearch } from 'lucide-react';
import type { FoundRegistrationView } from '../../contract/registration-views.ts';
import { ErrorNotice } from '../shared/words/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { FoundRows, type FoundRowsWays } from './found-rows.tsx';
import css from './scan-card.module.css';
import { useAskedAtService } from './use-asked-at-service.ts';

export function LeadsTo(
  props: {
    code: string;
    known: readonly FoundRegistrationView[];
    wasScanned: boolean;
  } & FoundRowsWays,
) {
  const { code, known, onVisit, onRegistration } = props;
  const { found, busy, error, ask } = useAskedAtService(props);
  const rows = found && found.rows.length > 0 ? found.rows : known;
  const isWhole = found?.askedService === true;

  return (
    <div className={css.lines}>
      <div role="status" className={css.lines}>
        <h2>
          <ScanSearch aria-hidden="true" size={20} /> {code}
        </h2>
        <p>
          {`It leads to ${rows.length === 1 ? 'one registration' : `${rows.length} registrations`}`}
          {isWhole ? '. The service was asked just now.' : ' known here.'}
        </p>
      </div>
      <FoundRows
        rows={rows}
        label="Registrations that this code leads to"
        onVisit={onVisit}
        onRegistration={onRegistration}
      />
      {/* The answer takes the place of the question, so that no button moves under a hand. */}
      <div role="status" className={css.asked}>
        {busy && <p>Asking the service whether there are more…</p>}
        {!busy && found && !isWhole && (
          <p>The service could not be asked, so it may have more of them than are known here.</p>
        )}
        {!busy && error && (
          <ErrorNotice error={error}>
            <p>The service may have more of them than are known here.</p>
          </ErrorNotice>
        )}
      </div>
      {!isWhole && (
        <div className={css.actions}>
          <Button icon={<CloudDownload />} busy={busy} onClick={() => void ask()}>
            {found || error ? 'Ask the service again' : 'Ask the service for more'}
          </Button>
        </div>
      )}
    </div>
  );
}
