// The test page of an office printer: shows that pages come out whole, in their right size, and that bars can be scanned.
import { A4, type PagePlan } from '../../../domain/page-plan.ts';
import { LEARNING_TEXT } from '../../../domain/scanner.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { code128Bars } from '../layout/code128.ts';

export interface TestPageContent {
  /** Scanned, it proves the printer. */
  readonly code: string;
  readonly printerName: string;
  readonly siteName: string | null;
  readonly printedAt: { readonly date: string; readonly time: string };
  readonly nowMs: number;
}

const MODULES_MM = [0.25, 0.33, 0.5];
/** As fine as the bars on the forms of laboratories. */
const PROOF_MODULE_MM = 0.33;

/** One page. A ruler of 100 mm tells whether the printer scales. */
export function testPagePlan(content: TestPageContent): PagePlan {
  const stamp = `${formatDate(content.printedAt.date)} ${content.printedAt.time}`;
  return {
    ...A4,
    title: 'Test page',
    madeAtMs: content.nowMs,
    foot: `Test page of ${content.printerName}, printed at ${stamp}`,
    lackingNote: 'Letters missing in print',
    blocks: [
      {
        kind: 'texts',
        texts: [
          { text: 'Test page', sizePt: 22, bold: true },
          { text: content.printerName, sizePt: 11 },
          { text: `${content.siteName === null ? '' : `${content.siteName}, `}${stamp}`, sizePt: 11 },
        ],
      },
      {
        kind: 'notice',
        texts: [
          { text: 'This frame is 180 mm wide and stands 15 mm from each edge.', sizePt: 11, bold: true },
          {
            text: 'Measure it. If it is smaller, the printer scales pages: have it print A4 at full size. If a side is missing, the paper is not A4.',
            sizePt: 11,
          },
        ],
      },
      {
        kind: 'texts',
        texts: [
          {
            text: 'Scan this first. It proves that what comes out of this printer can be scanned.',
            sizePt: 11,
          },
        ],
      },
      {
        kind: 'bars' as const,
        bars: code128Bars(content.code),
        moduleMm: PROOF_MODULE_MM,
        heightMm: 15,
        text: content.code,
      },
      {
        kind: 'texts',
        texts: [
          {
            text: 'Scan each of these: the desk names the text under the bars. Under Desk settings, “Learn the scanner”, the widest one teaches the desk how a scanner types.',
            sizePt: 11,
          },
        ],
      },
      ...MODULES_MM.map((moduleMm) => ({
        kind: 'bars' as const,
        bars: code128Bars(LEARNING_TEXT),
        moduleMm,
        heightMm: 15,
        text: `${LEARNING_TEXT} (bars from ${moduleMm} mm)`,
      })),
      {
        kind: 'texts',
        texts: [
          { text: 'These letters come out as they are on the screen:', sizePt: 11 },
          { text: 'ÀÉÎÕÜ Çğıőşž Łódź Nguyễn Ωμέγα Жанна שרה كريم', sizePt: 16 },
        ],
      },
    ],
  };
}
