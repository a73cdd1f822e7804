// What is known of a registration at the service, in words. Pure.
import type { RegistrationView, VisitDetail } from '../../../contract/views.ts';
import { statusWords } from '../../shared/registration/status-words.ts';

/**
 * What is known, and no more: what was not sent has no status at the service, and results do not mean that a sample was
 * taken here.
 *
 * @example registrationFacts(registration, visit) // ['Status at the service when last read: Pending', 'form saved at this desk']
 */
export function registrationFacts(
  registration: Pick<
    RegistrationView,
    'trfCode' | 'gone' | 'unread' | 'status' | 'resultsReady' | 'trfStored'
  >,
  visit: Pick<VisitDetail, 'collectedAtMs'>,
): string[] {
  if (registration.gone) {
    const ask =
      visit.collectedAtMs === null
        ? 'Ask the laboratory before a sample is taken'
        : 'A sample is taken already: tell the laboratory';
    return [`The service made it and does not show it now: it may be cancelled there. ${ask}`];
  }
  if (registration.unread)
    return ['The service made it. It has not been read here yet; that comes by itself'];
  if (registration.trfCode === null) return ['The service does not know of it yet'];
  const facts = [`Status at the service when last read: ${statusWords(registration.status).words}`];
  if (registration.resultsReady) {
    facts.push(
      visit.collectedAtMs === null
        ? 'the service has results, though no sample is recorded here'
        : 'results are ready',
    );
  }
  facts.push(registration.trfStored ? 'form saved at this desk' : 'form not at this desk now');
  return facts;
}
