// Somebody without an appointment: person, test, time, held, confirmed; then checked in on the same screen.
import { CalendarPlus, Hourglass, RotateCcw, UserRound, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatName } from '../../../domain/person-name.ts';
import { wallClockAt } from '../../../domain/site-time.ts';
import { serviceNowMs, useNowMs } from '../../host/service-clock.ts';
import { useCommand } from '../../host/use-command.ts';
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { useAction } from '../../ui/actions.ts';
import { AsOf } from '../../shared/dates/as-of.tsx';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { birthWords } from '../../shared/people/person-line.tsx';
import { links } from '../../shared/links.ts';
import { PersonChooser } from '../../shared/people/person-chooser.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { notify } from '../../ui/toasts.tsx';
import { ProductPicker } from './product-picker.tsx';
import { freeSlots, holdState } from './slot-choice.ts';
import { SlotPicker } from './slot-picker.tsx';
import { NOW_CHOICE, useWalkInDraft } from './walk-in-draft.ts';
import css from './walk-in.module.css';

export function WalkIn() {
  const [, navigate] = useLocation();
  const draft = useWalkInDraft();
  const session = useSession();
  const nowMs = useNowMs();
  const today = session?.today ?? '';
  const timeZone = session?.timeZone ?? 'Europe/London';
  const products = useQuery('products.list', {});
  const hold = useHold();
  const confirm = useCommand('walkIn.confirm');

  const holding = draft.visitId !== null && hold.state?.kind !== 'over';
  const chosen = (products.value?.items ?? []).filter((product) => draft.productIds.includes(product.id));
  const ready = holding && draft.person !== null && chosen.length > 0;
  const stillNeeded = [
    draft.person === null && 'the person',
    chosen.length === 0 && 'a test',
    !holding && 'a held slot',
  ].filter((part) => part !== false);

  async function book(): Promise<void> {
    if (!ready || !hold.visit) return;
    const answer = await confirm.run({
      visitId: hold.visit.id,
      seenVersion: hold.visit.version,
      patientId: draft.person.id,
      productIds: chosen.map((product) => product.id),
    });
    if (answer.ok) {
      notify(`${formatName(draft.person)} is on the board`);
      draft.startAgain();
      navigate(links.visit(answer.value.id));
    }
  }
  useAction({
    id: 'confirm-walk-in',
    words: 'Confirm walk-in',
    key: 'K',
    enabled: ready,
    run: () => void book(),
  });

  return (
    <Screen
      title="Walk-in"
      aside={products.value && <AsOf asOfMs={products.value.asOfMs} nowMs={nowMs} timeZone={timeZone} />}
      footer={
        <>
          <p className={css.summary}>
            {stillNeeded.length === 0 && draft.person ? (
              <>
                <strong>{formatName(draft.person)}</strong>,{' '}
                {chosen.map((product) => product.name).join(', ')},{' '}
                {hold.visit?.appointment && wallClockAt(hold.visit.appointment.startsAtMs, timeZone).time}
              </>
            ) : (
              `Still needed: ${stillNeeded.join(', ')}`
            )}
          </p>
          <Button
            look="main"
            size="large"
            icon={<CalendarPlus />}
            hint="K"
            busy={confirm.busy}
            disabled={!ready}
            onClick={() => void book()}
          >
            Confirm walk-in
          </Button>
        </>
      }
    >
      <div className={css.steps} data-draft={draft.person !== null || chosen.length > 0}>
        <Panel title="1. Person" tone={draft.person === null ? 'main' : 'plain'}>
          {draft.person ? (
            <div className={css.chosen}>
              <UserRound aria-hidden="true" size={24} />
              <span className={css.chosenWords}>
                <strong>{formatName(draft.person)}</strong>
                <span>{birthWords(draft.person.dateOfBirth, today)}</span>
              </span>
              <Button size="small" icon={<X />} onClick={() => draft.choosePerson(null)}>
                Change person
              </Button>
            </div>
          ) : (
            <PersonChooser onChosen={draft.choosePerson} />
          )}
        </Panel>
        <Panel title="2. Test" tone={draft.person !== null && chosen.length === 0 ? 'main' : 'plain'}>
          <ProductPicker products={products} />
        </Panel>
        <Panel title="3. Time" tone={chosen.length > 0 && !holding ? 'main' : 'plain'}>
          {holding ? (
            <HeldSlot hold={hold} timeZone={timeZone} />
          ) : (
            <SlotPicker today={today} timeZone={timeZone} hold={hold} />
          )}
        </Panel>
      </div>
      {hold.error && <ErrorNotice error={hold.error} />}
      {confirm.error && <ErrorNotice error={confirm.error} />}
    </Screen>
  );
}

export type Hold = ReturnType<typeof useHold>;

/** The slot's hold: taken, watched by the service's clock, given back, taken again. */
function useHold() {
  const { visitId, held, slotChoice } = useWalkInDraft();
  const nowMs = useNowMs();
  const session = useSession();
  const today = session?.today ?? null;
  const visit = useQuery('visits.get', visitId === null ? skip : { visitId });
  const slots = useQuery('slots.list', today === null ? skip : { date: today });
  const hold = useCommand('walkIn.hold');
  const release = useCommand('walkIn.release');
  const current = visit.value;
  const state = holdState(current, nowMs);

  const free = freeSlots(slots.value?.slots ?? [], nowMs);
  const preferred = slotChoice ?? free[0]?.id ?? NOW_CHOICE;
  const slot = free.find((one) => one.id === preferred) ?? null;

  async function giveBack(): Promise<void> {
    if (current) await release.run({ visitId: current.id, seenVersion: current.version });
    held(null);
  }
  async function take(): Promise<void> {
    if (hold.busy) return;
    if (current) await giveBack();
    const answer = await hold.run(
      slot ? { slotId: slot.id, startsAtMs: slot.startsAtMs } : { slotId: null, startsAtMs: serviceNowMs() },
    );
    if (answer.ok) held(answer.value.id);
    else slots.refresh();
  }
  const over = state?.kind === 'over';
  useAction({
    id: 'hold-slot',
    words: over ? 'Hold the slot again' : 'Hold slot',
    key: 'H',
    enabled: visitId === null || over,
    run: () => void take(),
  });

  return {
    visit: current,
    state,
    nowMs,
    free,
    slots,
    chosen: slot?.id ?? NOW_CHOICE,
    take,
    giveBack,
    busy: hold.busy || release.busy,
    error: hold.error,
  };
}

function HeldSlot({ hold, timeZone }: { hold: Hold; timeZone: string }) {
  const [leaving, setLeaving] = useState(false);
  const appointment = hold.visit?.appointment;
  const state = hold.state;
  return (
    <div className={css.held}>
      <p className={css.heldTime}>
        <Hourglass aria-hidden="true" size={22} />
        {appointment ? <time>{wallClockAt(appointment.startsAtMs, timeZone).time}</time> : '…'}
        {appointment?.overridesAvailability && <span className={css.quiet}>outside the timetable</span>}
      </p>
      {state?.kind === 'held' && state.untilMs !== null && (
        <p>
          Held for <Countdown untilMs={state.untilMs} nowMs={hold.nowMs} label="Held for" />
        </p>
      )}
      {state?.kind === 'held' && state.untilMs === null && <p>The slot is ours.</p>}
      {(state === null || state.kind === 'asked') && (
        <p role="status">Asked for. While the line is down this waits, and is settled when it is back.</p>
      )}
      <div>
        <Button
          size="small"
          icon={<RotateCcw />}
          busy={hold.busy || leaving}
          onClick={() => {
            setLeaving(true);
            void hold.giveBack().finally(() => setLeaving(false));
          }}
        >
          Give the slot back
        </Button>
      </div>
    </div>
  );
}
