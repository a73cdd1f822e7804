// Today's free slots, the first one chosen, and the present moment outside the timetable.
import { CalendarClock, TriangleAlert } from 'lucide-react';
import { wallClockAt } from '../../../domain/site-time.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { NOW_CHOICE, useWalkInDraft } from './walk-in-draft.ts';
import type { Hold } from './walk-in.tsx';
import css from './walk-in.module.css';

export function SlotPicker({ hold, timeZone }: { today: string; timeZone: string; hold: Hold }) {
  const chooseSlot = useWalkInDraft((draft) => draft.chooseSlot);
  const { slots, free, state } = hold;
  const over = state?.kind === 'over' ? state : null;
  return (
    <div className={css.slots}>
      {over && (
        <p className={css.over} role="alert">
          <TriangleAlert aria-hidden="true" size={20} />
          {over.why === 'expired'
            ? 'The hold has run out. Press H to hold again.'
            : 'Somebody else took this slot.'}
        </p>
      )}
      {slots.error && !slots.value && <ErrorNotice error={slots.error} />}
      {!slots.value && !slots.error && <SkeletonRows count={3} label="Free slots are being read" />}
      {slots.value && (
        <fieldset className={css.slotGrid}>
          <legend className={css.slotLegend}>
            {free.length === 0 ? 'No free slot left today' : `${free.length} free today`}
          </legend>
          <div className={css.slotScroll}>
            {free.map((slot) => (
              <SlotRadio
                key={slot.id}
                words={wallClockAt(slot.startsAtMs, timeZone).time}
                value={slot.id}
                chosen={hold.chosen}
                onChoose={chooseSlot}
              />
            ))}
          </div>
          <SlotRadio
            words="Now, outside the timetable"
            value={NOW_CHOICE}
            chosen={hold.chosen}
            onChoose={chooseSlot}
          />
        </fieldset>
      )}
      {slots.value && !slots.value.live && (
        <p className={css.quiet}>
          The service cannot be asked: these are the slots{' '}
          <AsOf asOfMs={slots.value.asOfMs} nowMs={hold.nowMs} timeZone={timeZone} />. A hold is a request
          until the line is back.
        </p>
      )}
      <div>
        <Button
          look="main"
          icon={<CalendarClock />}
          hint="H"
          busy={hold.busy}
          onClick={() => void hold.take()}
        >
          {over ? 'Hold slot again' : 'Hold slot'}
        </Button>
      </div>
    </div>
  );
}

function SlotRadio(props: {
  words: string;
  value: string;
  chosen: string;
  onChoose: (value: string) => void;
}) {
  return (
    <label className={props.value === NOW_CHOICE ? css.slotWide : css.slot}>
      <input
        type="radio"
        name="slot"
        checked={props.chosen === props.value}
        onChange={() => props.onChoose(props.value)}
      />
      {props.words}
    </label>
  );
}
