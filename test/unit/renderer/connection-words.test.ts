// The badge: the worst state wins, and nothing is said when all is well.
import { describe, expect, it } from 'vitest';
import { bug, busy, forbidden, notFound, offline, type AppError } from '../../../src/domain/app-error.ts';
import {
  connectionTitle,
  connectionWords,
  measureWords,
  troubleWords,
} from '../../../src/renderer/shared/connection/connection-words.ts';

type Connection = Parameters<typeof connectionWords>[0];
const WELL: Connection = {
  state: 'online',
  error: null,
  sinceMs: null,
  pausedUntilMs: null,
  quality: 'normal',
  typicalAnswerMs: 40,
  requests: 10,
  lostAnswers: 0,
  asOfMs: 1,
  waiting: 0,
  sending: 0,
  attention: 0,
  reportsOut: 0,
  toDecide: 0,
  printProblems: 0,
  printersInTrouble: 0,
};
const words = (change: Partial<Connection>): string | undefined =>
  connectionWords({ ...WELL, ...change })?.words;

describe('the connection badge', () => {
  it('is empty when all is well', () => {
    expect(connectionWords(WELL)).toBeNull();
  });

  it('counts what waits and what is being sent', () => {
    expect(words({ state: 'offline', waiting: 3 })).toBe('Connection: Down — 3 waiting');
    expect(words({ state: 'offline' })).toBe('Connection: Down');
    expect(words({ waiting: 4, sending: 3 })).toBe('Sending 3 of 7');
    expect(words({ waiting: 2 })).toBe('2 waiting to be sent');
    expect(words({ state: 'connecting', waiting: 1 })).toBe('Connecting — 1 waiting');
  });

  it('lets the worse state win', () => {
    const everything = { waiting: 2, sending: 1, attention: 1, printProblems: 1 };
    expect(words({ ...everything, state: 'sign-in-needed' })).toBe('Key not accepted — 3 waiting');
    expect(words({ ...everything, state: 'offline' })).toBe('Connection: Down — 1 change needs attention');
    expect(words({ ...everything, state: 'online' })).toBe('1 change needs attention');
    expect(words({ state: 'offline', printProblems: 1 })).toBe('Connection: Down');
    expect(words({ state: 'online', waiting: 5, printProblems: 2, reportsOut: 1 })).toBe(
      'Printed results out of date',
    );
    expect(words({ state: 'offline', reportsOut: 1 })).toBe('Connection: Down');
    expect(words({ state: 'online', waiting: 5, printProblems: 2 })).toBe('2 print jobs need attention');
  });

  it('says that a printer cannot print, where no print job says so already', () => {
    expect(words({ printersInTrouble: 1 })).toBe('A printer needs attention');
    expect(words({ printersInTrouble: 2 })).toBe('2 printers need attention');
    expect(words({ printersInTrouble: 1, printProblems: 1 })).toBe('1 print job needs attention');
    expect(words({ printersInTrouble: 1, quality: 'slow', waiting: 3 })).toBe('A printer needs attention');
    expect(words({ printersInTrouble: 1, quality: 'unreliable' })).toBe('Connection: Unreliable');
    expect(connectionWords({ ...WELL, printersInTrouble: 1 })).toMatchObject({
      tone: 'warning',
      about: 'printing',
    });
  });

  it('says in plain words how good the connection is, and nothing while it is normal or not measured yet', () => {
    expect(words({ quality: 'slow' })).toBe('Connection: Slow');
    expect(words({ quality: 'unreliable', waiting: 2 })).toBe('Connection: Unreliable — 2 waiting');
    expect(words({ state: 'offline', quality: 'down' })).toBe('Connection: Down');
    expect(connectionWords({ ...WELL, quality: 'not-known' })).toBeNull();
    expect(connectionTitle(WELL)).toBe('Connection: Normal');
  });

  it('shows an unreliable connection before a printer, and a printer before a slow connection', () => {
    expect(words({ quality: 'unreliable', printProblems: 1 })).toBe('Connection: Unreliable');
    expect(words({ quality: 'slow', printProblems: 1 })).toBe('1 print job needs attention');
    expect(words({ quality: 'slow', waiting: 4, sending: 3 })).toBe('Connection: Slow — 7 waiting');
  });

  it('says nothing of what was measured while the service cannot be used', () => {
    expect(words({ state: 'trouble', quality: 'slow' })).toBe('Service trouble');
    expect(words({ state: 'sign-in-needed', quality: 'unreliable' })).toBe('Key not accepted');
    expect(measureWords({ ...WELL, state: 'offline', quality: 'down' })).toBeNull();
  });
});

describe('the details of the connection', () => {
  it('show what was measured', () => {
    const of = (change: Partial<Connection>): string | null => measureWords({ ...WELL, ...change });
    expect(of({ typicalAnswerMs: 40 })).toContain('about 0.1 seconds');
    expect(of({ typicalAnswerMs: 1_040 })).toContain('about 1 second.');
    expect(of({ quality: 'slow', typicalAnswerMs: 3_200 })).toContain('about 3 seconds');
    expect(of({ quality: 'unreliable', requests: 20, lostAnswers: 4 })).toContain(
      'Of the last 20 requests to the service 4 got no answer',
    );
    expect(of({ quality: 'not-known', typicalAnswerMs: null })).toContain('too little to say');
  });
});

describe('what is wrong with the connection', () => {
  const rateLimited = busy('rate-limited', 900_000, '429');
  it('is nothing while all is well', () => {
    expect(troubleWords(WELL, 'Europe/London')).toBeNull();
  });

  it('names the minute in which a pause ends, by the clock of the site', () => {
    const paused = {
      ...WELL,
      state: 'trouble',
      error: rateLimited,
      pausedUntilMs: Date.UTC(2026, 6, 1, 9, 33, 1),
    } as const;
    expect(troubleWords(paused, 'Europe/London')).toMatchObject({
      title: 'The service asks us to slow down',
      advice: expect.stringContaining('goes on at 10:34.') as string,
    });
  });

  it('of a key that may do nothing is told from a sign-in, and says what becomes of the work', () => {
    const powerless = {
      ...WELL,
      state: 'sign-in-needed',
      error: forbidden('403'),
      waiting: 5,
    } as const;
    expect(connectionWords(powerless)?.words).toBe('Key without rights — 5 waiting');
    expect(troubleWords(powerless, 'Europe/London')).toMatchObject({
      title: 'The service lets this desk’s key do nothing',
      advice: expect.stringContaining('sent by itself') as string,
    });
  });

  it('of a desk that has read nothing yet leads to the address in its settings, where that may be the fault', () => {
    const adviceOf = (error: AppError, asOfMs: number | null): string =>
      troubleWords({ ...WELL, state: 'trouble', error, asOfMs }, 'Europe/London')?.advice ?? '';
    const elsewhere = [
      notFound('404'),
      bug('no page of a list', { origin: 'service', operation: 'locations.list' }),
      busy('gateway', null, '404'),
      offline('name-not-found', 'not-sent', 'dns'),
      offline('captive-portal', 'unknown', '302'),
      offline('untrusted', 'not-sent', 'certificate'),
    ];
    for (const error of elsewhere) {
      expect(adviceOf(error, null)).toContain('service.address');
      expect(adviceOf(error, 1)).not.toContain('service.address');
    }
    expect(adviceOf(busy('server-error', null, '500'), null)).not.toContain('service.address');
    expect(adviceOf(offline('switched-off', 'not-sent', 'off'), null)).not.toContain('service.address');
  });

  it('of a service that does not know what it is asked for speaks of the service and of no record', () => {
    const words = troubleWords({ ...WELL, state: 'trouble', error: notFound('404') }, 'Europe/London');
    expect(words?.title).toBe('What answers at the service’s address does not know what this desk asks for');
    expect(words?.advice).not.toContain('cancelled');
  });

  it('asks nobody to sign in to the network for certain where a page came in place of a service that was never read', () => {
    const page = {
      ...WELL,
      state: 'offline',
      error: offline('captive-portal', 'unknown', 'a page'),
    } as const;
    expect(troubleWords(page, 'Europe/London')?.title).toBe('The network wants a sign-in page first');
    expect(troubleWords({ ...page, asOfMs: null }, 'Europe/London')?.title).toBe(
      'A web page answers in place of the service',
    );
  });

  it('is the failure itself otherwise', () => {
    const words = troubleWords(
      { ...WELL, state: 'trouble', error: busy('server-error', null, '500') },
      'Europe/London',
    );
    expect(words?.title).toMatch(/problem of its own/);
  });
});
