// The card that shows what a scan or a search found, when that is not one visit of today, with what can be done next.
import { ScanLine, UserRound, UsersRound, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import type { PersonView, VisitRow } from '../../contract/views.ts';
import type { ScanOutcome } from '../../contract/scan.ts';
import { formatName } from '../../domain/person-name.ts';
import { shownClockAt } from '../../domain/site-time.ts';
import { isTooLongToFind } from '../../domain/search-text.ts';
import { LabelNotProven } from '../features/visit/label-not-proven.tsx';
import { useQuery } from '../host/use-query.ts';
import { useSession } from '../host/use-session.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorNotice } from '../shared/words/error-notice.tsx';
import { ofDayWords } from '../shared/dates/day-words.ts';
import { PersonFacts, birthWords } from '../shared/people/person-line.tsx';
import { statusWords } from '../shared/registration/status-words.ts';
import { StateBadge } from '../shared/visit/state-badge.tsx';
import { visitName } from '../shared/visit/visit-words.ts';
import css from './scan-card.module.css';
import { LeadsTo } from './leads-to.tsx';
import { BadgeOfColleague } from './sign-in/badge-of-colleague.tsx';
import { useScanCard, type ScanCard as Card, type ScanSource } from './scan-router.ts';
import { NothingToRead, UnknownCode } from './unknown-code.tsx';
import { MORE_FIT } from './use-found.ts';

export interface ScanCardWays {
  onSearch: (text: string) => void;
  onVisit: (visitId: string) => void;
  onWalkIn: (person: PersonView) => void;
  onResults: (registrationId: string) => void;
  onRegistration: (registrationId: string) => void;
  /** A label's code was typed, with a reason. */
  onTyped: (code: string, reason: string) => void;
  /**
   * A label with this code is proven, and the one that was scanned is on another tube. `haveAllComeOut`: as have all others with this
   * code.
   */
  onAnotherTube: (code: string, haveAllComeOut: boolean) => void;
}

export function ScanCard(ways: ScanCardWays) {
  const { card, serial, show } = useScanCard();
  const [path] = useLocation();
  // Going to another screen closes the card.
  useEffect(() => () => show(null), [path, show]);
  useEffect(() => {
    if (!card) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') show(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [card, show]);
  // Where it stands is settled when it comes: a card does not move when the dialog is closed.
  const isOverDialog = useMemo(() => card !== null && document.querySelector('[data-asks]') !== null, [card]);
  if (!card) return null;
  const shown = (
    <section
      className={classNames(css.card, isOverDialog && css.overDialog)}
      aria-label="What was found"
      data-react-aria-top-layer="true"
    >
      <button
        type="button"
        className={css.close}
        aria-label="Close what was found"
        onClick={() => show(null)}
      >
        <X aria-hidden="true" size={18} />
      </button>
      <CardBody key={serial} card={card} ways={ways} close={() => show(null)} />
    </section>
  );
  // A dialog makes the frame inert, and with it a card that stood inside.
  return isOverDialog ? createPortal(shown, document.body) : shown;
}

/** Where people have badges it may be one, and a badge's code is on no screen, nor in the search. */
function ScanAgain({ text, onSearch }: { text: string; onSearch: () => void }) {
  const mayBeBadge = useQuery('staff.me', {}).value?.badge !== 'off';
  // As an identity card has it: neither to be shown in full, nor to be searched for.
  if (isTooLongToFind(text)) {
    return (
      <div role="alert" className={css.lines}>
        <h2>
          <ScanLine aria-hidden="true" size={20} /> Too long for a code
        </h2>
        <p>
          What was scanned is longer than any code of a form, a label or a letter. Nothing was done with it.
        </p>
      </div>
    );
  }
  return (
    <div role="alert" className={css.lines}>
      <h2>
        <ScanLine aria-hidden="true" size={20} /> Scan again
      </h2>
      <p>
        {mayBeBadge ? 'A code' : <code className={css.code}>{text}</code>} came too slowly, or not in one go,
        so it may not be the whole code. Nothing was done with it.
      </p>
      {!mayBeBadge && (
        <div>
          <Button onClick={onSearch}>Search for it</Button>
        </div>
      )}
    </div>
  );
}

/** Its code is not shown: it may be a badge, and whoever reads this has not scanned it. */
function NotTaken() {
  return (
    <div role="alert" className={css.lines}>
      <h2>
        <ScanLine aria-hidden="true" size={20} /> A scan was not taken
      </h2>
      <p>It was made here before you signed in, and had no answer by then. Scan it again.</p>
    </div>
  );
}

function CardBody({ card, ways, close }: { card: Card; ways: ScanCardWays; close: () => void }) {
  if (card.kind === 'error') {
    return (
      <div className={css.besideClose}>
        <ErrorNotice error={card.error}>
          <Button
            size="small"
            onClick={() => {
              close();
              ways.onSearch(card.text);
            }}
          >
            Search for it
          </Button>
        </ErrorNotice>
      </div>
    );
  }
  if (card.kind === 'not-taken') return <NotTaken />;
  if (card.kind === 'unclear') {
    return (
      <ScanAgain
        text={card.text}
        onSearch={() => {
          close();
          ways.onSearch(card.text);
        }}
      />
    );
  }
  return (
    <OutcomeBody outcome={card.outcome} text={card.text} source={card.source} ways={ways} close={close} />
  );
}

/** Control characters and the like cannot be shown, and are no code. */
const withoutUnseen = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();

function OutcomeBody(props: {
  outcome: ScanOutcome;
  text: string;
  source: ScanSource;
  ways: ScanCardWays;
  close: () => void;
}) {
  const { outcome, ways, close } = props;
  const session = useSession();
  const today = session?.today ?? '';
  const then = (run: () => void) => () => {
    close();
    run();
  };
  switch (outcome.kind) {
    case 'unknown': {
      const code = outcome.text || withoutUnseen(props.text);
      if (code === '') return <NothingToRead />;
      return (
        <UnknownCode
          code={code}
          wasScanned={props.source === 'scanner'}
          onSearch={then(() => ways.onSearch(code))}
          onVisit={(visitId) => then(() => ways.onVisit(visitId))()}
          onRegistration={(id) => then(() => ways.onRegistration(id))()}
        />
      );
    }
    case 'badge':
      return <BadgeOfColleague holder={outcome.holder} code={props.text} />;
    case 'person':
      return (
        <div role="status" className={css.lines}>
          <h2>
            <UserRound aria-hidden="true" size={20} /> {formatName(outcome.person)}
          </h2>
          <PersonFacts person={outcome.person} today={today} />
          <p>Known here, but not on today’s board.</p>
          <div>
            <Button onClick={then(() => ways.onWalkIn(outcome.person))}>Book a walk-in</Button>
          </div>
        </div>
      );
    case 'registration':
      return (
        <div role="status" className={css.lines}>
          <h2>
            <ScanLine aria-hidden="true" size={20} /> {outcome.trfCode ?? 'A registration'}
          </h2>
          <p>
            {outcome.person ? formatName(outcome.person) : 'No patient yet'}. It is not for today at this
            location. Status at the service when last read:{' '}
            <strong>{statusWords(outcome.status).words}</strong>.
          </p>
          <div className={css.actions}>
            {outcome.resultsReady && (
              <Button look="main" onClick={then(() => ways.onResults(outcome.registrationId))}>
                Open the results
              </Button>
            )}
            <Button onClick={then(() => ways.onRegistration(outcome.registrationId))}>
              Open the registration
            </Button>
          </div>
        </div>
      );
    case 'leads-to':
      return (
        <LeadsTo
          code={outcome.code}
          known={outcome.rows}
          wasScanned={props.source === 'scanner'}
          onVisit={(visitId) => then(() => ways.onVisit(visitId))()}
          onRegistration={(id) => then(() => ways.onRegistration(id))()}
        />
      );
    case 'shared-code':
    case 'several':
      return (
        <div role={outcome.kind === 'several' ? 'status' : 'alert'} className={css.lines}>
          {outcome.kind === 'several' ? (
            <h2>Several match “{props.text}”</h2>
          ) : (
            <>
              <h2>
                <UsersRound aria-hidden="true" size={20} /> One code, and more than one person or visit
              </h2>
              <p>
                <code className={css.code}>{outcome.code}</code> does not tell whom it is for. Ask for the
                name and the date of birth, then choose. No label with this code is printed or proven. Tell
                the laboratory.
              </p>
            </>
          )}
          <ul className={css.several}>
            {outcome.visits.map((visit) => (
              <li key={visit.id}>
                <button type="button" className={css.choice} onClick={then(() => ways.onVisit(visit.id))}>
                  <VisitLine visit={visit} today={today} timeZone={session?.timeZone ?? 'Europe/London'} />
                </button>
              </li>
            ))}
            {outcome.people
              .filter((person) => !outcome.visits.some((visit) => visit.person?.id === person.id))
              .map((person) => (
                <li key={person.id}>
                  <button type="button" className={css.choice} onClick={then(() => ways.onWalkIn(person))}>
                    <span className={css.who}>
                      <strong>{formatName(person)}</strong>
                      <span className="unbroken">{birthWords(person.dateOfBirth, today)}</span>
                    </span>
                    <span>Not on today’s board</span>
                  </button>
                </li>
              ))}
          </ul>
          {outcome.kind === 'several' && outcome.more && <p>{MORE_FIT}</p>}
        </div>
      );
    case 'label-not-proven':
      return (
        <LabelNotProven
          outcome={outcome}
          onTyped={(reason) => then(() => ways.onTyped(outcome.code, reason))()}
          onAnotherTube={(haveAllComeOut) => then(() => ways.onAnotherTube(outcome.code, haveAllComeOut))()}
        />
      );
    case 'visit':
      return (
        <div role="status" className={css.lines}>
          <h2>{visitName(outcome.visit)}</h2>
          <p className={css.facts}>
            {outcome.visit.appointment && (
              <strong>
                {
                  shownClockAt(outcome.visit.appointment.startsAtMs, session?.timeZone ?? 'Europe/London')
                    .time
                }
              </strong>
            )}
            {outcome.visit.person && (
              <span className="unbroken">{birthWords(outcome.visit.person.dateOfBirth, today)}</span>
            )}
            <span>{outcome.visit.products.join(', ')}</span>
            <StateBadge visit={outcome.visit} />
          </p>
          <p>
            It was scanned while something was being entered. What is not saved is lost if you open this
            visit.
          </p>
          <div>
            <Button look="main" onClick={then(() => ways.onVisit(outcome.visit.id))}>
              Open this visit
            </Button>
          </div>
        </div>
      );
    default:
      return null;
  }
}

function VisitLine({ visit, today, timeZone }: { visit: VisitRow; today: string; timeZone: string }) {
  return (
    <>
      <span className={css.who}>
        <strong>{visitName(visit)}</strong>
        <span>
          {visit.person ? birthWords(visit.person.dateOfBirth, today) : visit.trfCodes.join(', ')}
          {visit.appointment && ` · ${shownClockAt(visit.appointment.startsAtMs, timeZone).time}`}
          {visit.products.length > 0 && ` · ${visit.products.join(', ')}`}
          {visit.date !== today && ` · ${ofDayWords(visit.date, today)}`}
        </span>
      </span>
      <StateBadge visit={visit} />
    </>
  );
}
