// What stands about a registration of which a person has to decide first, in few words and in a sentence. Pure.
import type { RegistrationDetailView, RegistrationRowView } from '../../../contract/registration-views.ts';
import { ATTENTION_STATES } from '../../../domain/outbox-state.ts';

const ATTENTION: ReadonlySet<string> = new Set(ATTENTION_STATES);

/** @example contestedWords({ untaken: true, perhapsMade: true }) // 'nobody knows whether it was made' */
export function contestedWords(of: Pick<RegistrationRowView, 'untaken' | 'perhapsMade'>): string {
  if (of.perhapsMade) return 'nobody knows whether it was made';
  return of.untaken ? 'not taken by the service' : 'whose it is, is not settled';
}

/** The same on its own record, with what follows. */
export function contestedSentence(
  of: Pick<RegistrationDetailView, 'untaken' | 'perhapsMade' | 'pendingChanges'>,
): string {
  if (of.perhapsMade)
    return 'Nobody knows whether the service made this registration. Send it again in the outbox: that makes it only once. Do not register the person anew before.';
  if (of.untaken) return 'The service has not taken this registration: a person has to decide.';
  return of.pendingChanges.some(({ state }) => ATTENTION.has(state))
    ? 'Whose registration this is, is not settled: a person has to decide.'
    : 'The service still has somebody else on this registration, until the change reaches it.';
}
