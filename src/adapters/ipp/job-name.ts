// Tells whether the job that a printer has under a number is the one that was given to it. After a restart many printers count their
// jobs from the beginning, so a number alone may mean a job of somebody else.

/** Some printers add words of their own, change capitals, or leave out what they cannot show. */
const lettersAndDigits = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * True when the names that a printer tells of a job are those of another job than the one given to it as `name`. A name that was cut off
 * is still its name. Where the printer tells none, or only hides it behind signs, nothing is known, and the number has to do.
 *
 *     isAnotherJob(['payroll'], 'drawdesk-7-1'); // true
 *     isAnotherJob(['DRAWDESK 7'], 'drawdesk-7-1'); // false
 */
export function isAnotherJob(told: readonly string[], name: string): boolean {
  const given = lettersAndDigits(name);
  const names = told.map(lettersAndDigits).filter((one) => one !== '');
  return names.length > 0 && !names.some((one) => one.includes(given) || given.startsWith(one));
}
