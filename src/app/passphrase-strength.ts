// Whether a passphrase is worth guarding patients' data with. It is tried offline, by whoever has a copy of the folder,
// so length alone says little: what a guesser's first million tries would hold counts for next to nothing.

const SHORTEST = 12;
/** Characters that are left to guess when repetitions, rows and everybody's words are taken for one each. */
const FEWEST_TO_GUESS = 10;
/** Digits alone: ten to the power of this. */
const FEWEST_DIGITS = 20;
const FEWEST_DIFFERENT = 6;

/** Steps of one along these are what fingers do by themselves. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop'];
const SHORTEST_ROW = 3;

/** Longer ones first, so that a word is not found in another. */
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

/** What is wrong with a new passphrase, in words that help to choose a better one; null when it is good enough. */
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

/** The part that the whole text consists of, two times or more (the last one may be cut short); or null. */
function repeatedPart(text: string): string | null {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return part;
  }
  return null;
}

/** How many characters remain when each common word, each row and each run of one character counts as one. */
function leftToGuess(text: string): number {
  // Whoever writes P4ssw0rd is guessed as fast as who writes password.
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

/** How many characters from `at` on are a run of one character, or steps along one row in one direction. */
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
