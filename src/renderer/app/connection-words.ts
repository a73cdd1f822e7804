// The badge's words: one state, the worst wins, nothing when all is well. Pure.
import type { Output } from '../../contract/index.ts';
import { links } from '../shared/links.ts';

export interface BadgeWords {
  readonly words: string;
  readonly tone: 'plain' | 'warning' | 'bad';
  /** Where the whole story stands. */
  readonly leadsTo: string;
}

const waitingPart = (count: number): string => (count > 0 ? ` — ${count} waiting` : '');

export function connectionWords(connection: Output<'connection.get'>): BadgeWords | null {
  const { state, waiting, sending, attention, printProblems } = connection;
  const unsent = waiting + sending;
  if (state === 'sign-in-needed') {
    return { words: `Sign-in needed${waitingPart(unsent)}`, tone: 'bad', leadsTo: links.outbox };
  }
  if (attention > 0) {
    const also = state === 'offline' ? 'Offline — ' : '';
    return {
      words: `${also}${attention} need${attention === 1 ? 's' : ''} attention`,
      tone: 'bad',
      leadsTo: links.outbox,
    };
  }
  if (state === 'trouble') {
    return { words: `Service trouble${waitingPart(unsent)}`, tone: 'bad', leadsTo: links.outbox };
  }
  if (state === 'offline') {
    return { words: `Offline${waitingPart(unsent)}`, tone: 'warning', leadsTo: links.outbox };
  }
  if (printProblems > 0) {
    const words = printProblems === 1 ? '1 print job needs you' : `${printProblems} print jobs need you`;
    return { words, tone: 'warning', leadsTo: links.printing };
  }
  if (state === 'connecting') {
    return { words: `Connecting${waitingPart(unsent)}`, tone: 'plain', leadsTo: links.outbox };
  }
  if (sending > 0) return { words: `Sending ${sending} of ${unsent}`, tone: 'plain', leadsTo: links.outbox };
  if (waiting > 0) return { words: `${waiting} waiting to be sent`, tone: 'plain', leadsTo: links.outbox };
  return null;
}
