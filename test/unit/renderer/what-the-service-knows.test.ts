// What a screen says that the service knows: what was read, what reached it, and nothing more.
import { describe, expect, it } from 'vitest';
import type { RegistrationView } from '../../../src/contract/views.ts';
import { offline, rejected, timeout } from '../../../src/domain/app-error.ts';
import { differenceWords } from '../../../src/renderer/features/outbox/difference-words.ts';
import { reachedWords } from '../../../src/renderer/features/outbox/outbox-words.ts';
import { cutOffWords, notReadyWords } from '../../../src/renderer/features/results/result-words.ts';
import { noCodeWords } from '../../../src/renderer/features/visit/label-rules.ts';
import { registrationFacts } from '../../../src/renderer/features/visit/registration-words.ts';
import { statusWords } from '../../../src/renderer/shared/registration/status-words.ts';
import { notFetchedWords, whyKeptWords } from '../../../src/renderer/shared/documents/document-words.ts';

const registration = {
  trfCode: 'DRW-AAA001',
  status: 'in_progress',
  resultsReady: false,
  trfStored: true,
  gone: false,
  unread: false,
};
const notCollected = { collectedAtMs: null };

describe('a registration', () => {
  it('that was not sent has no status at the service', () => {
    const requested = { ...registration, trfCode: null, status: 'requested', trfStored: false };
    expect(registrationFacts(requested, notCollected)).toEqual(['The service does not know of it yet']);
  });

  it('that was sent, and that the service has no more, is not said to be on its way', () => {
    const lost = { ...registration, trfCode: null, gone: true, status: 'gone', trfStored: false };
    const [fact] = registrationFacts(lost, notCollected);
    expect(fact).toContain('does not show it now');
    expect(fact).toContain('before a sample is taken');
    expect(registrationFacts(lost, { collectedAtMs: 1 }).join()).toMatch(
      /does not show it now.*taken already/,
    );
  });

  it('that was not read here yet is neither called gone nor not sent', () => {
    const unread = { ...registration, trfCode: null, unread: true, status: 'unread', trfStored: false };
    expect(registrationFacts(unread, notCollected).join()).toMatch(
      /^The service made it.*not been read here yet/,
    );
    expect(statusWords('unread')).toEqual({ words: 'Not read here yet', tone: 'plain' });
  });

  it('that the service has no more is not waited for where a label has no code', () => {
    const lost = { ...registration, id: 'lost', trfCode: null, gone: true } as RegistrationView;
    const waits = { ...lost, id: 'waits', gone: false } as RegistrationView;
    const why = (...ids: string[]) =>
      noCodeWords(
        { registrations: [lost, waits] },
        ids.map((registrationId) => ({ registrationId })),
      );
    expect(why('lost')).toContain('ask the laboratory');
    expect(why('waits')).toContain('not known yet');
    expect(why('lost', 'waits')).toContain('not known yet');
  });

  it('has the status that was read last, and says that it was', () => {
    expect(registrationFacts(registration, notCollected)).toEqual([
      'Status at the service when last read: in progress',
      'form saved at this desk',
    ]);
    expect(registrationFacts({ ...registration, trfStored: false }, notCollected)).toContain(
      'form not at this desk now',
    );
  });

  it('has its status in the words of every other screen', () => {
    const [status] = registrationFacts({ ...registration, status: 'processing_error' }, notCollected);
    expect(status).toBe('Status at the service when last read: Processing error');
  });

  it('with results tells whether a sample was taken here', () => {
    const finished = { ...registration, resultsReady: true };
    expect(registrationFacts(finished, { collectedAtMs: 1 })).toContain('results are ready');
    expect(registrationFacts(finished, notCollected)).toContain(
      'the service has results, though no sample is recorded here',
    );
  });
});

describe('results that are not there', () => {
  it('are waited for, unless the status tells that waiting is of no use', () => {
    expect(notReadyWords('pending')).toBe('The service says that there are no results yet.');
    expect(notReadyWords('pending_authentication')).toContain('sign-off');
    expect(notReadyWords('processing_error')).toContain('ring it rather than wait');
  });
});

describe('an empty outbox', () => {
  it('says what reached the service, and that much of a desk’s work is never meant for it', () => {
    const words = reachedWords({ unsent: 0, givenUp: 0 });
    expect(words).toContain('Every change meant for the service has reached it.');
    expect(words).toContain('Arrivals, identity checks, labels and collections are kept at this desk.');
  });

  it('does not say so of a desk whose data were damaged or missing at its start: what was lost may have waited', () => {
    for (const kind of ['store-set-aside', 'store-missing', 'store-behind', 'store-copied'] as const) {
      for (const givenUp of [0, 1]) {
        const words = reachedWords({ unsent: 0, givenUp }, [{ kind }]);
        expect(words).not.toMatch(/every (other )?change meant/i);
        expect(words).toContain('may be missing here');
      }
    }
    const mended = reachedWords({ unsent: 0, givenUp: 0 }, [{ kind: 'store-mended' }]);
    expect(mended).toContain('Every change meant for the service has reached it.');
  });

  it('does not say so while something waits, or was given up', () => {
    for (const counts of [
      { unsent: 2, givenUp: 0 },
      { unsent: 0, givenUp: 1 },
    ]) {
      expect(reachedWords(counts)).not.toContain('Every change meant');
    }
    const words = reachedWords({ unsent: 0, givenUp: 1 });
    expect(words).toContain('1 change was given up here. Every other change');
    // One that was given up in doubt may have reached it.
    expect(words).not.toContain('never reached');
  });
});

describe('without a connection', () => {
  it('results are said to be shown only where some were read', () => {
    expect(cutOffWords(true)).toContain('as they were read last');
    expect(cutOffWords(false)).not.toContain('shown');
  });

  const cut = offline('connection-lost', 'not-sent', '');

  it('a document that is not here is named, and other failures name themselves', () => {
    expect(notFetchedWords(cut, 'results document', false)).toEqual({
      title: 'The results document is not at this desk now',
      advice:
        'It can be opened when the connection is back. What was fetched lately is kept here, and can be read now as well.',
    });
    expect(notFetchedWords(timeout(''), 'form', false)).toBeUndefined();
    expect(notFetchedWords(rejected('', { document: 'not-read' }), 'form', true)?.title).toBe(
      'It is not known whose form this is',
    );
    expect(notFetchedWords(rejected('', { document: 'opens-with-password' }), 'form', true)).toEqual({
      title: 'The form cannot be opened',
      advice: expect.stringContaining('locked with a password'),
    });
  });

  it('a kept document stands in place of one that this desk does not use, which the service did not refuse', () => {
    for (const why of ['of-somebody-else', 'not-read', 'opens-with-password'])
      expect(whyKeptWords(rejected('', { document: why }))).not.toContain('refused');
    expect(whyKeptWords(rejected('', { '': 'Not for this brand' }))).toContain('The service refused to tell');
  });

  it('a document is not said to wait for a connection that is back', () => {
    expect(notFetchedWords(cut, 'form', true)?.title).not.toContain('went down');
  });
});

it.each(['registration.assign', 'registration.update'] as const)(
  'a %s that is refused as not found is of the registration or of its patient: the answer does not say which',
  (kind) => {
    expect(differenceWords(kind, { what: 'gone' })).toContain('the registration or the patient');
  },
);
