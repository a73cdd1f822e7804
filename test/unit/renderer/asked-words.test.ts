// What became of what was asked about a registration.
import type { RegistrationRequests } from '../../../src/contract/registrations.ts';
import { describe, expect, it } from 'vitest';
import {
  askedWords,
  changedSince,
  sentBefore,
  standsTheSame,
} from '../../../src/renderer/features/registrations/asked-words.ts';

const REGISTRATION: RegistrationRequests = {
  registrationId: 'r1',
  version: 4,
  trfCode: 'DRW-7K2M9Q',
  patientId: 'p1',
  foreignId: 'shop-77',
  mobileNumber: null,
  obstacles: { update: null, retest: null, email: null },
  retests: [],
  changes: [],
};

const AT = Date.parse('2026-11-20T14:02:00Z');
const email = (state: 'pending' | 'unknown' | 'needs-human' | 'confirmed' | 'discarded') => ({
  kind: 'registration.sendCompleteEmail' as const,
  state,
  mayHaveBeenDone: state === 'unknown' || state === 'needs-human',
  nextAttemptAtMs: state === 'unknown' ? AT + 180_000 : null,
  sentTo: 'ada@example.test',
  createdAtMs: AT,
  actor: 'AB',
});
const said = (state: Parameters<typeof email>[0]) => askedWords(email(state), 'Europe/London');

describe('what was asked for about a registration', () => {
  it('is not done yet only where that is known', () => {
    expect(said('pending')).toMatch(/not done yet/);
    expect(said('unknown')).not.toMatch(/not done/);
    expect(said('unknown')).toMatch(/nobody knows yet whether it was done.*again at 14:05/);
    expect(said('needs-human')).toMatch(/nobody knows whether it was done/);
    const stopped = { ...email('needs-human'), mayHaveBeenDone: false };
    expect(askedWords(stopped, 'Europe/London')).toMatch(/not done \(A person must decide\)/);
  });

  it('names the address, and says nothing of what is over', () => {
    expect(said('unknown')).toContain('to ada@example.test');
    for (const over of ['confirmed', 'discarded'] as const) expect(said(over)).toBeNull();
  });

  it('says which e-mails were sent, to whom, when and by whom', () => {
    expect(sentBefore([email('discarded'), email('confirmed'), email('unknown')], 'Europe/London')).toEqual([
      'One was sent already to ada@example.test, on 20-Nov-2026 at 14:02 by AB.',
    ]);
  });
});

describe('what changed while a question about a registration was open', () => {
  const since = (now: Partial<RegistrationRequests>) =>
    changedSince(REGISTRATION, { ...REGISTRATION, ...now }, 'Europe/London');
  const row = (sequence: number) =>
    ({ ...email('confirmed'), sequence }) as RegistrationRequests['changes'][number];

  it('is nothing where it stands as it was seen', () => {
    expect(since({})).toEqual([]);
    expect(standsTheSame(REGISTRATION, { ...REGISTRATION })).toBe(true);
    expect(standsTheSame(REGISTRATION, { ...REGISTRATION, version: 5 })).toBe(false);
  });

  it('names who asked for what since, and nothing that was seen', () => {
    expect(since({ version: 5, changes: [row(4), row(5)] })).toEqual([
      '14:02, AB: Send the e-mail for completing the registration to ada@example.test: Done.',
    ]);
  });

  it('names what stands there now, also where the service changed it', () => {
    expect(since({ mobileNumber: '07700 900999', foreignId: null })).toEqual([
      'The mobile number is 07700 900999 now.',
      'The reference is none now.',
    ]);
    expect(since({ retests: [{ id: 'r2', trfCode: 'DRW-2' }] })).toEqual(['There is a retest now: DRW-2.']);
    expect(since({ patientId: 'p2' })).toEqual(['The service names another patient record for it now.']);
  });
});
