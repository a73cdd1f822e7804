// Books a person at this desk: person, tests, day and slot are chosen, the slot is held, then it is confirmed.
import { CalendarPlus, CalendarX2, UserRound, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { VisitDetail } from '../../../contract/views.ts';
import { shownOf } from '../../../domain/identity.ts';
import { formatName } from '../../../domain/person-name.ts';
import { isCalendarDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { dayWords } from '../../shared/dates/day-words.ts';
import { ChangedMeanwhile } from '../../shared/drafts/changed-meanwhile.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { ANY_SLOT, links } from '../../shared/links.ts';
import { focusPersonChooser, PersonChooser } from '../../shared/people/person-chooser.tsx';
import { birthWords } from '../../shared/people/person-line.tsx';
import { renamedWords } from '../../shared/people/renamed-words.ts';
import { useChosenPerson } from '../../shared/people/use-chosen-person.ts';
import { BookOverDialog } from '../../shared/slots/book-over.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { errorWords } from '../../shared/words/error-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { useAction } from '../../ui/actions.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import { BookedAlready } from './booked-already.tsx';
import { BookedMeanwhile } from './booked-meanwhile.tsx';
import { DayChoice } from './day-choice.tsx';
import { HalfDone } from './half-done.tsx';
import { HeldSlot } from './held-slot.tsx';
import { OfferBack } from './offer-back.tsx';
import { ProductPicker, PRODUCT_SEARCH_ID } from './product-picker.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { isOvernight, isStranded } from './slot-choice.ts';
import { useHold, type Hold } from './use-hold.ts';
import { putMade, useWalkInDraft, WALK_IN_FORM, walkInOf } from './walk-in-draft.ts';
import css from './walk-in.module.css';

/** Walk-ins that are being confirmed: whoever left the screen and is back confirms none a second time. */
const bookings = new Set<number>();

/** Whoever may not book is told so before they enter anything; what a colleague has begun in this window is kept. */
export function WalkIn() {
  const mayNotHold = useMayNot('walkIn.hold');
  const mayNotConfirm = useMayNot('walkIn.confirm');
  const mayNot = mayNotHold ?? mayNotConfirm;
  if (mayNot !== null) {
    return (
      <Screen title="Walk-in">
        <EmptyState icon={<CalendarX2 size={26} />} title="You cannot book people in">
          {mayNot} What was begun here is kept for them.
        </EmptyState>
      </Screen>
    );
  }
  return <Booking />;
}

function Booking() {
  const [path, navigate] = useLocation();
  const draft = useWalkInDraft();
  const session = useSession();
  const today = session?.today ?? '';
  const timeZone = session?.timeZone ?? 'Europe/London';
  // The day and the slot are in the address, so that the calendar can link to them and a reload keeps them.
  const {
    date: askedDate,
    slotId,
    locationId: askedPlace,
  } = useParams<{ date?: string; slotId?: string; locationId?: string }>();
  const place = session?.locations.find(({ id }) => id === askedPlace && id !== session.location?.id) ?? null;
  const placeId = place?.id ?? null;
  const isPast = askedDate !== undefined && (!isCalendarDate(askedDate) || askedDate < today);
  const day = askedDate === undefined || isPast || askedDate === today ? null : askedDate;
  const { chooseDay, chooseSlot, serial } = draft;
  // For each walk-in anew: one that a reload brings back later than the screen must not book another day than the address says.
  useEffect(() => {
    if (today !== '') chooseDay(day, placeId);
  }, [today, day, placeId, chooseDay, serial]);
  const followedPath = useRef<string | null>(null);
  // The slot by the same rule: an address that has changed says which one, and otherwise whoever has none chosen is given that of the
  // address. So one chosen by hand stays over a reload, and what comes back later than the screen does not take the address's away.
  useEffect(() => {
    if (today === '' || slotId === undefined) return;
    const isAnother = followedPath.current !== null && followedPath.current !== path;
    followedPath.current = path;
    if (slotId === ANY_SLOT) return;
    if (isAnother || useWalkInDraft.getState().slotChoice === null) chooseSlot(slotId);
  }, [today, day, placeId, path, slotId, chooseSlot, serial]);
  const goToDay = (date: string | null, at = placeId): void => {
    const here = date === null || date === today ? links.walkIn : links.bookOn(date);
    navigate(at === null ? here : links.bookElsewhere(date ?? today, ANY_SLOT, at), { replace: true });
  };
  const products = useQuery('products.list', {});
  const chosen = (products.value?.items ?? []).filter((product) => draft.productIds.includes(product.id));
  const withdrawn = chosen.find(({ isWithdrawn }) => isWithdrawn);
  const appointmentOnly = chosen.find((product) => product.appointmentOnly)?.name ?? null;
  const hold = useHold({ nowAllowed: appointmentOnly === null });
  const confirm = useCommand('walkIn.confirm');
  /** For which walk-in it was last asked: somebody else's may be in the window by now, and of theirs nothing was refused. */
  const [confirmedFor, setConfirmedFor] = useState<number | null>(null);
  const isStillHere = useStillHere();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const hasPerson = draft.person !== null;
  const chosenPerson = useChosenPerson(draft.person, confirm);

  useEffect(() => () => useWalkInDraft.getState().leave(Date.now()), []);

  const { isHere } = hold;
  const holding = draft.visitId !== null && hold.state?.kind !== 'over';
  const held = holding ? hold.visit?.appointment : null;
  // A slot of the timetable that was booked over is still a slot of the timetable.
  const outsideTimetable = held?.overridesAvailability === true && held.bookedOver === null;
  const stranded = holding && isStranded(hold.visit, placeId ?? session?.location?.id ?? null);
  // While this window confirms it, that is its own doing.
  const bookedMeanwhile = hold.state?.kind === 'booked' && !confirm.busy ? hold.visit : null;
  const overnight = holding && isOvernight(hold.visit, today);
  const halfDone = holding && !overnight ? anotherDays(hold, day ?? today) : null;
  // The address asks for today and so the draft has forgotten where it was held; its visit knows.
  const heldAt =
    halfDone === null || halfDone.locationId === session?.location?.id ? null : halfDone.locationId;
  const stillNeeded = [
    halfDone !== null && 'whether to go on with the booking that is half done',
    draft.person === null && 'the person',
    chosenPerson.isChanged && 'that you read how the person is named now',
    chosen.length === 0 && 'a test',
    withdrawn && `${withdrawn.name} taken off, which the laboratory lists no more`,
    bookedMeanwhile !== null && 'another slot',
    !holding && !hold.takenAlong && 'a held slot',
    stranded && 'a slot where this desk works now',
    overnight && 'a slot of today',
    outsideTimetable && appointmentOnly !== null && `a slot of the timetable for ${appointmentOnly}`,
  ].filter((part) => part !== false && part !== undefined);
  const ready = stillNeeded.length === 0 && (hold.visit !== null || !holding);
  const missing = ready ? null : `Still needed: ${stillNeeded.join(', ') || 'the service’s answer'}`;

  async function book(): Promise<void> {
    const { serial } = draft;
    if (bookings.has(serial)) return notify('This walk-in is being booked already');
    bookings.add(serial);
    await bookOnce().finally(() => bookings.delete(serial));
  }
  async function bookOnce(): Promise<void> {
    const { serial, person, productIds } = draft;
    if (!ready || !person) return;
    const shown = holding ? null : (hold.next?.slot ?? null);
    const taken = holding ? hold.visit : await hold.take();
    // It may have been another slot that was being taken already: that one is in sight now, and was not meant by this press.
    if (shown && taken?.appointment && taken.appointment.startsAtMs !== shown.startsAtMs) return;
    const meant = walkInOf(serial);
    // Whoever was exchanged while the slot was taken was not meant by that press.
    if (!taken || meant?.person !== person || meant.productIds !== productIds) return;
    setConfirmedFor(serial);
    const answer = await confirm.run({
      visitId: taken.id,
      seenVersion: taken.version,
      patientId: person.id,
      chosenAs: shownOf(person),
      productIds: chosen.map((product) => product.id),
    });
    if (!answer.ok) {
      if (!isStillHere() || useWalkInDraft.getState().serial !== serial)
        notify(`Booking ${formatName(person)}: ${errorWords(answer.error).title}`);
      return;
    }
    const { id, date, appointment } = answer.value;
    const time = appointment && shownClockAt(appointment.startsAtMs, timeZone).time;
    notify(
      isHere
        ? `${formatName(person)} is on the board`
        : `${formatName(person)} is booked for ${dayWords(date)}${time === null ? '' : `, ${time}`}${place === null ? '' : ` at ${place.name}`}`,
    );
    // Somebody else may be entered by then: they keep their walk-in, and whoever enters them keeps this screen.
    if (walkInOf(serial)?.person !== person) draft.amend(serial, { visitId: null });
    else if (draft.booked(serial)) navigate(isHere ? links.visit(id) : links.visitOnDay(date, id));
  }
  const isWalkIn = isHere || overnight;
  const confirmWords = isWalkIn ? 'Confirm walk-in' : 'Confirm booking';
  useAction({
    id: 'confirm-walk-in',
    words: confirmWords,
    key: 'K',
    blocked: missing,
    run: () => void book(),
  });

  // Each step removes the element that had the focus; the next step takes it, so that the keyboard goes on there.
  const hasTest = chosen.length > 0;
  const holdButton = hold.button;
  const steps = useRef<HTMLDivElement>(null);
  const hadPerson = useRef(hasPerson);
  // A form that was scrolled leaves the rest scrolled: whoever is chosen, and how long the slot is held, would be out of sight.
  useEffect(() => {
    if (hasPerson && !hadPerson.current) {
      steps.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    }
    hadPerson.current = hasPerson;
  }, [hasPerson]);
  const wasHolding = useRef(holding);
  useEffect(() => {
    const isGivenBack = wasHolding.current && !holding;
    wasHolding.current = holding;
    if (document.activeElement !== document.body) return;
    // Whoever has given a slot back takes the next one, or presses H, which a field would take for a letter.
    if (!hasPerson && isGivenBack) holdButton.current?.focus();
    else if (!hasPerson) focusPersonChooser();
    else if (!hasTest) document.getElementById(PRODUCT_SEARCH_ID)?.focus();
    else if (!holding) holdButton.current?.focus();
    else confirmButton.current?.focus();
  }, [hasPerson, hasTest, holding, holdButton]);

  return (
    <Screen
      title={
        isWalkIn
          ? 'Walk-in'
          : `Booking for ${dayWords(hold.visit?.date ?? draft.date ?? today)}${place === null ? '' : ` at ${place.name}`}`
      }
      footer={
        <>
          <p className={css.summary}>
            {missing ??
              (draft.person && (
                <>
                  <strong>{formatName(draft.person)}</strong>,{' '}
                  {chosen.map((product) => product.name).join(', ')},{' '}
                  {hold.visit && !isHere && `${dayWords(hold.visit.date)}, `}
                  {holding
                    ? hold.visit?.appointment &&
                      shownClockAt(hold.visit.appointment.startsAtMs, timeZone).time
                    : takenAlongWords(hold, timeZone)}
                </>
              ))}
          </p>
          <Button
            ref={confirmButton}
            look="main"
            size="large"
            icon={<CalendarPlus />}
            hint="K"
            busy={confirm.busy || (hold.busy && !holding)}
            blocked={missing}
            onClick={() => void book()}
          >
            {confirmWords}
          </Button>
        </>
      }
    >
      {halfDone && (
        <HalfDone
          visit={halfDone}
          person={draft.person}
          timeZone={timeZone}
          onGoOn={() => goToDay(halfDone.date, heldAt)}
          onBeginAnew={() => {
            // Offered back as what it is: a booking for its own day and place, not for the day that is in the address now.
            chooseDay(halfDone.date, heldAt);
            draft.leave(Date.now());
            chooseDay(day, placeId);
          }}
        />
      )}
      <TooLongToKeep form={WALK_IN_FORM} />
      <OfferBack onTakenBack={(date, at) => goToDay(date, at)} />
      {isPast && today !== '' && (
        <p className={css.over} role="status">
          The day in the address is over or no day at all, so today is shown.
        </p>
      )}
      <div ref={steps} className={css.steps} data-draft={draft.person !== null || chosen.length > 0}>
        <Panel title="1. Person" tone={draft.person === null ? 'main' : 'plain'}>
          {draft.person ? (
            <>
              <div className={css.chosen}>
                <UserRound aria-hidden="true" size={24} />
                <span className={css.chosenWords}>
                  <strong>{formatName(draft.person)}</strong>
                  <span className="unbroken">{birthWords(draft.person.dateOfBirth, today)}</span>
                </span>
                <Button size="small" icon={<X />} onClick={() => draft.choosePerson(null)}>
                  Change person
                </Button>
              </div>
              {chosenPerson.isChanged && chosenPerson.now && (
                <ChangedMeanwhile
                  notDone="Nobody was booked."
                  lines={renamedWords(draft.person, chosenPerson.now, today)}
                  onRead={() => {
                    chosenPerson.read();
                    draft.choosePerson(chosenPerson.now);
                    confirmButton.current?.focus();
                  }}
                />
              )}
              <BookedAlready person={draft.person} date={draft.date} timeZone={timeZone} />
            </>
          ) : (
            <PersonChooser
              typed={draft.typed}
              onTyped={draft.type}
              onChosen={draft.choosePerson}
              onMadeLate={(person) => putMade(person, draft)}
              takesFocus
            />
          )}
        </Panel>
        <Panel
          title="2. Test"
          tone={draft.person !== null && chosen.length === 0 ? 'main' : 'plain'}
          aside={products.value && <AsOf asOfMs={products.value.asOfMs} timeZone={timeZone} />}
        >
          <ProductPicker
            products={products}
            // With the person chosen, what is left is to confirm: the first free slot is taken along.
            onChosenByKey={() =>
              (hasPerson && hold.takenAlong ? confirmButton : hold.button).current?.focus()
            }
          />
        </Panel>
        <Panel
          title="3. Time"
          tone={chosen.length > 0 && !holding ? 'main' : 'plain'}
          aside={
            !holding && hold.slots.value && <AsOf asOfMs={hold.slots.value.asOfMs} timeZone={timeZone} />
          }
        >
          {place !== null && (
            <p className={css.quiet} role="status">
              At <strong>{place.name}</strong>, not at this desk’s own location. “Now” is for whoever stands
              here, so it is not offered.
            </p>
          )}
          {bookedMeanwhile !== null ? (
            <BookedMeanwhile visit={bookedMeanwhile} timeZone={timeZone} onAnother={() => draft.held(null)} />
          ) : holding ? (
            <HeldSlot hold={hold} timeZone={timeZone} stranded={stranded} overnight={overnight} />
          ) : (
            <>
              {hold.date !== null && (
                <DayChoice
                  date={hold.date}
                  today={today}
                  timeZone={timeZone}
                  locationId={placeId}
                  onChoose={(date) => goToDay(date)}
                />
              )}
              <SlotPicker timeZone={timeZone} hold={hold} appointmentOnly={appointmentOnly} />
            </>
          )}
        </Panel>
      </div>
      {hold.visit && (
        <BookOverDialog
          key={hold.visit.id}
          visit={hold.visit}
          timeZone={timeZone}
          meanwhile={`The slot of ${dayWords(hold.visit.date)} stands otherwise by now: see under Time.`}
        />
      )}
      {hold.error && <ErrorNotice error={hold.error} />}
      {chosenPerson.error && confirmedFor === draft.serial && <ErrorNotice error={chosenPerson.error} />}
    </Screen>
  );
}

/** The visit that holds the slot, where it is of another day than the address. */
function anotherDays({ visit }: Hold, date: string): VisitDetail | null {
  return visit !== null && visit.date !== date ? visit : null;
}

/** `14:10, held and confirmed in one step` */
function takenAlongWords({ next }: Hold, timeZone: string): string {
  const when = next?.slot ? shownClockAt(next.slot.startsAtMs, timeZone).time : 'now, outside the timetable';
  return `${when}, held and confirmed in one step`;
}
