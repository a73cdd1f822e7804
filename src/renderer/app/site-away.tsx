// At a further desk: that the site desk cannot be reached, and since when.
import { useEffect, useRef } from 'react';
import { shownClockAt } from '../../domain/site-time.ts';
import { useDesk } from '../host/desk-context.ts';
import { useEngineLink } from '../host/engine-link.ts';
import { serviceTimeOf } from '../host/service-clock.ts';
import { useTimeZone } from '../host/use-session.ts';
import { Button } from '../ui/button.tsx';
import css from './shell.module.css';

const AWAY_WORDS = {
  unreachable: 'The site desk cannot be reached.',
  another: 'Another machine answers at the site desk’s address. Nothing was sent to it.',
  'other-version':
    'The site desk runs another version of Drawdesk. Install the same one here, and start it again.',
  'unknown-desk': 'The site desk does not know this desk.',
} as const;

/** When this desk is to be added anew, where the site desk may have become another one for good. */
const ADDED_ANEW_WORDS = {
  another: 'Has the site desk itself got a new certificate? Then this desk is added anew, with a code.',
  'unknown-desk':
    'Is an older backup or copy at work there for good? Then this desk is added anew, with a code.',
} as const;

/** What is shown is marked as what it last was. When the site desk is back, everything is asked for anew. */
export function SiteAwayBanner() {
  const desk = useDesk();
  const wasAway = useRef(false);
  const isAway = useEngineLink((state) => state.site?.kind === 'away');
  useEffect(() => {
    if (isAway) wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      desk.resynchronise();
    }
  }, [desk, isAway]);
  return (
    <SiteAway>
      {(since) =>
        `What you see is as it was at ${since}. Nothing can be saved until the site desk is back. What you typed stays, and this desk goes on by itself.`
      }
    </SiteAway>
  );
}

/** Shown while it is so. `children`: what it means where it is said; `since` is the time at the site. */
export function SiteAway({ children }: { children: (since: string) => string }) {
  const link = useEngineLink((state) => state.link);
  const site = useEngineLink((state) => state.site);
  const timeZone = useTimeZone();
  if (site?.kind !== 'away' || link !== 'up') return null;
  return (
    <div className={css.stopped} role="alert">
      <p>
        <strong>{AWAY_WORDS[site.why]}</strong>{' '}
        {children(shownClockAt(serviceTimeOf(site.sinceMs), timeZone).time)}
      </p>
      {(site.why === 'another' || site.why === 'unknown-desk') && (
        <div className={css.way}>
          <p>{ADDED_ANEW_WORDS[site.why]} What is typed here and not saved is lost by that.</p>
          <Button onClick={() => useEngineLink.setState({ pairsAnew: true })}>Add this desk anew</Button>
        </div>
      )}
    </div>
  );
}
