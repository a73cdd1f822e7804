// What shutting a desk out means, for whoever is asked. Pure.
import type { PrinterView } from '../../../contract/printers.ts';

type Printer = Pick<PrinterView, 'name' | 'desk' | 'waiting'>;

const jobsWords = (count: number): string =>
  count === 1 ? '1 print job waits for it.' : `${count} print jobs wait for it.`;

/** What stands at the desk and prints no more, a sentence or two for each printer. */
export const printersOut = (deskId: string, printers: readonly Printer[]): string[] =>
  printers
    .filter(({ desk }) => desk?.id === deskId)
    .map(
      ({ name, waiting }) =>
        `The printer ${name} stands there, and prints nothing until another desk is chosen for it.${waiting > 0 ? ` ${jobsWords(waiting)}` : ''}`,
    );

/** `isOwn`: the question is asked at the very desk that is shut out. */
export const cutOffWords = (isOwn: boolean): string =>
  isOwn
    ? 'This is the desk at which you sit: this window is cut off at once, you are signed out, and nothing is seen or done here any more. What was saved stays. Only with a new code, shown at the site desk or at another one, can it be added again.'
    : 'Its windows are cut off at once, whoever is signed in there is signed out, and it sees and does nothing here any more. What was saved there stays. The desk can be added again with a new code.';
