// The states of a print job of whole pages in words: what is known about it and no more, and what to do. Pure functions.
import type { PrintJobView } from '../../../contract/views.ts';
import { jobWords, NOT_BY_ITSELF, notAgain, takenByQueue, type JobWords } from './job-words.ts';

type PageJob = Pick<
  PrintJobView,
  | 'state'
  | 'pages'
  | 'printerDesk'
  | 'printerDeskState'
  | 'deviceReport'
  | 'ticket'
  | 'byQueue'
  | 'perhapsPrinted'
  | 'otherPrinter'
  | 'goesOutByItself'
  | 'stoppedSinceMs'
>;

/** What nobody may say of one of which an earlier try may have come out. */
const nothingSent = ({ perhapsPrinted }: PageJob, sentence: string): string =>
  perhapsPrinted
    ? 'Nothing was sent at this try, but of an earlier one something may have come out.'
    : sentence;

/** One piece of what a job prints, within a sentence. */
export function paperWord({
  pages,
  ticket,
}: Pick<PrintJobView, 'pages' | 'ticket'>): 'label' | 'page' | 'ticket' {
  if (pages !== null) return 'page';
  return ticket ? 'ticket' : 'label';
}

/** How much paper a job of pages takes. @example pagesWords(2) // '2 pages' */
export const pagesWords = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

function takenWords({ pages, printerDesk, deviceReport, byQueue }: PageJob): JobWords {
  if (pages?.goesTo === 'folder') return { word: 'Saved as a file', advice: null, tone: 'good' };
  switch (deviceReport) {
    case 'done':
      return { word: 'The printer reports that it is done', advice: null, tone: 'good' };
    case 'stopped':
      return {
        word: 'Waits at the printer',
        advice: 'As it said last, the printer has the pages and goes on by itself. Do not print them again.',
        tone: 'warning',
      };
    case 'working':
      return { word: 'The printer has it', advice: null, tone: 'plain' };
    case null:
      return byQueue || pages?.goesTo === 'queue'
        ? takenByQueue(printerDesk)
        : { word: 'Sent to the printer', advice: null, tone: 'good' };
    default:
      return deviceReport satisfies never;
  }
}

/** For a job in the middle of which its printer takes nothing more, while it is waited for. */
const STOPPED: JobWords = {
  word: 'The printer takes no more of it',
  advice:
    'It prints what it has, or is out of paper, open or paused: look at it. The rest is sent by itself once it goes on, for two minutes.',
  tone: 'warning',
};

/** For a job that waits for a desk which cannot print now; null where that is not what it waits for. */
function deskGoneWords(job: PageJob): JobWords | null {
  const { state, printerDesk, printerDeskState } = job;
  const mayMove = job.otherPrinter !== null;
  if (state !== 'attention' && state !== 'failed') return null;
  if (printerDeskState === 'shut-out') {
    return {
      word: `${printerDesk} was shut out`,
      advice: `${nothingSent(job, 'Nothing was sent.')} That desk prints no more: nothing goes out until another desk is chosen where the printer is set up. ${state === 'attention' && job.goesOutByItself ? 'Within ten minutes of when it was asked for it then goes out by itself.' : 'Then send it again.'}${mayMove ? ' Or print it on another printer.' : ''}`,
      tone: 'bad',
    };
  }
  if (printerDeskState !== 'away') return null;
  return state === 'attention' && job.goesOutByItself
    ? {
        word: `Waits for ${printerDesk}`,
        advice: `${nothingSent(job, 'Nothing was sent yet.')} Look whether Drawdesk runs on that computer and whether it is on the network: for ten minutes it goes out by itself.${mayMove ? ' Or print it on another printer.' : ''}`,
        tone: 'warning',
      }
    : {
        word: job.perhapsPrinted ? 'Not printed again' : 'Not printed',
        advice: `${nothingSent(job, 'Nothing was sent.')} Send it again once ${printerDesk} is back${mayMove ? ', or print it on another printer' : ''}.`,
        tone: 'bad',
      };
}

/** The words for a job of whole pages or of a label. */
export function wordsOfJob(job: PageJob): JobWords {
  const gone = deskGoneWords(job);
  if (gone) return gone;
  if (job.state === 'sending' && job.stoppedSinceMs !== null) return STOPPED;
  if (job.pages === null) return jobWords(job.state, job.ticket ? 'ticket' : 'label', job);
  switch (job.state) {
    case 'sent':
      return takenWords(job);
    case 'attention':
      return {
        word: 'Printer needs attention',
        advice: `${nothingSent(job, 'Nothing was sent yet.')} ${job.goesOutByItself ? 'It goes out by itself once the printer is ready, for ten minutes.' : NOT_BY_ITSELF}`,
        tone: 'warning',
      };
    case 'failed':
      if (job.perhapsPrinted) return { word: 'Not printed again', advice: notAgain('pages'), tone: 'bad' };
      return { word: 'Not printed', advice: 'No page of it was printed.', tone: 'bad' };
    case 'unsure':
      return {
        word: 'Not sure whether it printed',
        advice: 'Look at the printer, and count the pages, before anything is sent again.',
        tone: 'bad',
      };
    case 'printed':
      return { word: 'Pages found at the printer', advice: null, tone: 'good' };
    case 'sent-unacknowledged':
      return {
        word: 'Sent, not acknowledged',
        advice: 'The printer has not said that it took the page. Look whether it came out.',
        tone: 'warning',
      };
    case 'cancelled':
      return {
        word: 'Cancelled',
        advice: job.perhapsPrinted ? 'Pages of it may have come out before it was cancelled.' : null,
        tone: 'plain',
      };
    case 'queued':
    case 'sending':
      return jobWords(job.state, 'label');
    default:
      return job.state satisfies never;
  }
}
