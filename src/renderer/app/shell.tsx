// The frame around every screen: the training strip, the bar of screens, the header with the search box.
import { Settings2 } from 'lucide-react';
import {
  Fragment,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { Router, useLocation } from 'wouter';
import type { PersonView } from '../../contract/views.ts';
import { formatDate, wallClockAt } from '../../domain/site-time.ts';
import { WrongLabelAlarm } from '../features/visit/wrong-label-alarm.tsx';
import { useWalkInDraft } from '../features/walk-in/walk-in-draft.ts';
import { useActor } from '../host/actor.ts';
import { useDesk, useIsDeskThere } from '../host/desk-context.ts';
import { useEngineLink } from '../host/engine-link.ts';
import { useNowMs } from '../host/service-clock.ts';
import { useIsTraining, useSession, useTimeZone, type Session } from '../host/use-session.ts';
import { DialogToCome } from '../shared/connection/to-come.tsx';
import { links } from '../shared/links.ts';
import type { Place } from '../shared/way-back.ts';
import { useMayNot } from '../shared/staff/use-may-not.ts';
import { NO_PLACE_WORDS, noPlaceOf } from '../shared/words/no-place-words.ts';
import { Button } from '../ui/button.tsx';
import { enlargedQuery } from '../ui/enlarged-query.ts';
import { focusNextHeading } from '../ui/focus-heading.ts';
import { onDemand } from '../ui/on-demand.ts';
import { useTextSize, zoomOf } from '../ui/text-size.ts';
import { ToastRegion } from '../ui/toasts.tsx';
import { AtWork } from './at-work.tsx';
import { hasCameraMeans } from './camera/camera-means.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import { useGlobalActions } from './global-actions.ts';
import { navigate, useMarkedLocation } from './hash-location.ts';
import { letGoOfFocus, takeUpFocus } from './let-go-of-focus.ts';
import { Notices } from './notices.tsx';
import { showAsLeft, watchPlaces } from './places.ts';
import { KeysDialog, Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { Screens } from './screens.tsx';
import { ScanCard } from './scan-card.tsx';
import { submitScan } from './scan-router.ts';
import './sign-in/undo-ends.ts';
import { SearchBox } from './search-box.tsx';
import { noteChosenByEnter } from './shortcuts.ts';
import css from './shell.module.css';
import { SiteAwayBanner } from './site-away.tsx';
import { UpdatedNotice } from './updated-notice.tsx';
import { SecondPerson } from './sign-in/second-person.tsx';
import { SignInGate } from './sign-in/sign-in-gate.tsx';
import { WhoIsWorking } from './sign-in/who-is-working.tsx';
import { Tour, TourOffer } from './tour.tsx';

// Fetched when it is first opened: most desks have a scanner.
const { component: CameraDialog } = onDemand(
  async () => (await import('./camera/camera-dialog.tsx')).CameraDialog,
  DialogToCome,
);

// The same elements at each drawing of the frame, so that a key in its search box does not draw the open screen again.
const RAIL = <Rail />;
const SCREENS = (
  <>
    <UpdatedNotice />
    <Notices />
    <Screens />
  </>
);
/** As in the style sheets, at the chosen text size. */
const isSmallWindow = (): boolean =>
  window.matchMedia(
    enlargedQuery('(max-height: 600px), (max-width: 480px)', zoomOf(useTextSize.getState().size)),
  ).matches;

export function Shell() {
  return (
    <Router hook={useMarkedLocation}>
      <Frame />
    </Router>
  );
}

function Frame() {
  const desk = useDesk();
  const isThere = useIsDeskThere();
  const session = useSession();
  const isTraining = useIsTraining();
  const turn = useActor((actor) => actor.turn);
  const content = useRef<HTMLDivElement>(null);
  const [searchText, setSearchText] = useState('');
  const [open, setOpen] = useState<'palette' | 'keys' | 'camera' | null>(null);
  const search = useRef<HTMLInputElement>(null);

  /**
   * Whoever scans has somebody else in hand than was begun to be searched for: the name goes, and the keys are for what was scanned, as after
   * a scan from anywhere else.
   */
  const leaveSearchByScan = useCallback(() => {
    setSearchText('');
    const field = search.current;
    if (field === null || document.activeElement !== field) return;
    field.blur();
    takeUpFocus();
  }, []);
  const onScan = useCallback(
    (text: string) => {
      // The frame's own dialogs hold nothing, and what is found must not open behind them.
      setOpen(null);
      const searched = search.current?.value;
      let isLeft = false;
      const leaveOnce = (): void => {
        // Not what was typed in it since.
        if (!isLeft && search.current?.value === searched) leaveSearchByScan();
        isLeft = true;
      };
      const open = (path: string): void => {
        leaveOnce();
        navigate(path);
      };
      void submitScan({ desk, navigate: open }, text, 'scanner').then((outcome) => {
        if (outcome && outcome.kind !== 'unknown') leaveOnce();
      });
    },
    [desk, leaveSearchByScan],
  );
  const mayNotBook = useMayNot('walkIn.hold');

  const focusSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);
  const openPalette = useCallback(() => setOpen('palette'), []);
  const showKeys = useCallback(() => setOpen('keys'), []);
  const openCamera = useMemo(() => (hasCameraMeans() ? () => setOpen('camera') : null), []);
  useGlobalActions({ navigate, focusSearch, showKeys, openCamera });
  const lookUp = useCallback((text: string) => void submitScan({ desk, navigate }, text, 'typed'), [desk]);
  useEffect(
    () =>
      useActor.subscribe((now, before) => {
        if (now.turn === before.turn) return;
        setSearchText('');
        setOpen(null);
      }),
    [],
  );

  /** The keys go along to the visit that Enter opens, as when a line is chosen; not from under somebody who types on. */
  const leavingSearch = (text: string) => (path: string) => {
    const field = search.current;
    if (field !== null && document.activeElement === field && field.value.trim() === text) {
      noteChosenByEnter();
      field.blur();
    }
    navigate(path);
  };
  const openVisit = (visitId: string): void => {
    letGoOfFocus();
    navigate(links.visit(visitId));
    takeUpFocus();
  };
  const openResults = (registrationId: string): void => {
    focusNextHeading();
    navigate(links.results(registrationId));
  };
  const bookIn = (person: PersonView): void => {
    useWalkInDraft.getState().bookIn(person, Date.now());
    navigate(links.walkIn);
  };

  return (
    <div className={css.frame}>
      {isTraining && (
        <aside className={css.training} aria-label="Training mode">
          <strong>Training</strong> — nobody here is real, and nothing reaches a laboratory.
        </aside>
      )}
      <EngineStoppedBanner />
      <SiteAwayBanner />
      {RAIL}
      <div className={css.content} ref={content}>
        <header className={css.header}>
          <div className={css.find}>
            <SearchBox
              key={turn}
              inputRef={search}
              text={searchText}
              onText={setSearchText}
              onCamera={openCamera}
              onVisit={openVisit}
              onPerson={bookIn}
              onResults={openResults}
              onSubmit={(text) =>
                void submitScan({ desk, navigate: leavingSearch(text) }, text, 'typed').then((outcome) => {
                  if (outcome && outcome.kind !== 'unknown')
                    setSearchText((now) => (now.trim() === text ? '' : now));
                })
              }
            />
            <ConnectionBadge />
          </div>
          <div className={css.deskSide}>
            <div className={css.place}>
              <span className={css.placeName}>
                {session && placeWords(session)}
                {session?.desk && ` · ${session.desk.name}`}
              </span>
              <span className={css.placeDate}>{session ? formatDate(session.today) : ''}</span>
            </div>
            <div className={css.tools}>
              <WhoIsWorking />
              <Button
                aria-label="Desk settings"
                icon={<Settings2 />}
                onClick={() => navigate(links.settings)}
              />
              <Button
                look="main"
                hint="W"
                data-tour="walk-in"
                blocked={mayNotBook}
                onClick={() => navigate(links.walkIn)}
              >
                Walk-in
              </Button>
            </div>
          </div>
        </header>
        <main className={css.main} data-tour="screen">
          {/* Ticks and fields that no store keeps are the person's as well: the same screen, drawn anew. */}
          <Fragment key={turn}>{SCREENS}</Fragment>
        </main>
        <ScanCard
          key={turn}
          onVisit={openVisit}
          onWalkIn={bookIn}
          onResults={openResults}
          onRegistration={(id) => navigate(links.registration(id))}
          onTyped={(code, typedReason) => void submitScan({ desk, navigate }, code, 'typed', { typedReason })}
          onAnotherTube={(code, haveAllComeOut) =>
            void submitScan({ desk, navigate }, code, 'scanner', { isOnAnotherTube: true, haveAllComeOut })
          }
          onSearch={(text) => {
            setSearchText(text);
            search.current?.focus();
          }}
        />
      </div>
      <SignInGate onScan={onScan} />
      <SecondPerson />
      <WrongLabelAlarm />
      <ToastRegion idle={<TourOffer />} />
      <Tour />
      <BeginningOfPlaces content={content} />
      {session && <NewDay today={session.today} />}
      {isThere && (
        <AtWork
          onScan={onScan}
          lookUp={lookUp}
          openPalette={openPalette}
          focusSearch={focusSearch}
          showKeys={showKeys}
        />
      )}
      {open === 'palette' && (
        <Palette
          onClose={() => setOpen(null)}
          onVisit={openVisit}
          onPerson={bookIn}
          onResults={openResults}
        />
      )}
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      {open === 'camera' && <CameraDialog onClose={() => setOpen(null)} onCode={onScan} />}
    </div>
  );
}

/**
 * In a short or narrow window header and screen scroll together: another place is shown from its heading on, not from where the
 * place before it was scrolled to. In a larger one nothing scrolls here, and to ask would lay out the new screen before it is
 * whole. A place that is gone back to is shown as it was left. Draws nothing; `content` is what scrolls.
 */
function BeginningOfPlaces({ content }: { content: RefObject<HTMLDivElement | null> }) {
  const [path] = useLocation();
  const before = useRef(path);
  const wayBack = useRef<Place | null>(null);
  useEffect(() => {
    if (!content.current) return;
    return watchPlaces(content.current, (place) => {
      wayBack.current = place;
    });
  }, [content]);
  useLayoutEffect(() => {
    if (before.current === path || !content.current) return;
    before.current = path;
    if (isSmallWindow()) {
      // Not `scrollIntoView`, which moves whatever else can be scrolled around it too.
      const main = content.current.querySelector('main');
      const search = content.current.querySelector('[role="search"]')?.parentElement;
      if (main && search) content.current.scrollTo({ top: main.offsetTop - search.offsetHeight });
    }
    const place = wayBack.current;
    return place ? showAsLeft(content.current, place) : undefined;
  }, [path, content]);
  return null;
}

function EngineStoppedBanner() {
  const desk = useDesk();
  const link = useEngineLink((state) => state.link);
  const wasStopped = useRef(false);
  useEffect(() => {
    if (link === 'stopped') wasStopped.current = true;
    else if (wasStopped.current) {
      wasStopped.current = false;
      desk.resynchronise();
    }
  }, [desk, link]);
  if (link !== 'stopped') return <SilenceBanner />;
  return (
    <div className={css.stopped} role="alert">
      <strong>Drawdesk has stopped.</strong> What you saved is safe on this computer. Start Drawdesk again:
      this window goes on by itself as soon as it runs. If it does not, go on in the window that opens.
    </div>
  );
}

/** The desk's process is there and stands still, as it does while a disk hangs. What was pressed meanwhile is still on its way to it. */
function SilenceBanner() {
  const isSilent = useEngineLink(
    (state) => state.link === 'up' && state.isSilent && state.site?.kind !== 'away',
  );
  if (!isSilent) return null;
  return (
    <div className={css.stopped} role="alert">
      <strong>Drawdesk does not answer at the moment.</strong> What you pressed last is not confirmed yet:
      wait, and do not press it again. It goes on by itself. If it stays like this for some minutes, start
      Drawdesk again: what was confirmed is safe on this computer.
    </div>
  );
}

/**
 * When the site's day ends, everything is asked for again: no event tells it, and what a screen calls today would be
 * yesterday's, with buttons that the engine refuses.
 */
function NewDay({ today }: { today: string }) {
  const desk = useDesk();
  const nowMs = useNowMs(60_000);
  const isOver = wallClockAt(nowMs, useTimeZone()).date !== today;
  useEffect(() => {
    // Once a minute, until the engine's clock has come to that day too.
    if (isOver) desk.resynchronise();
  }, [desk, isOver, nowMs]);
  return null;
}

function placeWords(session: Session): string {
  const why = noPlaceOf(session);
  return why === null ? (session.location?.name ?? '') : NO_PLACE_WORDS[why].short;
}
