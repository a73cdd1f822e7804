// The badge: the worst state wins, and nothing is said when all is well.
import { describe, expect, it } from 'vitest';
import { connectionWords } from '../../../src/renderer/app/connection-words.ts';

type Connection = Parameters<typeof connectionWords>[0];
const WELL: Connection = {
  state: 'online',
  error: null,
  sinceMs: null,
  quality: 'normal',
  typicalAnswerMs: 40,
  requests: 10,
  lostAnswers: 0,
  asOfMs: 1,
  waiting: 0,
  sending: 0,
  attention: 0,
  printProblems: 0,
};
const words = (change: Partial<Connection>): string | undefined =>
  connectionWords({ ...WELL, ...change })?.words;

describe('the connection badge', () => {
  it('is empty when all is well', () => {
    expect(connectionWords(WELL)).toBeNull();
  });

  it('counts what waits and what is being sent', () => {
    expect(words({ state: 'offline', waiting: 3 })).toBe('Offline — 3 waiting');
    expect(words({ state: 'offline' })).toBe('Offline');
    expect(words({ waiting: 4, sending: 3 })).toBe('Sending 3 of 7');
    expect(words({ waiting: 2 })).toBe('2 waiting to be sent');
    expect(words({ state: 'connecting', waiting: 1 })).toBe('Connecting — 1 waiting');
  });

  it('lets the worse state win', () => {
    const everything = { waiting: 2, sending: 1, attention: 1, printProblems: 1 };
    expect(words({ ...everything, state: 'sign-in-needed' })).toBe('Sign-in needed — 3 waiting');
    expect(words({ ...everything, state: 'offline' })).toBe('Offline — 1 needs attention');
    expect(words({ ...everything, state: 'online' })).toBe('1 needs attention');
    expect(words({ state: 'offline', printProblems: 1 })).toBe('Offline');
    expect(words({ state: 'online', waiting: 5, printProblems: 2 })).toBe('2 print jobs need you');
  });

  it('leads to the print queue only for what prints', () => {
    expect(connectionWords({ ...WELL, printProblems: 1 })?.leadsTo).toBe('/printing');
    expect(connectionWords({ ...WELL, attention: 1, printProblems: 1 })?.leadsTo).toBe('/waiting');
  });
});
