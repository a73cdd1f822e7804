// The printed list of a day, for reception: who comes when and for what, with room for notes. It says how old it is.
import { A4, type PagePlan, type PageText } from '../../../domain/page-plan.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { DESK_STATE_WORDS, type DeskState } from '../../../domain/visit.ts';

/** A moment by the site's clock. */
interface Moment {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
}

export interface DayListRow {
  /** `HH:MM`; null for somebody without an appointment. */
  readonly time: string | null;
  /** As the screens show it. */
  readonly name: string;
  readonly dateOfBirth: string | null;
  /** Somebody else of the list has the same name. */
  readonly nameIsShared: boolean;
  readonly products: readonly string[];
  readonly codes: readonly string[];
  readonly deskState: DeskState;
  /** Something of it waits to be sent to the service. */
  readonly unsent: boolean;
  /** Why the visit cannot be worked on, as far as a list has to say it. */
  readonly troubled: boolean;
}

export interface DayListContent {
  readonly date: string;
  readonly locationName: string | null;
  readonly printedAt: Moment;
  readonly nowMs: number;
  /** Since when nothing of the service may be missing; null: the service was never read in full. */
  readonly dataOf: Moment | null;
  /** Whether the rows may be counted. */
  readonly isRead: boolean;
  readonly rows: readonly DayListRow[];
  readonly training: boolean;
}

const COLUMNS = [
  { caption: 'Time', widthMm: 16 },
  { caption: 'Name', widthMm: 52 },
  { caption: 'Date of birth', widthMm: 26 },
  { caption: 'What for, and code', widthMm: 38 },
  { caption: 'State', widthMm: 22 },
  { caption: 'Notes', widthMm: 26 },
];

const stamp = ({ date, time }: Moment): string => `${formatDate(date)} ${time}`;
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
const small = (text: string, bold = false): PageText => ({ text, sizePt: 8, bold });
const plain = (text: string): PageText => ({ text, sizePt: 10 });

function cellsOf(row: DayListRow): PageText[][] {
  return [
    [{ text: row.time ?? '—', sizePt: 11, bold: true }],
    [
      { text: row.name, sizePt: 11, bold: true },
      ...(row.nameIsShared ? [small('Same name as another: check the date of birth', true)] : []),
    ],
    [plain(row.dateOfBirth === null ? 'not known' : formatDate(row.dateOfBirth))],
    [
      ...(row.products.length > 0 ? [plain(row.products.join(', '))] : []),
      ...row.codes.map((code) => small(code)),
    ],
    [
      plain(DESK_STATE_WORDS[row.deskState]),
      ...(row.unsent ? [small('not sent yet', true)] : []),
      ...(row.troubled ? [small('needs attention: see the screen', true)] : []),
    ],
    [],
  ];
}

/** What the list is made from, how old that is, and what of it the service does not know yet. */
function ageOfDayList({ dataOf, isRead, rows }: Pick<DayListContent, 'dataOf' | 'isRead' | 'rows'>): string {
  const unsent = rows.filter((row) => row.unsent).length;
  const age =
    dataOf === null
      ? 'The service was never read in full, so people may be missing'
      : `From data of ${stamp(dataOf)}`;
  if (!isRead && rows.length === 0) return `${age}.`;
  return `${age}. ${unsent === 0 ? 'All of it is sent' : `${counted(unsent, 'visit', 'visits')} with something not sent yet`}.`;
}

/** The pages of a day's list, in the order of its rows. */
export function dayListPlan(content: DayListContent): PagePlan {
  const { date, locationName, printedAt, rows } = content;
  const title = `${formatDate(date)}${locationName === null ? '' : `, ${locationName}`}`;
  const age = ageOfDayList(content);
  return {
    ...A4,
    title: 'Day list',
    madeAtMs: content.nowMs,
    foot: `${content.training ? 'TRAINING. ' : ''}Printed at ${stamp(printedAt)}. ${age}`,
    lackingNote: 'Letters missing in print: see the screen',
    blocks: [
      {
        kind: 'texts',
        texts: [
          { text: `Visits of ${title}`, sizePt: 16, bold: true },
          plain(
            `${content.isRead ? counted(rows.length, 'visit', 'visits') : 'Not read from the service'}. Printed at ${stamp(printedAt)}. ${age}`,
          ),
          plain('What is changed after that is on the screen only. Destroy this list when the day is over.'),
          ...(content.training ? [{ text: 'TRAINING: invented people', sizePt: 11, bold: true }] : []),
        ],
      },
      ...(rows.length === 0
        ? [{ kind: 'notice' as const, texts: [plain('No visits are known here for this day.')] }]
        : [{ kind: 'table' as const, columns: COLUMNS, rows: rows.map(cellsOf), rowAtLeastMm: 13 }]),
    ],
  };
}
