// The honest states of a print job in words: what can be known, and what to do. Pure.
import type { PrintJobView } from '../../../contract/views.ts';

export interface JobWords {
  readonly word: string;
  readonly advice: string | null;
  readonly tone: 'plain' | 'good' | 'warning' | 'bad';
}

export function jobWords(state: PrintJobView['state']): JobWords {
  switch (state) {
    case 'queued':
      return { word: 'Queued', advice: null, tone: 'plain' };
    case 'sending':
      return { word: 'Sending', advice: null, tone: 'plain' };
    case 'sent':
      return { word: 'Sent to the printer', advice: null, tone: 'good' };
    case 'sent-unacknowledged':
      return {
        word: 'Sent, not acknowledged',
        advice: 'The printer took everything but did not say so. Look whether the label came out.',
        tone: 'warning',
      };
    case 'attention':
      return {
        word: 'Printer needs you',
        advice: 'Look at the printer: paper, cover, or switched off.',
        tone: 'warning',
      };
    case 'failed':
      return {
        word: 'Not printed',
        advice: 'Nothing reached the printer. It can safely be sent again.',
        tone: 'bad',
      };
    case 'unsure':
      return {
        word: 'Unsure',
        advice: 'The line broke while printing. Look at the printer before anything is sent again.',
        tone: 'bad',
      };
    case 'printed':
      return { word: 'Printed', advice: null, tone: 'good' };
    case 'cancelled':
      return { word: 'Cancelled', advice: null, tone: 'plain' };
    default:
      return state satisfies never;
  }
}

export function isOpenJob(state: PrintJobView['state']): boolean {
  return ['queued', 'sending', 'attention', 'failed', 'unsure', 'sent-unacknowledged'].includes(state);
}
