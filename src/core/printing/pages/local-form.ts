// The form of ours that stands in for the service's registration form while that cannot be had. It says so first of all.
import { A4, type PagePlan, type PageText } from '../../../domain/page-plan.ts';
import { formatDate } from '../../../domain/site-time.ts';
import { code128Bars } from '../layout/code128.ts';

export interface LocalFormContent {
  /** As the screens show it. */
  readonly name: string;
  readonly dateOfBirth: string;
  readonly sex: string | null;
  readonly products: readonly string[];
  /** In the bars: leads to the registration at this desk, whatever the service makes of it. */
  readonly code: string;
  /** The service's own code of the form; null until it has made one. */
  readonly trfCode: string | null;
  /** By the site's clock; null while nothing was collected. */
  readonly collectedAt: { readonly date: string; readonly time: string } | null;
  readonly siteName: string | null;
  readonly siteAddress: string | null;
  readonly printedAt: { readonly date: string; readonly time: string };
  readonly nowMs: number;
  readonly training: boolean;
}

/** What a local form says before anything else, on whatever paper. */
export const LOCAL_FORM_WORDS = {
  title: 'LOCAL FORM',
  why: 'Made at the collection site because the laboratory’s own form could not be had. Replace it by the laboratory’s form as soon as there is one.',
  training: 'TRAINING: not a real person, not a real sample',
  code: 'Code of the collection site. Its desk finds the registration by it.',
  lines: ['Collected by (name and signature)', 'Patient’s signature', 'Notes'],
} as const;

/** The line at its end. */
export function localFormFoot({ code, printedAt, training }: LocalFormContent): string {
  const stamp = `${formatDate(printedAt.date)} ${printedAt.time}`;
  return `${training ? 'TRAINING. ' : ''}Local form ${code}, printed at ${stamp}. Not the laboratory’s form.`;
}

/** When the sample was collected; `empty`: what is printed to be filled in by hand. */
export const collectedWords = ({ collectedAt }: LocalFormContent, empty: string): string =>
  collectedAt === null ? empty : `${collectedAt.time} on ${formatDate(collectedAt.date)}`;

/** Wide enough for every scanner, and still drawn right on a copy. */
const MODULE_MM = 0.42;
const BAR_HEIGHT_MM = 18;

const value = (text: string, bold = false): PageText => ({ text, sizePt: 13, bold });

/** One page. The code must satisfy `isCode128Text`. */
export function localFormPlan(content: LocalFormContent): PagePlan {
  const { collectedAt, trfCode } = content;
  return {
    ...A4,
    title: 'Local form',
    madeAtMs: content.nowMs,
    foot: localFormFoot(content),
    lackingNote: 'Letters missing in print',
    blocks: [
      {
        kind: 'notice',
        texts: [
          { text: LOCAL_FORM_WORDS.title, sizePt: 22, bold: true },
          { text: LOCAL_FORM_WORDS.why, sizePt: 11 },
          ...(content.training ? [{ text: LOCAL_FORM_WORDS.training, sizePt: 11, bold: true }] : []),
        ],
      },
      {
        kind: 'facts',
        facts: [
          { caption: 'Name', value: { text: content.name, sizePt: 18, bold: true } },
          {
            caption: 'Date of birth',
            value: { text: formatDate(content.dateOfBirth), sizePt: 16, bold: true },
          },
          { caption: 'Sex', value: value(content.sex ?? 'not known') },
          { caption: 'Tests', value: value(content.products.join(', ') || 'not known') },
          {
            caption: 'Laboratory’s code',
            value: value(trfCode ?? 'none yet: the laboratory has not made one', trfCode !== null),
          },
        ],
      },
      {
        kind: 'bars',
        bars: code128Bars(content.code),
        moduleMm: MODULE_MM,
        heightMm: BAR_HEIGHT_MM,
        text: content.code,
      },
      {
        kind: 'texts',
        texts: [{ text: LOCAL_FORM_WORDS.code, sizePt: 9 }],
      },
      {
        kind: 'facts',
        facts: [
          { caption: 'Site', value: value(content.siteName ?? 'not known') },
          ...(content.siteAddress === null
            ? []
            : [{ caption: 'Address', value: { text: content.siteAddress, sizePt: 10 } }]),
          {
            caption: 'Collected at',
            value: value(
              collectedWords(content, '____ : ____  on  ____ / ____ / ________'),
              collectedAt !== null,
            ),
          },
        ],
      },
      { kind: 'lines', captions: LOCAL_FORM_WORDS.lines },
    ],
  };
}
