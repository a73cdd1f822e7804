// The activity in words: what each kind of entry is called, and which of its facts are worth reading. Pure.
import type { ActivityView } from '../../../contract/views.ts';
import type { ActivityKind } from '../../../domain/activity.ts';
import { after, counted, day, type Facts, type KindWords, type WordsOf } from './activity-facts.ts';
import { BOOKING_WORDS } from './activity-booking-words.ts';
import { DESK_WORDS } from './activity-desk-words.ts';
import { PAPER_WORDS } from './activity-paper-words.ts';
import { VISIT_WORDS } from './activity-visit-words.ts';

const EXPORT_WORDS = {
  'activity-exported': {
    title: 'Activity read for a file',
    facts: ({ entries, from, to, by, desk, kind, onePatient }) => [
      counted(entries, 'entry', 'entries'),
      after('from', day(from)),
      after('to', day(to)),
      after('of', by),
      after('at', desk === 'site' ? 'the site desk' : desk),
      typeof kind === 'string' && isKind(kind) ? `only: ${kindWords(kind)}` : null,
      onePatient === true ? 'about one patient' : null,
    ],
  },
} satisfies WordsOf;

const WORDS: { readonly [Kind in ActivityKind]: KindWords<Kind> } = {
  ...VISIT_WORDS,
  ...PAPER_WORDS,
  ...BOOKING_WORDS,
  ...DESK_WORDS,
  ...EXPORT_WORDS,
};

function titleOf<Kind extends ActivityKind>({ title }: KindWords<Kind>, facts: Facts<Kind>): string {
  return typeof title === 'string' ? title : title(facts);
}

const isKind = (word: string): word is ActivityKind => Object.hasOwn(WORDS, word);

/** What a kind of entry is called, whatever the facts of one are. */
export function kindWords(kind: ActivityKind): string {
  const words: KindWords<ActivityKind> = WORDS[kind];
  return titleOf(words, {});
}

/** The record is never hidden: what another version of the desk wrote is shown as it is. */
function unknownKind(writtenAs: string): string {
  const words = writtenAs.replaceAll(/[-._]/g, ' ');
  return words.charAt(0).toLocaleUpperCase('en-GB') + words.slice(1);
}

export interface ActivityWords {
  readonly title: string;
  /** `SAMP0001 · scanned`; empty when there is nothing more to say. */
  readonly facts: string;
}

export function activityWords(entry: ActivityView, timeZone: string): ActivityWords {
  const { kind, detail, otherPerson } = entry;
  if (kind === 'unknown') return { title: unknownKind(entry.writtenAs), facts: '' };
  const words: KindWords<ActivityKind> = WORDS[kind];
  const parts = words.facts(detail, { timeZone, atMs: entry.atMs, otherPerson });
  return {
    title: titleOf(words, detail),
    facts: parts.filter((part) => part !== null && part !== '').join(' · '),
  };
}
