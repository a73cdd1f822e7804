// The slot's hold: taken, watched by the service's clock, given back, taken again.
import { useLayoutEffect, useRef, useState } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { serviceNowMs, useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useAction } from '../../ui/actions.ts';
import { notify } from '../../ui/toast-store.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import { useReadAnew } from '../../shared/slots/use-read-anew.ts';
import { errorWords } from '../../shared/words/error-words.ts';
import { createPresentMoment } from './present-moment.ts';
import { freeSlots, holdState, noSlotWords, slotToTake, type HoldState } from './slot-choice.ts';
import { NOW_CHOICE, useWalkInDraft, walkInOf } from './walk-in-draft.ts';

export type Hold = ReturnType<typeof useHold>;

const HELD_FOR_NOBODY =
  'A slot is held for a walk-in that is not here any more: it is free again when its time is over';
/**
 * By walk-in: the slot that is being taken. Kept beyond the screen: whoever leaves it and comes back to the same walk-in meanwhile goes on
 * with that one, and takes no second.
 */
const takings = new Map<number, Promise<VisitDetail | null>>();

/** `nowAllowed`: the present moment outside the timetable will do as well as a slot. */
export function useHold({ nowAllowed }: { nowAllowed: boolean }) {
  const { serial, visitId, amend, date: chosenDate, locationId: elsewhereId, slotChoice } = useWalkInDraft();
  const nowMs = useNowMs();
  const session = useSession();
  const today = session?.today ?? null;
  const date = chosenDate ?? today;
  const current = useQuery('visits.get', visitId === null ? skip : { visitId }).value;
  /** What is given back at this moment, and how it stood: its end may be told before the answer, and was not lost. */
  const [leaving, setLeaving] = useState<{ visitId: string; state: HoldState | null } | null>(null);
  const told = holdState(current, nowMs);
  const state = told?.kind === 'over' && leaving?.visitId === visitId ? leaving.state : told;
  const over = state?.kind === 'over' ? state : null;
  // For a slot that is held already, the day is that of its visit; one that ran out before midnight is held again for today.
  const isToday = ((over === null ? current?.date : null) ?? date) === today;
  const isElsewhere = elsewhereId !== null;
  // Only somebody who is here now can be taken at the present moment, or in one press.
  const isHere = isToday && !isElsewhere;
  const slots = useQuery(
    'slots.list',
    date === null ? skip : { date, ...(isElsewhere ? { locationId: elsewhereId } : {}) },
  );
  useReadAnew(slots.value?.asOfMs ?? null, slots.refresh);
  const hold = useCommand('walkIn.hold');
  const [present] = useState(() => createPresentMoment(serviceNowMs));
  /** For which walk-in a slot was last asked for: what was refused is said of that one only. */
  const [askedFor, setAskedFor] = useState<number | null>(null);
  const release = useCommand('walkIn.release');
  const button = useRef<HTMLButtonElement>(null);

  const free = freeSlots(slots.value?.slots ?? [], nowMs);
  // The list of free slots was read while the lost slot was still held: it is read again before a slot is offered.
  const isOver = over !== null;
  const [doubted, setDoubted] = useState<typeof slots.value>(null);
  const listed = useRef(slots.value);
  useLayoutEffect(() => {
    listed.current = slots.value;
  });
  const { refresh } = slots;
  useLayoutEffect(() => {
    if (!isOver) return;
    setDoubted(listed.current);
    refresh();
  }, [isOver, refresh]);
  const isListed = slots.value !== null && (slots.value !== doubted || slots.error !== null);
  const next = isListed ? slotToTake(free, slotChoice, nowAllowed && isHere) : null;
  const noSlot = next === null ? noSlotWords({ isListed, isToday }) : null;

  function forget(): void {
    hold.takenBack();
    amend(serial, { visitId: null });
  }
  /** A slot is held, and goes to the walk-in that asked for it. Returns whether there is that walk-in still. */
  function give(visit: VisitDetail): boolean {
    if (amend(serial, { visitId: visit.id, override: null })) return true;
    notify(HELD_FOR_NOBODY);
    return false;
  }
  /** Before another slot is taken: whatever became of the one before, this walk-in goes on without it. */
  async function letGo(visit: VisitDetail): Promise<void> {
    await release.run({ visitId: visit.id, seenVersion: visit.version });
    forget();
  }
  /** Returns why it was not given back: another window has done something with it, so it stays in sight. Null otherwise. */
  async function giveBack(): Promise<AppError | null> {
    if (current) {
      setLeaving({ visitId: current.id, state });
      const answer = await release.run({ visitId: current.id, seenVersion: current.version });
      if (!answer.ok && answer.error.kind === 'conflict' && answer.error.reason === 'changed') {
        setLeaving(null);
        return answer.error;
      }
    }
    forget();
    return null;
  }
  const isStillHere = useStillHere();
  /** Whether the screen, or this walk-in on it, was left: what is said there then is said of somebody else. */
  const isLeft = (): boolean => !isStillHere() || useWalkInDraft.getState().serial !== serial;
  /** Returns the visit that holds the slot; null when nothing was taken, or the walk-in was given up meanwhile. */
  function take(): Promise<VisitDetail | null> {
    // Confirming may come while the slot is still being taken: it goes on with that one.
    const begun = takings.get(serial);
    if (begun) return begun;
    const answer = takeNext().finally(() => takings.delete(serial));
    takings.set(serial, answer);
    return answer;
  }
  async function holdOnly(): Promise<void> {
    const taken = await take();
    if (taken && useWalkInDraft.getState().pushedOut?.serial === serial) notify(HELD_FOR_NOBODY);
  }
  async function takeNext(): Promise<VisitDetail | null> {
    const locationId = slots.value?.locationId;
    if (next === null || locationId === undefined) return null;
    if (current) await letGo(current);
    const { slot } = next;
    // Remembered, so that holding again means the same slot.
    if (!amend(serial, { slotChoice: slot?.id ?? NOW_CHOICE })) return null;
    const at = { locationId, elsewhere: isElsewhere };
    setAskedFor(serial);
    const answer = await hold.run(
      slot
        ? { ...at, slotId: slot.id, startsAtMs: slot.startsAtMs }
        : { ...at, slotId: null, startsAtMs: present.toAskFor(serial) },
      { of: serial },
    );
    if (slot === null) present.answered(serial, answer);
    if (!answer.ok) {
      slots.refresh();
      if (isLeft()) notify(`Holding a slot: ${errorWords(answer.error).title}`);
      return null;
    }
    return give(answer.value) ? answer.value : null;
  }
  /** Books a time that is taken or closed all the same. What was refused stays as it was typed, with why. */
  async function override(startsAtMs: number, reason: string): Promise<void> {
    const locationId = slots.value?.locationId;
    if (locationId === undefined) return;
    if (current) await letGo(current);
    if (walkInOf(serial) === null) return;
    const slotId = slots.value?.slots.find((slot) => slot.startsAtMs === startsAtMs)?.id ?? null;
    setAskedFor(serial);
    const answer = await hold.run(
      { locationId, elsewhere: isElsewhere, slotId, startsAtMs, overrideReason: reason },
      { of: serial },
    );
    if (!answer.ok) {
      if (isLeft()) notify(`Booking over: ${errorWords(answer.error).title}`);
    } else give(answer.value);
  }
  useAction({
    id: 'hold-slot',
    words: over ? 'Hold the slot again' : 'Hold slot',
    key: 'H',
    enabled: visitId === null || over !== null,
    blocked: noSlot,
    // Another slot than before is taken only by its own button, which names it.
    run: () => (next?.isOther ? button.current?.focus() : void holdOnly()),
  });

  return {
    visit: current,
    state,
    nowMs,
    free,
    slots,
    /** The day that is booked, `YYYY-MM-DD`; null before the service's day is known. */
    date,
    isToday,
    /** Booked for today at this desk's own location: the person is here. */
    isHere,
    isListed,
    next,
    /** Why there is no slot to hold, in words; null where there is one. */
    noSlot,
    /** Whether confirming may take the slot as well: for somebody who is here, and none was lost before. */
    takenAlong: isHere && over === null && next !== null && !next.isOther,
    /** Where the lost hold began; null while none was lost. */
    lostStartsAtMs: over ? (current?.appointment?.startsAtMs ?? null) : null,
    button,
    /** Takes the slot for what goes on with it; `holdOnly` says so where nobody will. */
    take,
    holdOnly,
    override,
    giveBack,
    busy: hold.busy || release.busy,
    error: askedFor === serial ? hold.error : null,
  };
}
