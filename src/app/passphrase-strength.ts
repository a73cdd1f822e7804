// Checks whether a new passphrase is strong enough. Somebody with a copy of the data folder can try millions of
// passphrases, the common ones first. So the length alone is not enough: common words, repetitions and rows of keys
// count very little.

const SHORTEST = 12;
/**
 * The passphrase needs this many characters when each common word, repetition and row of keys counts as one character.
 */
const FEWEST_TO_GUESS = 10;
/** A passphrase of digits only needs this many. */
const FEWEST_DIGITS = 20;
const FEWEST_DIFFERENT = 6;

/** Rows in which neighbouring characters follow each other on a keyboard or in the alphabet. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop'];
const SHORTEST_ROW = 3;

/** Common words, sorted by length: a longer word is removed before a shorter one that it contains. */
const WORDS = [
  'administrator',
  'phlebotomist',
  'correcthorse',
  'batterystaple',
  'laboratory',
  'passphrase',
  'reception',
  'password',
  'changeme',
  'drawdesk',
  'patients',
  'sunshine',
  'training',
  'computer',
  'football',
  'princess',
  'patient',
  'welcome',
  'letmein',
  'default',
  'hospital',
  'monkey',
  'dragon',
  'secret',
  'clinic',
  'health',
  'london',
  'doctor',
  'sample',
  'passwd',
  'admin',
  'blood',
  'guest',
  'login',
  'nurse',
  'desk',
  'test',
].sort((a, b) => b.length - a.length);

/**
 * What is wrong with a new passphrase, as the end of a sentence that begins with "The passphrase"; null when it is
 * strong enough.
 *
 * @example passphraseWeakness('aaaaaaaaaaaa') // 'is made of too few different characters; …'
 */
export function passphraseWeakness(passphrase: string): string | null {
  const text = passphrase.normalize('NFKC');
  const characters = [...text];
  if (characters.length < SHORTEST) {
    return `needs at least ${SHORTEST} characters; four or five words that do not belong together are good`;
  }
  if (new Set(characters).size < FEWEST_DIFFERENT) {
    return 'is made of too few different characters; take words that do not belong together';
  }
  if (repeatedPart(text) !== null) return 'says the same thing over and over; once is all that counts';
  if (/^[\d\s.,/-]+$/.test(text) && digitsIn(text) < FEWEST_DIGITS) {
    return `is made of digits alone, and would need ${FEWEST_DIGITS} of them that mean nothing; take words`;
  }
  if (leftToGuess(text) < FEWEST_TO_GUESS) {
    return 'is mostly what everybody thinks of first (common words, rows of keys, counting, repetition); take words that do not belong together';
  }
  return null;
}

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length;

/**
 * The part that is repeated to make the whole text (the last repetition may be incomplete); null when there is none.
 */
function repeatedPart(text: string): string | null {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return part;
  }
  return null;
}

/**
 * The length of the text when each common word, each row of keys and each repeated character counts as one character.
 */
function leftToGuess(text: string): number {
  // Common replacements are undone first: `P4ssw0rd` is guessed as fast as `password`.
  const folded = text
    .toLowerCase()
    .replaceAll(/[@4]/g, 'a')
    .replaceAll('3', 'e')
    .replaceAll(/[1!]/g, 'i')
    .replaceAll('0', 'o')
    .replaceAll(/[$5]/g, 's')
    .replaceAll('7', 't');
  return Math.min(...[text.toLowerCase(), folded].map((form) => [...withoutRows(withoutWords(form))].length));
}

function withoutWords(text: string): string {
  let rest = text;
  for (const word of WORDS) rest = rest.replaceAll(word, ' ');
  return rest.replaceAll(/\s+/g, ' ');
}

function withoutRows(text: string): string {
  const characters = [...text];
  let rest = '';
  for (let at = 0; at < characters.length;) {
    const length = rowLength(characters, at);
    rest += characters[at];
    at += length >= SHORTEST_ROW ? length : 1;
  }
  return rest;
}

/** How many characters from index `at` are the same, or follow each other in one of the rows in one direction. */
function rowLength(characters: readonly string[], at: number): number {
  const continues = (step: (from: string, to: string) => boolean): number => {
    let end = at + 1;
    while (end < characters.length && step(characters[end - 1] ?? '', characters[end] ?? '')) end += 1;
    return end - at;
  };
  const along = (row: string, direction: 1 | -1) =>
    continues((from, to) => row.includes(from) && row.indexOf(to) === row.indexOf(from) + direction);
  return Math.max(
    continues((from, to) => from === to),
    ...ROWS.flatMap((row) => [along(row, 1), along(row, -1)]),
  );
}
