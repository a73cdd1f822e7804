// What features share about connection, days, slots, drafts, visits and registrations.
import { DialogToCome, PartToCome, ScreenToCome } from '../../../src/renderer/shared/connection/to-come.tsx';
import { WholeName } from '../../../src/renderer/shared/people/whole-name.tsx';
import type { PrinterView } from '../../../src/contract/printers.ts';
import type { VisitDetail } from '../../../src/contract/views.ts';
import * as errors from '../../../src/domain/app-error.ts';
import { LONGEST_DRAFT } from '../../../src/domain/draft.ts';
import { BackLink } from '../../../src/renderer/shared/back-link.tsx';
import { ConnectionPopover } from '../../../src/renderer/shared/connection/connection-details.tsx';
import { AsOf } from '../../../src/renderer/shared/dates/as-of.tsx';
import { RemovedUpTo } from '../../../src/renderer/shared/dates/removed-up-to.tsx';
import { DateOfBirthField } from '../../../src/renderer/shared/dates/date-of-birth-field.tsx';
import { DayField } from '../../../src/renderer/shared/dates/day-field.tsx';
import { MonthGrid } from '../../../src/renderer/shared/dates/month-grid.tsx';
import { putDraft } from '../../../src/renderer/shared/drafts/drafts.ts';
import { ChangedMeanwhile } from '../../../src/renderer/shared/drafts/changed-meanwhile.tsx';
import { KeptReasonDialog, useReason } from '../../../src/renderer/shared/drafts/kept-reason-dialog.tsx';
import { Overtaken } from '../../../src/renderer/shared/drafts/overtaken.tsx';
import { TooLongToKeep } from '../../../src/renderer/shared/drafts/too-long-to-keep.tsx';
import { links } from '../../../src/renderer/shared/links.ts';
import { AssignAppointment } from '../../../src/renderer/shared/registration/assign-appointment.tsx';
import { FindAtService } from '../../../src/renderer/shared/registration/find-at-service.tsx';
import { FoundRegistration } from '../../../src/renderer/shared/registration/found-registration.tsx';
import { DayOfSlots } from '../../../src/renderer/shared/slots/day-of-slots.tsx';
import type { Output } from '../../../src/contract/index.ts';
import { Price } from '../../../src/renderer/shared/products/price.tsx';
import { StatusBadge } from '../../../src/renderer/shared/registration/status-badge.tsx';
import { BookOverDialog } from '../../../src/renderer/shared/slots/book-over.tsx';
import { PlaceChoice } from '../../../src/renderer/shared/slots/place-choice.tsx';
import { SlotChooser } from '../../../src/renderer/shared/slots/slot-chooser.tsx';
import { SlotTable } from '../../../src/renderer/shared/slots/slot-table.tsx';
import { LabelPrinterTrouble } from '../../../src/renderer/shared/visit/label-printer-trouble.tsx';
import { StateBadge } from '../../../src/renderer/shared/visit/state-badge.tsx';
import { SyncTag } from '../../../src/renderer/shared/visit/sync-tag.tsx';
import type { Standing } from '../../../src/renderer/shared/visit/visit-words.ts';
import { WaitMark } from '../../../src/renderer/shared/visit/wait-mark.tsx';
import { ErrorNotice } from '../../../src/renderer/shared/words/error-notice.tsx';
import { Button } from '../../../src/renderer/ui/button.tsx';
import { entry, type CannedAnswer, type GalleryEntry, type GalleryState } from '../gallery-entry.ts';
import {
  boardOf,
  CONNECTION,
  days,
  JAMES,
  LABEL_PRINTER,
  locations,
  LONG,
  MONTH,
  NOW_MS,
  RIGHT_TO_LEFT,
  SESSION,
  slots,
  TIME_ZONE,
  TODAY,
  visitOf,
} from '../people-and-places.ts';
import { Pressed } from './ui.tsx';

type FoundRow = Output<'registrations.find'>['rows'][number];

const nothing = (): void => undefined;

const dayOf = (date: string, rest: Omit<GalleryState, 'show'>): GalleryState => ({
  ...rest,
  show: () => (
    <DayOfSlots
      date={date}
      today={TODAY}
      timeZone={TIME_ZONE}
      locationId="l0"
      words={{ over: 'This day is over.', cutOff: 'It may refuse a slot that was taken since.' }}
      cell={(slot, is) => <span>{`${new Date(slot.startsAtMs).toISOString().slice(11, 16)} ${is}`}</span>}
    />
  ),
});

const found = (person: typeof JAMES | null): GalleryState => ({
  show: () => {
    const appointment = { startsAtMs: NOW_MS, locationName: 'Soho' };
    const row = {
      person,
      trfCode: 'DRW-7K2M9Q',
      productNames: ['Iron Check'],
      status: 'pending',
      appointment,
    };
    return <FoundRegistration row={row as unknown as FoundRow} />;
  },
});
const HOUR_MS = 3_600_000;

const month = (ageMs: number | null, live: boolean): CannedAnswer => ({
  value: {
    month: MONTH,
    locationId: 'l0',
    asOfMs: ageMs === null ? null : NOW_MS - ageMs,
    live,
    problem: null,
    days: days(),
  },
});
const slotsOf = (count: number, ageMs: number, live: boolean): CannedAnswer => ({
  value: { date: TODAY, locationId: 'l0', asOfMs: NOW_MS - ageMs, live, problem: null, slots: slots(count) },
});
const TIMED_OUT: CannedAnswer = { error: errors.timeout('no answer in time') };

const chooser = (date: string, rest: Omit<GalleryState, 'show'>, problem?: string): GalleryState => ({
  ...rest,
  show: () => (
    <SlotChooser
      session={SESSION}
      chosen={{ locationId: 'l0', date, startsAtMs: Date.parse('2026-11-20T11:10:00Z') }}
      problem={problem}
      onChoose={nothing}
    />
  ),
});

const appointment = (patientId: string | null, person: typeof JAMES | null, of = JAMES): GalleryState => ({
  show: () => (
    <AssignAppointment
      matter={{
        registrationId: 'r1',
        code: 'DRW-7K2M9Q',
        person: of,
        appointment: { startsAtMs: NOW_MS, locationName: 'Bloomsbury', patientId, person },
      }}
      today={TODAY}
      timeZone={TIME_ZONE}
    />
  ),
});

const standing = (rest: Partial<Standing>): Standing => ({
  person: null,
  deskState: 'expected',
  sample: 'to-take',
  merelyHeld: false,
  finishedAtService: false,
  troubles: [],
  ...rest,
});

const details = (connection: typeof CONNECTION, rest: Omit<GalleryState, 'show'> = {}): GalleryState => ({
  alone: true,
  answers: { 'board.get': { value: boardOf([]) } },
  ...rest,
  show: () => (
    <Pressed>
      <ConnectionPopover connection={connection}>as of 10:04</ConnectionPopover>
    </Pressed>
  ),
});

const printerTrouble = (printer: Partial<PrinterView>): GalleryState => ({
  answers: { 'session.get': { value: { ...SESSION, printers: [{ ...LABEL_PRINTER, ...printer }] } } },
  show: () => <LabelPrinterTrouble />,
});

const bookOver = (id: string, slotLost: VisitDetail['slotLost']): GalleryState => ({
  alone: true,
  show: () => {
    putDraft(`reason:book-over:${id}`, { asking: 'book-over', reason: 'She cannot come later' });
    const appointment = { id: 'a1', startsAtMs: NOW_MS, gone: false };
    const visit = { ...visitOf(id, JAMES), version: 1, date: TODAY, slotLost, appointment, activity: [] };
    return (
      <BookOverDialog
        visit={visit as unknown as VisitDetail}
        timeZone={TIME_ZONE}
        meanwhile="OLIVER, James: Expected. 10:04, AB: Slot chosen, for 11:10."
      />
    );
  },
});

function Reason({ asking }: { asking: string }) {
  const draft = useReason(asking);
  return (
    <KeptReasonDialog
      draft={draft}
      title="Cancel printing OLIVER, James?"
      words="The label is not printed by this job."
      confirmWords="Cancel this job"
      busy={false}
      onConfirm={nothing}
    />
  );
}

export const SHARED: readonly GalleryEntry[] = [
  entry('ScreenToCome', {
    'on its way': { show: () => <ScreenToCome couldNotBeHad={false} /> },
    'could not be had': { show: () => <ScreenToCome couldNotBeHad /> },
  }),
  entry('PartToCome', {
    'on its way': { show: () => <PartToCome couldNotBeHad={false} /> },
    'could not be had': { show: () => <PartToCome couldNotBeHad /> },
  }),
  entry('DialogToCome', {
    'could not be had': {
      alone: true,
      show: () => <DialogToCome couldNotBeHad given={{ onClose: nothing }} />,
    },
  }),
  entry('AsOf', {
    fresh: { show: () => <AsOf asOfMs={NOW_MS - 60_000} timeZone={TIME_ZONE} /> },
    stale: { show: () => <AsOf asOfMs={NOW_MS - 3 * HOUR_MS} timeZone={TIME_ZONE} /> },
    'stale and offline': {
      isOffline: true,
      show: () => <AsOf asOfMs={NOW_MS - 26 * HOUR_MS} timeZone={TIME_ZONE} />,
    },
    'not read': { show: () => <AsOf asOfMs={null} timeZone={TIME_ZONE} /> },
  }),
  entry('RemovedUpTo', {
    visits: {
      answers: { 'retention.get': { value: { visits: '2023-11-20', printJobs: null, orders: null } } },
      show: () => <RemovedUpTo what="visits" day="2023-11-17" />,
    },
    orders: {
      answers: { 'retention.get': { value: { visits: null, printJobs: null, orders: '2025-10-16' } } },
      show: () => <RemovedUpTo what="orders" />,
    },
  }),
  entry('ConnectionPopover', {
    normal: details(CONNECTION),
    offline: details(
      {
        ...CONNECTION,
        state: 'offline',
        quality: 'down',
        error: errors.offline('connection-lost', 'unknown', ''),
        waiting: 3,
        attention: 1,
        printProblems: 2,
        printersInTrouble: 1,
      },
      { isOffline: true },
    ),
  }),
  entry('LabelPrinterTrouble', {
    'out of labels': printerTrouble({
      state: 'attention',
      detail:
        'it has no labels: put in a roll. Labels that were sent to it may wait in its memory, and come out once that is mended',
      ofItself: true,
    }),
    'at a desk that is away': printerTrouble({
      state: 'unreachable',
      detail: 'Room 2 is not there, so nothing can be printed at it',
      desk: { id: 'desk-2', name: 'Room 2', state: 'away', sinceMs: NOW_MS },
    }),
    'at a desk that was shut out': printerTrouble({
      state: 'attention',
      detail: 'its desk (Room 2) was shut out: choose another desk for it where it is set up',
      desk: { id: 'desk-2', name: 'Room 2', state: 'shut-out', sinceMs: NOW_MS },
    }),
    'in a long word': printerTrouble({ name: 'Q'.repeat(80), state: 'unreachable', waiting: 1 }),
  }),
  entry('DateOfBirthField', {
    empty: {
      show: () => (
        <DateOfBirthField idPrefix="a" value={{ day: '', month: '', year: '' }} onChange={nothing} />
      ),
    },
    problem: {
      show: () => (
        <DateOfBirthField
          idPrefix="b"
          value={{ day: '29', month: '2', year: '2023' }}
          problem="Date of birth must be a real date"
          onChange={nothing}
        />
      ),
    },
  }),
  entry('DayField', {
    empty: { show: () => <DayField label="From" value={null} onChange={nothing} /> },
    problem: {
      show: () => (
        <DayField label="to" value="2026-03-01" problem="Before the first day" onChange={nothing} />
      ),
    },
  }),
  entry('MonthGrid', {
    normal: {
      show: () => (
        <MonthGrid
          month={MONTH}
          days={days()}
          visits={[
            { date: TODAY, visits: 24, unread: null },
            { date: '2026-11-23', visits: 10_000, unread: null },
            { date: '2026-11-24', visits: null, unread: 'not-yet' },
          ]}
          chosen={TODAY}
          today={TODAY}
          onChoose={nothing}
          onMonth={nothing}
        />
      ),
    },
    loading: {
      show: () => (
        <MonthGrid
          month={MONTH}
          days={null}
          chosen={null}
          today={TODAY}
          onChoose={nothing}
          onMonth={nothing}
        />
      ),
    },
  }),
  entry('KeptReasonDialog', {
    normal: { alone: true, show: () => <Reason asking="a" /> },
    'too long to be kept': {
      alone: true,
      show: () => {
        putDraft('reason:b', { asking: 'b', reason: 'x'.repeat(LONGEST_DRAFT) });
        return <Reason asking="b" />;
      },
    },
  }),
  entry('BackLink', {
    normal: { show: () => <BackLink list={links.registrations} words="All registrations" /> },
    narrow: {
      show: () => (
        <div style={{ width: 120 }}>
          <BackLink list={links.registrations} words="All registrations" />
        </div>
      ),
    },
  }),
  entry('BookOverDialog', {
    taken: bookOver('v1', 'taken'),
    'perhaps one’s own': bookOver('v2', 'perhaps-own'),
    'settled meanwhile': bookOver('v3', null),
  }),
  entry('Overtaken', {
    normal: {
      alone: true,
      show: () => (
        <Overtaken
          title="Cancel the appointment of OLIVER, James?"
          words="OLIVER, James: Cancelled. 10:04, AB: Cancellation of the appointment saved (Rang: ill)."
          typed="Wrote: ill"
          onClose={nothing}
        />
      ),
    },
    'of several': {
      alone: true,
      show: () => (
        <Overtaken
          title="What came out at Front desk?"
          words={['OLIVER, James, DRW-7K2M9Q: printed.', 'SHAH, Mira, DRW-4TT81C: given up.']}
          onClose={nothing}
        />
      ),
    },
  }),
  entry('ChangedMeanwhile', {
    normal: {
      show: () => (
        <ChangedMeanwhile
          lines={['10:04, AB: Ask for a retest: Done.', 'There is a retest now: DRW-7K2M9Q.']}
          onRead={nothing}
        />
      ),
    },
    'with a choice': {
      show: () => (
        <ChangedMeanwhile lines={['The mobile number is 07700 900999 now.']} onRead={nothing}>
          <Button onClick={nothing}>Leave the mobile number at 07700 900999</Button>
        </ChangedMeanwhile>
      ),
    },
  }),
  entry('TooLongToKeep', {
    'too long': {
      show: () => {
        putDraft('gallery', { text: 'x'.repeat(LONGEST_DRAFT) });
        return <TooLongToKeep form="gallery" />;
      },
    },
    kept: { show: () => <TooLongToKeep form="nothing" /> },
  }),
  entry('ErrorNotice', {
    error: { show: () => <ErrorNotice error={errors.timeout('')} /> },
    offline: {
      isOffline: true,
      show: () => (
        <ErrorNotice error={errors.offline('connection-lost', 'unknown', '')}>
          <Button size="small">Try again</Button>
        </ErrorNotice>
      ),
    },
    'up again': { show: () => <ErrorNotice error={errors.offline('connection-lost', 'unknown', '')} /> },
    refused: { show: () => <ErrorNotice error={errors.rejected('the service refused it')} /> },
  }),
  entry('AssignAppointment', {
    'of nobody': appointment(null, null),
    'of somebody else': appointment('p2', LONG),
    'right to left': appointment('p1', JAMES, RIGHT_TO_LEFT),
  }),
  entry('FindAtService', {
    normal: { show: () => <FindAtService text="DRW-7K2M9Q" /> },
    refused: {
      show: () => (
        <Pressed>
          <FindAtService text="DRW-7K2M9Q" />
        </Pressed>
      ),
    },
  }),
  entry('StatusBadge', {
    statuses: {
      show: () => (
        <p style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
          {['pending', 'success', 'partial', 'failed', 'on_hold', ''].map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </p>
      ),
    },
    long: { show: () => <StatusBadge status={'waiting_for_the_courier_'.repeat(4)} /> },
  }),
  entry('Price', {
    plain: { show: () => <Price product={{ price: '£49.00', formerPrice: null }} /> },
    'with a discount': { show: () => <Price product={{ price: '£34.00', formerPrice: '£39.00' }} /> },
  }),
  entry('PlaceChoice', {
    few: { show: () => <PlaceChoice locations={locations(3)} own="l0" shown="l1" onChoose={nothing} /> },
    'long names': {
      show: () => (
        <PlaceChoice
          locations={locations(4).map((one) => ({ ...one, name: `${one.name}, ${LONG.lastName}` }))}
          own="l0"
          shown="l0"
          onChoose={nothing}
        />
      ),
    },
    '10,000': {
      show: () => <PlaceChoice locations={locations(10_000)} own="l0" shown="l0" onChoose={nothing} />,
    },
  }),
  entry('DayOfSlots', {
    normal: dayOf(TODAY, { answers: { 'slots.list': slotsOf(24, 60_000, true) } }),
    empty: dayOf(TODAY, { answers: { 'slots.list': slotsOf(0, 60_000, true) } }),
    loading: dayOf(TODAY, {}),
    over: dayOf('2026-11-01', {}),
    offline: dayOf(TODAY, { isOffline: true, answers: { 'slots.list': slotsOf(24, 3 * HOUR_MS, false) } }),
    error: dayOf(TODAY, { answers: { 'slots.list': TIMED_OUT } }),
  }),
  entry('FoundRegistration', {
    normal: found(JAMES),
    long: found(LONG),
    'right to left': found(RIGHT_TO_LEFT),
    'no patient': found(null),
  }),
  entry('SlotTable', {
    normal: {
      show: () => (
        <SlotTable
          slots={slots(24)}
          label="Slots"
          timeZone={TIME_ZONE}
          nowMs={NOW_MS}
          cell={(slot, is) => <span>{`${new Date(slot.startsAtMs).toISOString().slice(11, 16)} ${is}`}</span>}
        />
      ),
    },
    empty: {
      show: () => (
        <SlotTable slots={[]} label="Slots" timeZone={TIME_ZONE} nowMs={NOW_MS} cell={() => null} />
      ),
    },
  }),
  entry('SlotChooser', {
    'no day yet': chooser('', { answers: { 'slots.month': month(60_000, true) } }),
    normal: chooser(TODAY, {
      answers: { 'slots.month': month(60_000, true), 'slots.list': slotsOf(24, 60_000, true) },
    }),
    loading: chooser(TODAY, {}),
    offline: chooser(TODAY, {
      isOffline: true,
      answers: { 'slots.month': month(2 * HOUR_MS, false), 'slots.list': slotsOf(24, HOUR_MS, false) },
    }),
    'never read': chooser('', { isOffline: true, answers: { 'slots.month': month(null, false) } }),
    error: chooser(TODAY, { answers: { 'slots.month': TIMED_OUT, 'slots.list': TIMED_OUT } }),
    refused: chooser(
      TODAY,
      { answers: { 'slots.month': month(60_000, true), 'slots.list': slotsOf(6, 60_000, true) } },
      'Choose a free slot of this day',
    ),
  }),
  entry('StateBadge', {
    states: {
      show: () => (
        <p style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
          {(['expected', 'arrived', 'collecting', 'collected', 'left', 'no-show', 'cancelled'] as const).map(
            (deskState) => (
              <StateBadge key={deskState} visit={standing({ deskState, sample: 'taken' })} />
            ),
          )}
        </p>
      ),
    },
    exceptions: {
      show: () => (
        <p style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
          <StateBadge visit={standing({ deskState: 'left', sample: 'not-taken' })} />
          <StateBadge visit={standing({ deskState: 'collected', sample: 'part' })} />
          <StateBadge visit={standing({ merelyHeld: true })} size="large" />
        </p>
      ),
    },
  }),
  entry('SyncTag', {
    tags: {
      show: () => (
        <p style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
          {(['waiting', 'sending', 'unsure', 'attention', 'synced'] as const).map((tag) => (
            <SyncTag key={tag} tag={tag} />
          ))}
        </p>
      ),
    },
  }),
  entry('WaitMark', { normal: { show: () => <WaitMark /> } }),
  entry('WholeName', {
    'usual length': { show: () => <WholeName person={JAMES} /> },
    'ten thousand letters': {
      show: () => <WholeName person={{ firstName: 'James', lastName: 'Wolfeschlegelstein'.repeat(560) }} />,
    },
  }),
];
