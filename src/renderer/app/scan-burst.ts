// Tells a scanner's burst of keys from a person's typing. Pure: keys with their times go in, decisions come out. A scan is
// taken whole or said not to have been understood. Only what comes before a hand's end key is taken in part, and said afterwards.
import { beginsWithSign } from '../../domain/scanner.ts';
import { isEvenCode, looksLikeCode } from './code-shape.ts';

export interface BurstRules {
  /** The key after which a code is whole. */
  readonly suffix: 'Enter' | 'Tab' | 'none';
  /** What the site's scanners send before each code; empty when nothing. */
  readonly prefix: string;
  /** What they send after each code, before the suffix; empty when nothing. */
  readonly trailer: string;
  /** The longest pause within a code; a code without a suffix is over after it. In milliseconds. */
  readonly idleMs: number;
}

export interface Keystroke {
  /** `character` carries `text`; `separator` is a control character inside a code; `other` ends any burst. */
  readonly kind: 'character' | 'separator' | 'enter' | 'tab' | 'other';
  readonly text: string;
  /** When the key was pressed, in milliseconds, by the event's own time stamp. */
  readonly timeMs: number;
  /** A key held down repeats as fast as a scanner types, and one of the scanner’s own keys that is held down counts as repeated too. */
  readonly repeat: boolean;
  /** The key goes into a text field, where people type codes, dates and names of their own. */
  readonly inText: boolean;
  /** So long after it was pressed it came to the window, in milliseconds. Left out: at once. */
  readonly lateMs?: number;
}

export type BurstDecision =
  | { readonly kind: 'nothing' }
  /** A whole code, made of the last `keyCount` characters and separators. */
  | { readonly kind: 'scan'; readonly text: string; readonly keyCount: number }
  /** Most likely a scan, but nobody can tell whether it is whole. `keyCount` as for a scan. */
  | { readonly kind: 'unclear'; readonly text: string; readonly keyCount: number }
  /** The suffix key of a code that was complete already. It must not reach the page. */
  | { readonly kind: 'swallow' }
  /** Only of a silence: keys are perhaps on their way, so it is to be waited for as long once more. */
  | { readonly kind: 'wait' };

export interface BurstDetector {
  press(key: Keystroke): BurstDecision;
  /** After so long without a key {@link fallSilent} is to be called, in milliseconds. */
  readonly silenceMs: number;
  /** `lateMs`: so much later than it was due the silence was noticed, in milliseconds. */
  fallSilent(lateMs?: number): BurstDecision;
  /** The text that would be scanned if the code ended with the last key; null while the keys are no scanner's. Decides nothing. */
  textSoFar(): string | null;
  /** True while the keys come as fast as a scanner's, so that a control key among them is a part of the code. */
  isFast(): boolean;
}

/** Most scanners send a key every 7 to 20 ms; a fast typist needs 60 and more. */
const SCANNER_MEDIAN_GAP_MS = 35;
/** Keys closer together than this belong to one run. A person rolls two keys so fast, not a whole code. */
export const RUN_GAP_MS = 50;
/** So many keys in one run are a scanner's. */
const RUN_OF_SCANNER = 3;
/** Wireless scanners take up to 110 ms a key. People can be as fast, so the speed alone says nothing here. */
const SLOW_MEDIAN_GAP_MS = 120;
/** Whoever types a code where there is no field, and ends it, hears of it up to this pace. */
const SLOW_TYPIST_MEDIAN_GAP_MS = 250;
/** A scanner with a suffix may stutter for so long: the suffix tells where its code ends, not a pause. */
const LONGEST_STUTTER_MS = 500;
/**
 * Nobody lets go of the keyboard and pulls a scanner's trigger within this time. A key in a field longer before the fast ones may
 * be a person's.
 */
const SHORTEST_REACH_MS = 200;
/** What comes so soon after keys that led to nothing may be the rest of the same code. */
const REST_WITHIN_MS = 1_500;
const SHORTEST_WITH_SUFFIX = 4;
const SHORTEST_WITHOUT_SUFFIX = 6;
/** The suffix of a code that was taken without it still comes within this time after the silence. */
const LATE_SUFFIX_MS = 400;
const LONGEST = 300;
/** Where a key, or the end of a silence, is so much later, the computer is busy, and the scanner's next keys are perhaps late as well. */
const BUSY_MS = 100;
/** Keyboards are asked for their keys every so often, so a shorter time tells nothing. */
const COARSE_MS = 8;
/** So few keys do not tell how unevenly a scanner sends; and two parts of one length that are shorter may be halves of one code. */
const ENOUGH_KEYS = 8;
/** An uneven scanner may take so long between two keys, as far as one can know from a few of them. */
const UNEVEN_MS = 25;
/** The identifier of a symbology, as a scanner sends it before its prefix: it is one of the scanner's keys as well. */
const MARK_BEFORE_PREFIX = /\][A-Za-z][0-9A-Za-z]$/;
/** What no code has in its middle: a blank, or the identifier of a symbology. */
const BEGINNING = /^(?: |\][A-Za-z][0-9A-Za-z])/;

const NOTHING: BurstDecision = { kind: 'nothing' };

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const textOf = (keys: readonly Keystroke[]): string => keys.map((key) => key.text).join('');

const gapsOf = (keys: readonly Keystroke[]): number[] =>
  keys.slice(1).map((key, index) => key.timeMs - (keys[index] as Keystroke).timeMs);

/** Indices of the first keys of runs that are a scanner's. */
function scannerRuns(keys: readonly Keystroke[]): number[] {
  const begins = [0, ...gapsOf(keys).flatMap((gap, index) => (gap > RUN_GAP_MS ? [index + 1] : []))];
  return begins.filter((begin, at) => (begins[at + 1] ?? keys.length) - begin >= RUN_OF_SCANNER);
}

/** A telephone number as people type it, with the country's code. */
const PHONE = /^\+[\d().-]+$/;

/** Keys that led to nothing. */
interface Left {
  readonly keys: readonly Keystroke[];
  readonly lastMs: number;
  /** They were given up for silence alone. The keys that follow may only have been late: their own times tell. */
  readonly bySilence: boolean;
}

/** Keys that a code was made of, for telling whether what follows is another code or the rest of this one. */
interface Burst {
  readonly length: number;
  readonly lastMs: number;
  readonly medianGapMs: number;
  /** Without the pauses in which the scanner or the computer hung. */
  readonly longestGapMs: number;
}

function burstOf(keys: readonly Keystroke[]): Burst {
  const gapsMs = gapsOf(keys).filter((gapMs) => gapMs <= RUN_GAP_MS);
  return {
    length: keys.length,
    lastMs: keys.at(-1)?.timeMs ?? 0,
    medianGapMs: median(gapsMs),
    longestGapMs: Math.max(0, ...gapsMs),
  };
}

/** What was decided last. */
interface Taken {
  /** When it ended. */
  readonly lastMs: number;
  /** Its text where its suffix had not come yet. */
  readonly endless: string | null;
  readonly burst: Burst;
}

export function createBurstDetector(rules: BurstRules): BurstDetector {
  const { prefix, trailer, suffix } = rules;
  const silenceMs = suffix === 'none' ? rules.idleMs : Math.max(rules.idleMs, LONGEST_STUTTER_MS);
  let keys: Keystroke[] = [];
  /** More keys came than are kept, so the beginning is unknown. */
  let isCut = false;
  /** Of these, how many came in one run with the first that is kept: they are keys of the same scan. */
  let cutInRun = 0;
  let left: Left | null = null;
  let taken: Taken | null = null;
  /** When a key that is held down came last. */
  let heldMs: number | null = null;
  /** A silence was waited for once more, and no key has come since. */
  let hasWaited = false;

  function clear(): void {
    keys = [];
    isCut = false;
    cutInRun = 0;
  }

  /** Forgets keys that led to nothing, but not that they came: the rest of a code may follow. */
  function leave(bySilence = false): void {
    const last = keys.at(-1);
    if (last) left = { keys, lastMs: last.timeMs, bySilence };
    else if (left) left = { ...left, bySilence: false };
    clear();
  }

  /** A busy computer brings keys late, so that it was silent here and not at the keyboard: then they go on where they stopped. */
  function takeUp(timeMs: number): void {
    if (!left?.bySilence || keys.length > 0) return;
    if (timeMs < left.lastMs || timeMs - left.lastMs >= silenceMs) return;
    keys = [...left.keys];
    left = null;
  }

  /** Some scanners send a blank before each code; it is one of the scanner's keys and no part of the code. */
  const codeOf = (burst: readonly Keystroke[]): string => {
    const text = textOf(burst);
    return isFramed(text) ? text : text.trimStart();
  };
  const isFramed = (text: string): boolean => prefix !== '' && text.startsWith(prefix);
  const withoutTrailer = (text: string): string =>
    trailer !== '' && text.endsWith(trailer) ? text.slice(0, -trailer.length) : text;
  const isCode = (text: string): boolean => isFramed(text) || looksLikeCode(withoutTrailer(text));

  /** Whether the beginning of the code that begins with the key `start` may be among the keys that led to nothing. */
  function mayLackItsBeginning(start: number): boolean {
    const first = keys[start];
    if (!first || isFramed(textOf(keys.slice(start)))) return false;
    if (isCut && start === 0) return true;
    if (start > 0 || !left || first.timeMs - left.lastMs > REST_WITHIN_MS) return false;
    // No person was there in between, so a key in the middle of the code has parted it.
    if (first.timeMs - left.lastMs <= RUN_GAP_MS) return true;
    // A word that somebody typed into a field is no beginning of a code.
    const isWord =
      left.keys.length >= RUN_OF_SCANNER &&
      scannerRuns(left.keys).length === 0 &&
      left.keys.some((key) => key.inText);
    return !isWord && isEvenCode(textOf(left.keys) + textOf(keys));
  }

  /** Whether a key held down came among the keys from `start` on: a key of the scanner may have counted as a repeat of it. */
  const isDisturbed = (start: number): boolean =>
    heldMs !== null && heldMs >= (keys[start]?.timeMs ?? 0) - RUN_GAP_MS;

  const decided = (kind: 'scan' | 'unclear', start: number): BurstDecision => ({
    kind: isDisturbed(start) ? 'unclear' : kind,
    text: codeOf(keys.slice(start)),
    keyCount: keys.length - start + (start === 0 ? cutInRun : 0),
  });

  /** A code that came as fast as nobody types; null when there is none. */
  function fastCode(shortest: number): BurstDecision | null {
    const [start, ...later] = scannerRuns(keys).filter(
      (begin) => median(gapsOf(keys.slice(begin))) <= SCANNER_MEDIAN_GAP_MS,
    );
    if (start === undefined) return null;
    const burst = keys.slice(start);
    if (new Set(burst.map((key) => key.text)).size < 2) return null;
    if (!isCode(codeOf(burst))) {
      // A part of it that looks like a code must not be taken for the whole.
      const part = later.find((begin) => isCode(codeOf(keys.slice(begin))));
      if (part !== undefined) return decided('unclear', part);
      const isTyped = burst.some((key) => key.inText) || codeOf(burst).length < shortest;
      return isTyped ? null : decided('unclear', start);
    }
    if (codeOf(burst).length < shortest) return null;
    if (start === 0) return decided(mayLackItsBeginning(0) ? 'unclear' : 'scan', 0);
    // Keys before the fast ones: a person's, or the beginning of the code, after which the computer or the scanner hung.
    const before = keys.slice(0, start);
    const word = /\S*$/.exec(textOf(before))?.[0] ?? '';
    if (word === '' || isFramed(textOf(burst)) || !isEvenCode(word + textOf(burst)))
      return decided('scan', start);
    const pauseMs = (burst[0]?.timeMs ?? 0) - (before.at(-1)?.timeMs ?? 0);
    const isOneCode = pauseMs <= SHORTEST_REACH_MS || !before.some((key) => key.inText);
    return isOneCode && before.length < RUN_OF_SCANNER && gapsOf(before).every((gap) => gap <= RUN_GAP_MS)
      ? decided(mayLackItsBeginning(0) ? 'unclear' : 'scan', 0)
      : decided('unclear', start);
  }

  /** A code with the site's own prefix, however slowly it came: the prefix tells it from typing. */
  function framedCode(isEnded: boolean): BurstDecision | null {
    const text = textOf(keys);
    const at = beginsWithSign(prefix) ? text.lastIndexOf(prefix) : -1;
    if (at < 0 || median(gapsOf(keys)) > SLOW_MEDIAN_GAP_MS) return null;
    const code = withoutTrailer(text.slice(at + prefix.length));
    if (code.length < SHORTEST_WITH_SUFFIX || !looksLikeCode(code) || PHONE.test(text.slice(at))) return null;
    const mark = MARK_BEFORE_PREFIX.exec(text.slice(0, at))?.[0] ?? '';
    return decided(isEnded ? 'scan' : 'unclear', keyAt(at - mark.length));
  }

  /** A code that came no faster than people type. Outside of fields nobody types one on purpose. */
  function slowCode(isEnded: boolean): BurstDecision | null {
    const text = textOf(keys);
    const isLikely = text.length >= SHORTEST_WITHOUT_SUFFIX && looksLikeCode(text);
    const slowestMs = isEnded ? SLOW_TYPIST_MEDIAN_GAP_MS : SLOW_MEDIAN_GAP_MS;
    if (!isLikely || median(gapsOf(keys)) > slowestMs) return null;
    return keys.some((key) => key.inText) ? null : decided('unclear', 0);
  }

  /** Index of the key that gave the character at this position of the text. */
  function keyAt(position: number): number {
    let length = 0;
    return keys.findIndex((key) => (length += key.text.length) > position);
  }

  /**
   * The keys that follow an end key where it was a hand's, in the middle of a code: they come when the scanner's next key was due. Its
   * first part was taken by then, for nothing told it from a whole code. Null where they are no such rest.
   */
  function restOfParted(): BurstDecision | null {
    const first = keys[0];
    const text = textOf(keys);
    if (!first || !taken || text.trim() === '') return null;
    const { lastMs, endless, burst } = taken;
    if (endless !== null || first.timeMs < lastMs || first.timeMs - lastMs > RUN_GAP_MS) return null;
    const isSecond = prefix === '' ? BEGINNING.test(text) || isApart(first.timeMs, burst) : isFramed(text);
    return isSecond ? null : { kind: 'unclear', text, keyCount: keys.length };
  }

  /** Between two scans there are the suffix and its pause; a hand's key is pressed within one pause of the scanner. */
  function isApart(firstMs: number, { length, lastMs, medianGapMs, longestGapMs }: Burst): boolean {
    const apartMs = firstMs - lastMs;
    const isKnown = length >= ENOUGH_KEYS;
    if (apartMs > Math.max(1.5 * longestGapMs, isKnown ? COARSE_MS : UNEVEN_MS)) return true;
    // Codes of one kind have one length.
    return isKnown && length === keys.length && apartMs > 1.25 * medianGapMs;
  }

  /** Judges the keys that have come, and forgets them. `isEnded`: what ends a code at this site has come. */
  function judge(shortest: number, isEnded: boolean, bySilence = false): BurstDecision {
    const decision = restOfParted() ?? framedCode(isEnded) ?? fastCode(shortest) ?? slowCode(isEnded);
    if (decision === null) leave(bySilence);
    else {
      clear();
      left = null;
    }
    return decision ?? NOTHING;
  }

  function endBy(timeMs: number): BurstDecision {
    const before = taken;
    const burst = burstOf(keys);
    const last = keys.at(-1);
    if (!last && before) {
      const waitMs = (before.endless === null ? 0 : silenceMs) + LATE_SUFFIX_MS;
      taken = null;
      if (timeMs - before.lastMs <= waitMs) return { kind: 'swallow' };
    }
    if (last && timeMs - last.timeMs > silenceMs) leave();
    const rest = restOf(before, timeMs);
    const judged = judge(SHORTEST_WITH_SUFFIX, true);
    // What was taken for want of its suffix was not whole, whatever its rest looks like.
    const decision = judged.kind === 'nothing' || before?.endless != null ? (rest ?? judged) : judged;
    // Scanners that end with two keys, carriage return and line feed, send the second one right after.
    taken = decision.kind === 'nothing' ? null : { lastMs: timeMs, endless: null, burst };
    if (taken) left = null;
    return decision;
  }

  /** A code that came in two parts, now that its suffix has come; null where the keys are no second part. */
  function restOf(before: Taken | null, endMs: number): BurstDecision | null {
    const beginMs = keys[0]?.timeMs ?? endMs;
    const rest = textOf(keys);
    if (before?.endless != null) {
      const isRest = beginMs - before.lastMs <= REST_WITHIN_MS && isEvenCode(before.endless + rest);
      return isRest ? { kind: 'unclear', text: before.endless + rest, keyCount: keys.length } : null;
    }
    if (!left || beginMs - left.lastMs > (rest === '' ? LONGEST_STUTTER_MS : REST_WITHIN_MS)) return null;
    const text = textOf(left.keys) + rest;
    const isScanners =
      scannerRuns(left.keys).length + scannerRuns(keys).length > 0 ||
      ![...left.keys, ...keys].some((key) => key.inText);
    const isParted = rest !== '' && beginMs - left.lastMs <= RUN_GAP_MS;
    const isOneCode = isParted ? looksLikeCode(text) : isEvenCode(text);
    const isRest = isScanners && text.length >= SHORTEST_WITHOUT_SUFFIX && isOneCode;
    return isRest ? { kind: 'unclear', text, keyCount: keys.length } : null;
  }

  return {
    silenceMs,
    press(key) {
      if (key.repeat) {
        // Something lies on the key. It is no part of a code, but one that comes meanwhile may lack a key.
        heldMs = key.timeMs;
        if (!isFast() || key.kind === 'other') return NOTHING;
      } else if (key.kind !== 'other') takeUp(key.timeMs);
      hasWaited = false;
      switch (key.kind) {
        case 'enter':
          return endBy(key.timeMs);
        case 'tab':
          return endByTab(key.timeMs);
        case 'other':
          leave();
          return NOTHING;
        case 'character':
        case 'separator': {
          if (key.repeat) return NOTHING;
          const previous = keys.at(-1);
          if (previous && (key.timeMs - previous.timeMs > silenceMs || key.timeMs < previous.timeMs)) leave();
          keys.push(key);
          if (keys.length > LONGEST) {
            const gone = keys.shift();
            isCut = true;
            const isOneRun = (keys[0]?.timeMs ?? 0) - (gone?.timeMs ?? 0) <= RUN_GAP_MS;
            cutInRun = isOneRun ? cutInRun + 1 : 0;
          }
          return NOTHING;
        }
      }
    },
    fallSilent(lateMs = 0) {
      // The beginning of a code looks like a whole one. Without a suffix there is nothing else to wait for.
      const isBusy = Math.max(lateMs, keys.at(-1)?.lateMs ?? 0) > BUSY_MS;
      if (suffix !== 'none' && isBusy && !hasWaited && keys.length > 0) {
        hasWaited = true;
        return { kind: 'wait' };
      }
      const lastMs = keys.at(-1)?.timeMs ?? null;
      const text = textOf(keys);
      const burst = burstOf(keys);
      const decision = judge(SHORTEST_WITHOUT_SUFFIX, suffix === 'none', true);
      taken = decision.kind !== 'nothing' && lastMs !== null ? { lastMs, endless: text, burst } : null;
      return decision;
    },
    textSoFar() {
      const decision = restOfParted() ?? framedCode(true) ?? fastCode(SHORTEST_WITH_SUFFIX);
      return decision?.kind === 'scan' ? decision.text : null;
    },
    isFast,
  };

  function isFast(): boolean {
    const [start] = scannerRuns(keys);
    return start !== undefined && median(gapsOf(keys.slice(start))) <= SCANNER_MEDIAN_GAP_MS;
  }

  /** Where Tab is not the suffix it leads to the next field, unless keys came before it as fast as nobody types. */
  function endByTab(timeMs: number): BurstDecision {
    if (suffix === 'Tab') return endBy(timeMs);
    const burst = burstOf(keys);
    const decision = keys.length > 0 ? (restOfParted() ?? fastCode(SHORTEST_WITHOUT_SUFFIX)) : null;
    if (decision === null) leave();
    else {
      clear();
      taken = { lastMs: timeMs, endless: null, burst };
      left = null;
    }
    return decision ?? NOTHING;
  }
}
