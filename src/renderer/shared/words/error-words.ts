// Every kind of failure in the words of the desk: what happened, and what to do. Exhaustive by type.
import type { AppError } from '../../../domain/app-error.ts';
import { fieldWords } from './field-words.ts';
import { neededRoleWords } from './role-words.ts';

export interface ErrorWords {
  readonly title: string;
  readonly advice: string;
}

/**
 * `title` says what happened, without a full stop; `advice` what to do, in whole sentences.
 * `isUp`: the service answers again since, so nobody is told to go on without it; `isBack`: the desk's own engine does. `isOfQuestion`: it
 * was only to be shown, so there is nothing that was typed, and nothing to do again.
 * @example errorWords(timeout('…')).title // 'The service did not answer in time'
 */
export function errorWords(error: AppError, isUp = false, isBack = false, isOfQuestion = false): ErrorWords {
  switch (error.kind) {
    case 'offline':
      return (isOfQuestion && readingWords(error.reason, isBack)) || offlineWords(error, isUp, isBack);
    case 'timeout':
      return {
        title: 'The service did not answer in time',
        advice: 'Nothing saved here is lost. Try again in a moment.',
      };
    case 'unauthorised':
      return {
        title: 'The service does not accept this desk’s key',
        advice:
          'What you save waits here until whoever looks after the desk sets a new one. Signing in again does not help.',
      };
    case 'forbidden':
      return {
        title: 'Not allowed',
        advice: 'This desk’s account may not do that. Ask whoever looks after the account.',
      };
    case 'not-signed-in':
      return { title: 'Nobody is signed in here', advice: 'Nothing was done. Sign in, then do it again.' };
    case 'not-allowed':
      return {
        title: 'Your role may not do this',
        advice: `Nothing was done. ${neededRoleWords(error.roles)}`,
      };
    case 'second-person-needed':
      return {
        title: error.rule === 'lead' ? 'This needs a lead' : 'This needs a second person',
        advice: 'Nothing was done. Do it again with somebody beside you who enters their PIN.',
      };
    case 'not-found':
      return {
        title: 'Not found',
        advice: 'This desk does not know it. It may have been removed or cancelled.',
      };
    case 'conflict':
      return conflictWords(error.reason);
    case 'rejected':
      return {
        title: 'This was not accepted',
        advice: fieldWords(error.fields) ?? 'Check what was entered, and try again.',
      };
    case 'busy':
      return busyWords(error);
    case 'printer-unavailable':
      // One that is set up and does not answer is no error of the command: its job waits in the print queue.
      return error.printerId === ''
        ? {
            title: 'This desk has no printer for it',
            advice:
              'Nothing was printed. Set one up under “Desk settings”, “Set up the printers”, or ask a lead.',
          }
        : {
            title: 'This printer is not set up at this desk any more',
            advice:
              'Nothing was sent just now. Look whether it came out before; if not, print it anew from where it was: it goes to the printer that is set up now.',
          };
    case 'storage-corrupt':
      return {
        title: 'The desk’s data file is damaged',
        advice:
          error.setAsidePath === null
            ? 'Stop here and call for help: the file is left as it is.'
            : `It was set aside untouched at ${error.setAsidePath}. Recent work may be missing: check today’s visits.`,
      };
    case 'storage-full':
      return {
        title: 'This computer’s disk is full or cannot be written',
        advice:
          'This was not saved; what was saved before is kept. Free some space on the disk, then do it again. If there is room, the disk is write-protected or broken: call for help. Sending goes on by itself.',
      };
    case 'storage-lost':
      return {
        title: 'Nothing can be saved here any more',
        advice:
          'This was not done, and nothing of it is saved. The notice at the top of the window says what to do.',
      };
    case 'bug':
      return error.origin === 'service'
        ? {
            title: 'The service gave an answer that makes no sense',
            advice: `Nothing is lost. ${whereWords(error.operation, error.field)}`,
          }
        : {
            title: 'Something went wrong in Drawdesk',
            advice: `Try again; if it stays, tell whoever looks after this desk. ${whereWords(error.operation, null)}`,
          };
    default:
      return impossible(error);
  }
}

function busyWords(error: Extract<AppError, { kind: 'busy' }>): ErrorWords {
  switch (error.reason) {
    case 'rate-limited':
      return {
        title: 'The service asks us to slow down',
        advice: `Nothing is lost; sending goes on ${afterWords(error.retryAfterMs)}.`,
      };
    case 'server-error':
      return {
        title: 'The service has a problem of its own',
        advice: 'Nothing saved here is lost. Try again in a moment.',
      };
    case 'gateway':
      return {
        title: 'Something between this desk and the service answered in its place',
        advice:
          'Nothing saved here is lost; it is sent again by itself. If it stays, tell whoever looks after the network.',
      };
    default:
      return impossible(error.reason);
  }
}

function backWords(reason: 'site-desk' | 'engine', delivery: 'unknown' | 'not-sent'): ErrorWords {
  const who = reason === 'engine' ? 'Drawdesk' : 'The site desk';
  return {
    title: `${who} did not answer for a moment`,
    advice:
      delivery === 'unknown'
        ? 'It answers again. It may have been saved all the same: look before you do it again.'
        : 'It answers again. Nothing was saved: do it again.',
  };
}

/** For what was only to be shown; null where the service was not reached, for which the words are the same. */
function readingWords(
  reason: Extract<AppError, { kind: 'offline' }>['reason'],
  isBack: boolean,
): ErrorWords | null {
  if (reason !== 'site-desk' && reason !== 'engine') return null;
  const [who, title] =
    reason === 'site-desk'
      ? ['the site desk is back', 'The site desk does not answer']
      : ['Drawdesk answers', 'Drawdesk itself does not answer'];
  return isBack
    ? { title: backWords(reason, 'not-sent').title, advice: 'It answers again, and this comes by itself.' }
    : { title, advice: `This comes by itself once ${who}.` };
}

function offlineWords(
  { reason, delivery }: Pick<Extract<AppError, { kind: 'offline' }>, 'reason' | 'delivery'>,
  isUp: boolean,
  isBack: boolean,
): ErrorWords {
  // What became of it is still to be told: only that nobody answers is over.
  if (isBack && (reason === 'site-desk' || reason === 'engine')) return backWords(reason, delivery);
  if (reason === 'site-desk')
    return {
      title: 'The site desk does not answer',
      advice:
        delivery === 'unknown'
          ? 'It may have been done all the same. What you typed stays here: once this desk is in contact, look before you do it again.'
          : 'What you typed stays here. Do it again once this desk is in contact with it.',
    };
  if (reason === 'engine')
    return {
      title: 'Drawdesk itself does not answer',
      advice:
        delivery === 'unknown'
          ? 'It may have been saved all the same. What you typed stays here: once Drawdesk answers, look before you do it again.'
          : 'Nothing was saved. What you typed stays here: do it again once Drawdesk answers.',
    };
  if (isUp)
    return {
      title: 'The connection was gone for a moment',
      advice: 'It is back. Try again; what is saved here is sent by itself.',
    };
  const goesOn = 'Go on working: what you save waits here and is sent when the connection is back.';
  switch (reason) {
    case 'refused':
      return { title: 'The service does not answer', advice: goesOn };
    case 'name-not-found':
      return { title: 'No network', advice: goesOn };
    case 'connection-lost':
      return { title: 'The connection broke', advice: goesOn };
    case 'untrusted':
      return {
        title: 'Whoever answers is not known to be the service',
        advice: `Its certificate is not accepted, and nothing was sent. The network may want a sign-in page first, or this computer’s clock is wrong; else tell whoever looks after the network. ${goesOn}`,
      };
    case 'captive-portal':
      return {
        title: 'The network wants a sign-in page first',
        advice: `Open a browser and sign in to the network. ${goesOn}`,
      };
    case 'switched-off':
      return { title: 'Switched to offline', advice: goesOn };
    case 'another-laboratory':
      return {
        title: 'Another laboratory answers at the service’s new address',
        advice:
          'Nothing is read there, and nothing is sent. Go on working: what you save waits here. Tell whoever looks after this machine.',
      };
    default:
      return impossible(reason);
  }
}

function conflictWords(reason: Extract<AppError, { kind: 'conflict' }>['reason']): ErrorWords {
  switch (reason) {
    case 'taken':
      return { title: 'Somebody else was first', advice: 'Choose another time.' };
    case 'duplicate':
      return { title: 'This exists already', advice: 'Look for it instead of making it again.' };
    case 'changed':
      return {
        title: 'This changed meanwhile',
        advice: 'It is shown as it is now. Look at it again, then repeat what you wanted.',
      };
    case 'state':
      return {
        title: 'That is not possible right now',
        advice: 'It has moved on since. It is shown as it is now.',
      };
    default:
      return impossible(reason);
  }
}

function afterWords(retryAfterMs: number | null): string {
  if (retryAfterMs === null) return 'soon';
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

function whereWords(operation: string | null, field: string | null): string {
  const where = [operation, field].filter((part) => part !== null).join(', ');
  return where === '' ? '' : `(${where})`;
}

function impossible(value: never): never {
  throw new Error(`No words for ${JSON.stringify(value)}`);
}
