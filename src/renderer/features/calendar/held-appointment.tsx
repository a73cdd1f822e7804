// What is held, at the mouse or above the finger, and where it would go if it were let go now.
import { ArrowRightLeft } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { shownClockAt } from '../../../domain/site-time.ts';
import { dayWords } from '../../shared/dates/day-words.ts';
import { useTextSize, zoomOf } from '../../ui/text-size.ts';
import { targetOf, useHeld, type Held } from './drag.ts';
import css from './calendar.module.css';

interface Words {
  timeZone: string;
  locations: readonly { readonly id: string; readonly name: string }[];
}

export function HeldAppointment(props: Words) {
  const held = useHeld((state) => state.held);
  const zoom = useTextSize(({ size }) => zoomOf(size));
  const isHeld = held !== null;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-holds', isHeld);
    return () => document.documentElement.removeAttribute('data-holds');
  }, [isHeld]);
  // Whoever leaves the calendar has nothing in the hand any more.
  useEffect(() => () => useHeld.getState().held?.putBack(), []);
  if (held === null) return null;
  // In the body, because within a screen it would be placed by the screen and not by the window.
  return createPortal(
    <div className={css.held} style={placeOf(held, zoom)} role="status">
      <ArrowRightLeft aria-hidden="true" size={18} />
      <p>
        <strong>{held.words}</strong>
        <span className={css.heldWhere}>
          {held.over === null ? 'Drop it on a free slot, a day or a location' : whereWords(held.over, props)}
        </span>
      </p>
    </div>,
    document.body,
  );
}

const WIDTH_PX = 320;
const HEIGHT_PX = 72;

/** Beside the mouse or above the finger, and whole within the window; in the lengths of an enlarged page. */
function placeOf({ x, y, isTouch }: Held, zoom: number): { left: number; top: number } {
  const within = (value: number, room: number, size: number): number =>
    Math.max(8, Math.min(value, room / zoom - size - 8));
  const left = isTouch ? x / zoom - WIDTH_PX / 2 : x / zoom + 14;
  const top = isTouch ? y / zoom - HEIGHT_PX - 32 : y / zoom + 14;
  return {
    left: within(left, window.innerWidth, WIDTH_PX),
    top: within(top, window.innerHeight, HEIGHT_PX),
  };
}

function whereWords(over: string, { timeZone, locations }: Words): string {
  const target = targetOf(over);
  switch (target.kind) {
    case 'slot':
      return `to ${shownClockAt(target.startsAtMs, timeZone).time}`;
    case 'day':
      return `to ${dayWords(target.date)}`;
    case 'place':
      return `to ${locations.find(({ id }) => id === target.locationId)?.name ?? 'this location'}`;
  }
}
