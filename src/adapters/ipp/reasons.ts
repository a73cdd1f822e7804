// What a printer says is wrong with it, in words, with what to do. Printers add endings of their own to the reasons of the
// standard ("media-empty-error", "media-empty-report"), so they are known by how they begin.

/** Told for information only: the printer goes on printing. */
const HARMLESS_ENDINGS = ['-report', '-warning'];

/** That it prints nothing until somebody has done something, where the printer says so expressly (RFC 8011, 5.4.12). */
const ERROR_ENDING = '-error';

/** In the order in which they are looked for: the first that a reason begins with counts. */
const WORDS: readonly (readonly [begin: string, words: string])[] = [
  ['media-empty', 'it has no paper: put A4 paper in'],
  ['media-needed', 'it asks for paper: put A4 paper in'],
  ['media-jam', 'paper is stuck in it: open it and take the paper out'],
  ['input-tray-missing', 'its paper tray is out: push it in'],
  ['input-media-supply-empty', 'it has no paper: put A4 paper in'],
  ['output-area-full', 'its output tray is full: take the paper out'],
  ['output-tray-missing', 'its output tray is missing: put it in'],
  ['cover-open', 'a cover is open: close it'],
  ['door-open', 'a door is open: close it'],
  ['interlock-open', 'a cover is open: close it'],
  ['toner-empty', 'its toner is used up: put in a new cartridge'],
  ['marker-supply-empty', 'its ink or toner is used up: put in a new cartridge'],
  ['marker-waste-full', 'its waste container is full: exchange it'],
  ['opc-life-over', 'its drum is worn out: exchange it'],
  ['fuser', 'its fuser has a fault: switch it off and on, then call service'],
  ['paused', 'it is paused: press its button to go on'],
  ['moving-to-paused', 'it is paused: press its button to go on'],
  ['shutdown', 'it is switched off or starting: switch it on and wait'],
  ['spool-area-full', 'its memory is full: wait, or cancel old jobs at the printer'],
  ['timed-out', 'it does not answer this computer: look whether it is on and connected'],
  ['offline', 'it is offline: look whether it is on and connected'],
  ['connecting-to-device', 'it is being connected: look whether it is on'],
  ['stopped-partly', 'a part of it has stopped: look at its display'],
];

/**
 * What has to be done at the printer, in words; null when nothing that it says keeps it from printing.
 *
 * @example wordsOfReasons(['media-empty-error']) // 'it has no paper: put A4 paper in'
 */
export function wordsOfReasons(reasons: readonly string[]): string | null {
  const said = reasons.filter(
    (reason) => reason !== 'none' && !HARMLESS_ENDINGS.some((ending) => reason.endsWith(ending)),
  );
  for (const [begin, words] of WORDS) if (said.some((reason) => reason.startsWith(begin))) return words;
  const [unknown] = said;
  return unknown === undefined ? null : `it reports “${unknown}”: look at its display`;
}

/**
 * What a printer complains of that does not say that it has stopped, in words; null for nothing. By the standard it must have stopped with an
 * error; makers go on printing with one of a second tray, and some call a reason without an ending what only informs. So a reason that
 * is not known counts only where it is expressly an error.
 *
 * @example complaintOf(['media-empty-error']) // 'it has no paper: put A4 paper in'
 */
export const complaintOf = (reasons: readonly string[]): string | null =>
  wordsOfReasons(
    reasons.filter(
      (reason) => reason.endsWith(ERROR_ENDING) || WORDS.some(([begin]) => reason.startsWith(begin)),
    ),
  );
