// The free slots of the day, the first one chosen; today also the present moment outside the timetable.
import { CalendarClock, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '../../host/use-session.ts';
import { useBookOver } from '../../shared/slots/book-over.tsx';
import { slotLossWords } from '../../shared/slots/slot-loss-words.ts';
import { shownClockAt } from '../../../domain/site-time.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { notToldWords } from '../../shared/words/kept-words.ts';
import { NO_PLACE_WORDS, noPlaceOf, noPlaceRemedy } from '../../shared/words/no-place-words.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NOW_CHOICE, useWalkInDraft } from './walk-in-draft.ts';
import { OverrideTime } from './override-time.tsx';
import type { Hold } from './use-hold.ts';
import css from './walk-in.module.css';

/** `appointmentOnly`: a chosen test that is done at an appointment only; null when there is none. */
export function SlotPicker(props: { timeZone: string; hold: Hold; appointmentOnly: string | null }) {
  const { timeZone, hold, appointmentOnly } = props;
  const session = useSession();
  const noPlace = session === null ? null : noPlaceOf(session);
  const isUnread = noPlace !== null;
  const chooseSlot = useWalkInDraft((draft) => draft.chooseSlot);
  const { slots, free, state, next } = hold;
  const over = state?.kind === 'over' ? state : null;
  const timeOf = (startsAtMs: number): string => shownClockAt(startsAtMs, timeZone).time;
  const lost = hold.visit !== null && hold.visit.slotLost !== null ? hold.visit : null;
  // While this window gives it back, that is its own doing.
  const isGivenBack =
    hold.visit?.activity.some(({ kind }) => kind === 'slot-released') === true && !hold.busy;
  const lostTime = hold.lostStartsAtMs === null ? 'this time' : timeOf(hold.lostStartsAtMs);
  const bookOver = useBookOver({ id: hold.visit?.id ?? '' });
  const chosen = next === null ? null : (next.slot?.id ?? NOW_CHOICE);
  return (
    <div className={css.slots}>
      {(over || next?.isOther) && (
        <p className={css.over} role="alert">
          <TriangleAlert aria-hidden="true" size={20} />
          <span>
            {over && over.why !== 'expired' && slotLossWords(over.why, lostTime)}
            {over?.why === 'expired' &&
              `The hold ${hold.lostStartsAtMs === null ? '' : `on ${timeOf(hold.lostStartsAtMs)} `}${isGivenBack ? 'was given back at another window' : 'has run out'}.`}{' '}
            {next?.isOther
              ? `That slot is no longer free. Choose another time, or take ${next.slot ? timeOf(next.slot.startsAtMs) : 'the present moment'}.`
              : over && next && 'Press H to hold it again.'}
          </span>
        </p>
      )}
      {lost && lost.slotLost !== 'gone' && (
        <div>
          <Button icon={<CalendarClock />} onClick={bookOver.ask}>
            Take {lostTime} all the same
          </Button>
        </div>
      )}
      {session !== null && noPlace !== null && (
        <p>
          {NO_PLACE_WORDS[noPlace].title}.{' '}
          {noPlace === 'not-read'
            ? 'Its times come as soon as the service has been read.'
            : noPlaceRemedy(noPlace, session)}
        </p>
      )}
      {slots.error && !slots.value && !isUnread && <ErrorNotice error={slots.error} />}
      {!hold.isListed && !slots.error && <SkeletonRows count={3} label="Free slots are being read" />}
      {hold.isListed && (
        <fieldset className={css.slotGrid}>
          <legend className={css.slotLegend}>
            {hold.isToday
              ? free.length === 0
                ? 'No free slot left today'
                : `${free.length} free today`
              : free.length === 0
                ? 'No free slot on this day'
                : `${free.length} free on this day`}
          </legend>
          <div className={css.slotScroll}>
            {free.map((slot) => (
              <SlotRadio
                key={slot.id}
                words={timeOf(slot.startsAtMs)}
                value={slot.id}
                chosen={chosen}
                onChoose={chooseSlot}
              />
            ))}
          </div>
          {hold.isHere && appointmentOnly === null && (
            <SlotRadio
              words="Now, outside the timetable"
              value={NOW_CHOICE}
              chosen={chosen}
              onChoose={chooseSlot}
            />
          )}
          {hold.isHere && appointmentOnly !== null && (
            <p className={css.quiet}>
              {appointmentOnly} is done by appointment only: choose a slot of the timetable.
            </p>
          )}
        </fieldset>
      )}
      {slots.value && !slots.value.live && (
        <p className={css.quiet}>
          {notToldWords(slots.value.problem)} These are the slots{' '}
          <AsOf inSentence asOfMs={slots.value.asOfMs} timeZone={timeZone} />. Yours is asked for once the
          service answers; somebody else may have it by then.
        </p>
      )}
      <div>
        <Button
          ref={hold.button}
          look="main"
          icon={<CalendarClock />}
          hint={next?.isOther ? undefined : 'H'}
          busy={hold.busy}
          blocked={hold.noSlot}
          onClick={() => void hold.holdOnly()}
        >
          {next?.isOther
            ? next.slot
              ? `Hold ${timeOf(next.slot.startsAtMs)} instead`
              : 'Hold the present moment instead'
            : over
              ? 'Hold slot again'
              : 'Hold slot'}
        </Button>
      </div>
      {hold.isListed && hold.date !== null && (
        <OverrideTime date={hold.date} timeZone={timeZone} hold={hold} />
      )}
    </div>
  );
}

/** Scrolls the list alone. The screen stays at its beginning, where the person is looked for. */
function showWithin(list: HTMLElement, slot: HTMLElement): void {
  const [of, own] = [list.getBoundingClientRect(), slot.getBoundingClientRect()];
  if (own.bottom > of.bottom) list.scrollTop += own.bottom - of.bottom;
  else if (own.top < of.top) list.scrollTop -= of.top - own.top;
}

function SlotRadio(props: {
  words: string;
  value: string;
  chosen: string | null;
  onChoose: (value: string) => void;
}) {
  const isChosen = props.chosen === props.value;
  const label = useRef<HTMLLabelElement>(null);
  // A slot that was chosen in the calendar may be far down in the list.
  useEffect(() => {
    if (isChosen && label.current?.parentElement) showWithin(label.current.parentElement, label.current);
  }, [isChosen]);
  return (
    <label ref={label} className={props.value === NOW_CHOICE ? css.slotWide : css.slot}>
      <input type="radio" name="slot" checked={isChosen} onChange={() => props.onChoose(props.value)} />
      {props.words}
    </label>
  );
}
