// The kit: parts that know no clinic.
import { CalendarPlus, CircleCheck, CircleSlash, Printer, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAction } from '../../../src/renderer/ui/actions.ts';
import { Breakable } from '../../../src/renderer/ui/breakable.tsx';
import { Button } from '../../../src/renderer/ui/button.tsx';
import { CheckBox, Segments, SelectField, Switch } from '../../../src/renderer/ui/checks.tsx';
import { CopyButton } from '../../../src/renderer/ui/copy-button.tsx';
import { Countdown } from '../../../src/renderer/ui/countdown.tsx';
import { CurrentOnly } from '../../../src/renderer/ui/current-only.tsx';
import { Dialog } from '../../../src/renderer/ui/dialog.tsx';
import { EmptyState } from '../../../src/renderer/ui/empty-state.tsx';
import { ErrorSummary } from '../../../src/renderer/ui/error-summary.tsx';
import { FieldDoubt, TextField } from '../../../src/renderer/ui/field.tsx';
import { KeyHint } from '../../../src/renderer/ui/key-hint.tsx';
import { Panel } from '../../../src/renderer/ui/panel.tsx';
import { Popover } from '../../../src/renderer/ui/popover.tsx';
import { Progress } from '../../../src/renderer/ui/progress.tsx';
import { ReasonDialog } from '../../../src/renderer/ui/reason-dialog.tsx';
import { Screen } from '../../../src/renderer/ui/screen.tsx';
import { ShortcutList } from '../../../src/renderer/ui/shortcut-list.tsx';
import { ScrollSideways } from '../../../src/renderer/ui/scroll-sideways.tsx';
import { ShowMore } from '../../../src/renderer/ui/show-more.tsx';
import { RecordTable, RowState, RowWays } from '../../../src/renderer/ui/record-table.tsx';
import { SkeletonRows } from '../../../src/renderer/ui/skeleton.tsx';
import { notify } from '../../../src/renderer/ui/toast-store.ts';
import { ToastRegion } from '../../../src/renderer/ui/toasts.tsx';
import { formatName } from '../../../src/domain/person-name.ts';
import { entry, type GalleryEntry } from '../gallery-entry.ts';
import { LONG, NOW_MS, RIGHT_TO_LEFT } from '../people-and-places.ts';
import { Unbroken } from '../../../src/renderer/ui/unbroken.tsx';

const nothing = (): void => undefined;
const LONG_NAME = formatName(LONG);
const ARABIC_NAME = formatName(RIGHT_TO_LEFT);

const row = (...parts: readonly ReactNode[]): ReactNode => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
    {parts.map((part, at) => (
      <div key={at}>{part}</div>
    ))}
  </div>
);

/** Presses the first button in it, once it is there. */
export function Pressed({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.click(), []);
  return <div ref={box}>{children}</div>;
}

function Ticks() {
  const [on, setOn] = useState(true);
  return (
    <>
      <CheckBox label="Name" value="OLIVER, James" checked={on} onChange={setOn} />
      <CheckBox label="Date of birth" value="15-Mar-1984" checked={!on} onChange={(no) => setOn(!no)} />
      <CheckBox label="E-mail" value="not known here" disabled checked={false} onChange={nothing} />
    </>
  );
}

function Keys() {
  useAction({ id: 'print', words: 'Print label', key: 'P', run: nothing });
  useAction({ id: 'form', words: 'Open form', key: 'F', run: nothing });
  return <ShortcutList />;
}

function Notes() {
  useEffect(() => {
    notify('Label on its way to the printer');
    notify(`${LONG_NAME} is checked in`, nothing);
  }, []);
  return <ToastRegion />;
}

const reason = (typed: string, problem: string | null, busy = false): ReactNode => (
  <ReasonDialog
    title="Cancel the appointment of OLIVER, James?"
    words="Friday 20-Nov-2026, 14:10 at Bloomsbury Walk-in Clinic. This cannot be undone:"
    consequences={['The slot becomes free for others.', 'The registration and its form stay.']}
    confirmWords="Cancel the appointment"
    reason={typed}
    onReason={nothing}
    problem={problem}
    busy={busy}
    onConfirm={nothing}
    onClose={nothing}
  />
);

export const UI: readonly GalleryEntry[] = [
  entry('Button', {
    looks: {
      show: () =>
        row(
          <Button look="main" icon={<Printer />} hint="P">
            Print label
          </Button>,
          <Button icon={<CalendarPlus />}>Move</Button>,
          <Button look="quiet">Only one identifier available</Button>,
          <Button look="danger" icon={<Trash2 />}>
            Cancel the appointment
          </Button>,
        ),
    },
    sizes: {
      show: () =>
        row(
          <Button size="small">Small</Button>,
          <Button>Normal</Button>,
          <Button size="large">Large</Button>,
        ),
    },
    busy: {
      show: () =>
        row(
          <Button busy>Print label</Button>,
          <Button look="main" busy>
            Check in
          </Button>,
        ),
    },
    blocked: {
      show: () =>
        row(
          <Button blocked="Confirm the identity first.">Print label</Button>,
          <Button look="main" blocked="Confirm the identity first.">
            Check in
          </Button>,
        ),
    },
    'long name': { show: () => <Button>Take it from {LONG_NAME}</Button> },
    'right to left': { show: () => <Button look="main">Assign {ARABIC_NAME} instead</Button> },
  }),
  entry('Breakable', {
    'long address': {
      show: () => (
        <div style={{ width: 220 }}>
          <Breakable text={LONG.email ?? ''} />
        </div>
      ),
    },
  }),
  entry('Unbroken', {
    'narrow, as in an alarm': {
      show: () => (
        <div style={{ width: 150 }}>
          <Unbroken text="It belongs to OLIVER, James, born 15-Mar-1984, and not to OLIVER, Jane, born 27-Apr-1992." />
        </div>
      ),
    },
  }),
  entry('CheckBox', {
    normal: { show: () => <Ticks /> },
    detail: {
      show: () => (
        <CheckBox label="Vitamin D" detail="VITD · £39.00 · by appointment only" checked onChange={nothing} />
      ),
    },
    'long name': { show: () => <CheckBox label="Name" value={LONG_NAME} checked onChange={nothing} /> },
    'right to left': { show: () => <CheckBox label="Name" value={ARABIC_NAME} checked onChange={nothing} /> },
  }),
  entry('Switch', {
    off: { show: () => <Switch label="Go offline" checked={false} onChange={nothing} /> },
    on: { show: () => <Switch label="Go offline" checked onChange={nothing} /> },
    blocked: {
      show: () => (
        <Switch
          label="Print a ticket at each check-in"
          checked
          blocked="This needs a lead or a site manager."
          onChange={nothing}
        />
      ),
    },
  }),
  entry('Segments', {
    normal: {
      show: () => (
        <Segments
          legend="Show"
          legendShown
          name="shown"
          value="open"
          onChange={nothing}
          choices={[
            { value: 'open', words: 'Not done yet', count: 3 },
            { value: 'all', words: 'Everything', count: 10_000 },
          ]}
        />
      ),
    },
    'long names': {
      show: () => (
        <Segments
          legend="Which does the person state?"
          legendShown
          name="naming"
          value="a"
          onChange={nothing}
          choices={[
            { value: 'a', words: `${LONG_NAME}, born 15-Mar-1984` },
            { value: 'b', words: `${ARABIC_NAME}, born 15-Mar-1984` },
          ]}
        />
      ),
    },
  }),
  entry('SelectField', {
    normal: {
      show: () => (
        <SelectField label="Gender" value="f" onChange={nothing}>
          <option value="f">Female</option>
        </SelectField>
      ),
    },
    problem: {
      show: () => (
        <SelectField label="Gender" value="" problem="Choose the gender" onChange={nothing}>
          <option value="">Choose</option>
        </SelectField>
      ),
    },
    '10,000 choices': {
      show: () => (
        <SelectField label="Location" value="7" onChange={nothing}>
          {Array.from({ length: 10_000 }, (_, at) => (
            <option key={at} value={String(at)}>
              Collection site {at}
            </option>
          ))}
        </SelectField>
      ),
    },
  }),
  entry('FieldDoubt', {
    short: { show: () => <FieldDoubt>This name is also that of somebody else today.</FieldDoubt> },
    'long name': { show: () => <FieldDoubt>A label cannot carry all of {LONG.lastName}.</FieldDoubt> },
  }),
  entry('TextField', {
    empty: { show: () => <TextField label="Last name" value="" onChange={nothing} /> },
    hint: {
      show: () => (
        <TextField
          label="Reason"
          optional
          hint="Recorded with the visit"
          value="Rang: ill"
          onChange={nothing}
        />
      ),
    },
    problem: {
      show: () => <TextField label="Last name" problem="Enter the last name" value="" onChange={nothing} />,
    },
    doubt: {
      show: () => (
        <TextField
          label="Only these biomarkers"
          doubt="The catalogue has no biomarker “HLD”. Did you mean HDL?"
          value="HLD"
          onChange={nothing}
        />
      ),
    },
    'long name': { show: () => <TextField label="Last name" value={LONG.lastName} onChange={nothing} /> },
    'right to left': {
      show: () => <TextField label="Last name" value={RIGHT_TO_LEFT.lastName} onChange={nothing} />,
    },
  }),
  entry('CopyButton', {
    normal: { show: () => <CopyButton text="x" words="Copy the reference" blocked={null} /> },
    blocked: { show: () => <CopyButton text="" words="Copy the reference" blocked="Enter one first." /> },
  }),
  entry('Countdown', {
    normal: { show: () => <Countdown label="Held" nowMs={NOW_MS} untilMs={NOW_MS + 545_000} /> },
    urgent: { show: () => <Countdown label="Held" nowMs={NOW_MS} untilMs={NOW_MS + 65_000} /> },
    over: { show: () => <Countdown label="Held" nowMs={NOW_MS} untilMs={NOW_MS - 1} /> },
  }),
  entry('Dialog', {
    normal: {
      alone: true,
      show: () => (
        <Dialog title="Keyboard shortcuts" onClose={nothing}>
          <ShortcutList />
        </Dialog>
      ),
    },
    'long name': {
      alone: true,
      show: () => (
        <Dialog title={`Cancel the appointment of ${LONG_NAME}?`} onClose={nothing}>
          <p>This cannot be undone.</p>
        </Dialog>
      ),
    },
    wide: {
      alone: true,
      show: () => (
        <Dialog wide title="Form" onClose={nothing} actions={<Button size="small">Print</Button>}>
          <SkeletonRows count={6} label="The form is being opened" />
        </Dialog>
      ),
    },
    '10,000 rows': {
      alone: true,
      show: () => (
        <Dialog title="Tests" onClose={nothing}>
          <ul>
            {Array.from({ length: 10_000 }, (_, at) => (
              <li key={at}>Test {at}</li>
            ))}
          </ul>
        </Dialog>
      ),
    },
  }),
  entry('EmptyState', {
    normal: {
      show: () => (
        <EmptyState icon={<Printer size={26} />} title="Nothing has been printed yet">
          Labels are printed from a visit, once the person’s identity is confirmed.
        </EmptyState>
      ),
    },
    'title alone': { show: () => <EmptyState icon={<Printer size={26} />} title="Nothing is waiting" /> },
    'a whole screen': {
      show: () => (
        <EmptyState
          icon={<Printer size={26} />}
          title="This could not be shown"
          heading
          action={<Button>Load the window again</Button>}
        >
          That is a fault in Drawdesk. What was saved is safe.
        </EmptyState>
      ),
    },
  }),
  entry('ErrorSummary', {
    problems: {
      show: () => (
        <ErrorSummary
          attempt={0}
          problems={[
            { fieldId: 'a', words: 'Enter the last name' },
            { fieldId: 'b', words: 'Date of birth must be a real date' },
          ]}
        />
      ),
    },
    none: { show: () => <ErrorSummary attempt={0} problems={[]} /> },
  }),
  entry('KeyHint', { normal: { show: () => <KeyHint keys="Ctrl+K" /> } }),
  entry('Panel', {
    plain: {
      show: () => (
        <Panel title="Registration" aside={<span>1 of 2 scanned</span>}>
          <p>DRW-7K2M9Q</p>
        </Panel>
      ),
    },
    main: {
      show: () => (
        <Panel title="Confirm identity" tone="main">
          <p>Ask for name and date of birth.</p>
        </Panel>
      ),
    },
    'long name': {
      show: () => (
        <Panel title={`Take ${LONG_NAME} out`} aside={<Button size="small">Change</Button>}>
          <p>{ARABIC_NAME}</p>
        </Panel>
      ),
    },
  }),
  entry('Popover', {
    open: {
      alone: true,
      show: () => (
        <Pressed>
          <Popover title="Connection: Slow" button="Connection: Slow">
            {() => <p>The service takes about 4 s to answer. Go on working.</p>}
          </Popover>
        </Pressed>
      ),
    },
  }),
  entry('ReasonDialog', {
    empty: { alone: true, show: () => reason('', 'Give a reason first, in a word or two.') },
    typed: { alone: true, show: () => reason('Rang: ill', null) },
    busy: { alone: true, show: () => reason('Rang: ill', null, true) },
  }),
  entry('Screen', {
    normal: {
      show: () => (
        <Screen
          title="Outbox"
          aside={<Button>Sync now</Button>}
          below={<p>Not done yet</p>}
          footer={<Button look="main">Place the order</Button>}
        >
          <p>Nothing is waiting.</p>
        </Screen>
      ),
    },
    'long name': {
      show: () => (
        <Screen title={LONG_NAME} aside={<Button>Register for a test</Button>}>
          <p>{ARABIC_NAME}</p>
        </Screen>
      ),
    },
  }),
  entry('ShortcutList', { normal: { show: () => <Keys /> } }),
  entry('ShowMore', {
    '50 of 10,000': { show: () => <ShowMore order="latest" shown={50} total={10_000} onMore={nothing} /> },
    'number not known': { show: () => <ShowMore order="first" shown={50} total={null} onMore={nothing} /> },
    busy: { show: () => <ShowMore order="first" shown={100} total={120} busy onMore={nothing} /> },
  }),
  entry('CurrentOnly', {
    'about what is typed': {
      show: () => (
        <CurrentOnly isCurrent>
          <Button onClick={nothing}>{LONG_NAME}</Button>
        </CurrentOnly>
      ),
    },
    'about what was typed before': {
      show: () => (
        <CurrentOnly isCurrent={false}>
          <Button onClick={nothing}>{LONG_NAME}</Button>
        </CurrentOnly>
      ),
    },
  }),
  entry('ScrollSideways', {
    'wider than its place': {
      show: () => (
        <ScrollSideways label="Codes">
          <p style={{ whiteSpace: 'nowrap' }}>{'DRW-7K2M9Q '.repeat(60)}</p>
        </ScrollSideways>
      ),
    },
    'all in sight': {
      show: () => (
        <ScrollSideways label="Codes">
          <p>DRW-7K2M9Q</p>
        </ScrollSideways>
      ),
    },
  }),
  entry('RecordTable', {
    normal: {
      show: () => (
        <RecordTable label="People" columns={['Desk', 'State']} hasWays>
          <tr>
            <th scope="row">Room 2</th>
            <td>
              <RowState icon={CircleCheck}>In contact</RowState>
            </td>
            <td>
              <RowWays>
                <Button>Rename</Button>
                <Button>Shut out</Button>
              </RowWays>
            </td>
          </tr>
          <tr data-off>
            <th scope="row">Room 3</th>
            <td>
              <RowState icon={CircleSlash}>Shut out</RowState>
            </td>
            <td />
          </tr>
        </RecordTable>
      ),
    },
    dense: {
      show: () => (
        <RecordTable label="Sites" columns={['Site', 'Open visits', 'Waiting to be sent']} isDense>
          <tr>
            <th scope="row">Marylebone</th>
            <td>41</td>
            <td>2</td>
          </tr>
        </RecordTable>
      ),
    },
  }),
  entry('RowState', {
    normal: { show: () => <RowState icon={CircleCheck}>Has a PIN</RowState> },
  }),
  entry('RowWays', {
    normal: {
      show: () => (
        <RowWays>
          <Button>Change</Button>
          <Button>New PIN</Button>
        </RowWays>
      ),
    },
  }),
  entry('Progress', {
    counted: {
      show: () => (
        <Progress
          label="Entries read"
          words="1,500 of 10,004 entries are read"
          done={1_500}
          of={10_004}
          onCancel={nothing}
        />
      ),
    },
    'not countable': {
      show: () => (
        <Progress label="Day list" words="The list is being made" done={0} of={null} onCancel={nothing} />
      ),
    },
  }),
  entry('SkeletonRows', {
    loading: { show: () => <SkeletonRows count={4} label="The board is being read" /> },
  }),
  entry('ToastRegion', {
    notes: { alone: true, show: () => <Notes /> },
  }),
];
