// What a visit is made of, and what happened to it.
import type { VisitDetail } from '../../../contract/views.ts';
import { activityWords } from '../../shared/words/activity-words.ts';
import { momentWords } from '../../shared/dates/day-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { Panel } from '../../ui/panel.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { withoutCodeWords } from '../../shared/registration/status-words.ts';
import { SyncTag } from '../../shared/visit/sync-tag.tsx';
import { shownWords, SOURCE_WORDS } from '../../shared/visit/trouble-words.ts';
import { IDENTIFIER_WORDS } from '../../shared/words/identifier-words.ts';
import { registrationFacts } from './registration-words.ts';
import css from './visit.module.css';

export function VisitRegistrations({ visit }: { visit: VisitDetail }) {
  if (visit.registrations.length === 0) return null;
  return (
    <Panel title={visit.registrations.length === 1 ? 'Registration' : 'Registrations'}>
      <ul className={css.registrations}>
        {visit.registrations.map((registration) => (
          <li key={registration.id}>
            <span className={css.headLine}>
              {registration.trfCode === null ? (
                <strong>{withoutCodeWords(registration)}</strong>
              ) : (
                <code className={css.code}>{registration.trfCode}</code>
              )}
              {!(registration.gone && registration.sync === 'synced') && <SyncTag tag={registration.sync} />}
            </span>
            <span>{registration.productNames.join(', ')}</span>
            <span className={css.quiet}>{registrationFacts(registration, visit).join(' · ')}</span>
            {registration.trfCode !== null && (
              <span className={css.headLine}>
                {registration.resultsReady && (
                  <a href={hrefOf(links.results(registration.id))}>Results of {registration.trfCode}</a>
                )}
                <a href={hrefOf(links.document('trf', registration.id))}>
                  Documents of {registration.trfCode}
                </a>
              </span>
            )}
          </li>
        ))}
      </ul>
      {visit.identity && (
        <p className={css.quiet}>
          Identity confirmed by {visit.identity.confirmedBy}:{' '}
          {visit.identity.identifiers.map(({ kind }) => IDENTIFIER_WORDS[kind]).join(', ')}
          {visit.identity.relaxedReason !== null && ` (one only: ${visit.identity.relaxedReason})`}
        </p>
      )}
      {visit.identity && visit.identity.decidedAgainst.length > 0 && (
        <p className={css.quiet}>
          {visit.identity.decidedAgainst
            .map((naming) => `${shownWords(naming)}, says ${SOURCE_WORDS[naming.from]}`)
            .join('; ')}
          : decided against when the identity was confirmed. Tell the laboratory.
        </p>
      )}
    </Panel>
  );
}

export function VisitHistory(props: { visit: VisitDetail; today: string; timeZone: string }) {
  const { visit, today, timeZone } = props;
  if (visit.activity.length === 0) return null;
  return (
    <Panel title="What happened">
      <ol className={css.history}>
        {visit.activity.map((entry) => {
          const words = activityWords(entry, timeZone);
          return (
            <li key={entry.number}>
              <time>
                <Unbroken text={momentWords(entry.atMs, { beside: today, timeZone })} />
              </time>
              <span>
                {words.title} <span className={css.quiet}>{words.facts}</span>
              </span>
              <span className={css.actor}>{entry.actor}</span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
