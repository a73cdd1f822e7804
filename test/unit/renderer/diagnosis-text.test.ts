// The diagnosis as text: what a person sends to somebody who helps, so nothing may be in it that is not listed here.
import { describe, expect, it } from 'vitest';
import {
  answerWords,
  clockWords,
  diagnosisText,
  type Diagnosis,
} from '../../../src/renderer/features/service/diagnosis-text.ts';

const DIAGNOSIS: Diagnosis = {
  mode: 'live',
  address: 'https://lab.example.org',
  token: 'accepted',
  state: 'online',
  quality: 'slow',
  typicalAnswerMs: 2_400,
  requests: 31,
  lostAnswers: 2,
  clockAheadMs: 125_000,
  clockDoubtedAheadMs: null,
  deskVersion: '0.1.0',
  runtime: 'Node 24.21.0, linux',
  forcedStatus: null,
  forcedUsed: null,
  nowMs: Date.UTC(2026, 6, 1, 9, 30),
  answers: [
    {
      endpoint: 'registrations.get',
      status: 200,
      failure: null,
      unreached: null,
      tookMs: 2_400,
      endedAtMs: Date.UTC(2026, 6, 1, 9, 29, 58),
    },
    {
      endpoint: 'appointments.create',
      status: 409,
      failure: 'conflict',
      unreached: null,
      tookMs: 90,
      endedAtMs: Date.UTC(2026, 6, 1, 9, 29, 4),
    },
    {
      endpoint: 'products.list',
      status: null,
      failure: 'timeout',
      unreached: null,
      tookMs: 15_000,
      endedAtMs: Date.UTC(2026, 6, 1, 9, 28, 0),
    },
  ],
};

it('the text that is copied is this and nothing else', () => {
  // What a later version might put into the answer by mistake is not copied.
  const withMore = {
    ...DIAGNOSIS,
    lastPerson: 'OLIVER, James',
    answers: DIAGNOSIS.answers.map((answer) => ({ ...answer, url: '/api/test_registration/DRW-7K2M9Q' })),
  };
  expect(diagnosisText(withMore, 'Europe/London')).toBe(
    `Drawdesk: connection diagnosis
Made: 01-Jul-2026 10:30 (Europe/London)
Address: https://lab.example.org (live)
Connection: up
Quality: slow, usually 2400 ms; 2 of the last 31 requests got no answer
Token: the service accepts it
Clock: the service is 2 min 5 s ahead of this computer
Versions: Drawdesk 0.1.0, Node 24.21.0, linux
Last answers, newest first:
10:29:58  registrations.get  200  2400 ms
10:29:04  appointments.create  409 (conflict)  90 ms
10:28:00  products.list  no answer (timeout)  15000 ms`,
  );
  expect(diagnosisText({ ...DIAGNOSIS, answers: [] }, 'Europe/London')).toMatch(/newest first:\nnone yet$/);
});

describe('in words', () => {
  it.each([
    [null, 'not known: the service has not told its time yet'],
    [999, 'the service and this computer agree'],
    [-999, 'the service and this computer agree'],
    [-61_000, 'the service is 1 min 1 s behind this computer'],
    [7_200_000, 'the service is 2 h ahead of this computer'],
    [-3 * 86_400_000, 'the service is 3 days behind this computer'],
    [1_826.25 * 86_400_000, 'the service is 5 years ahead of this computer'],
  ])('a clock that is %s ms ahead', (aheadMs, words) => expect(clockWords(aheadMs, null)).toBe(words));

  it('a time that the service tells and that is not believed is not called untold', () => {
    for (const believed of [null, 1_000])
      expect(clockWords(believed, -1_826.25 * 86_400_000)).toBe(
        'not believed: the service tells a date 5 years behind this computer; the desk goes by the time it had before',
      );
  });

  it('an answer that did not come says why', () => {
    const [good] = DIAGNOSIS.answers;
    expect(good && answerWords(good)).toBe('200');
    expect(good && answerWords({ ...good, status: null, failure: 'timeout' })).toBe('no answer (timeout)');
    // A line that comes back by itself is told from what somebody has to mend.
    for (const [unreached, words] of [
      ['refused', 'no answer (nobody answers at the address)'],
      ['untrusted', 'no answer (the certificate is not accepted)'],
    ] as const)
      expect(good && answerWords({ ...good, status: null, failure: 'offline', unreached })).toBe(words);
  });
});

it('tells a token that may do nothing from one that is not accepted', () => {
  const text = (token: Diagnosis['token']): string =>
    diagnosisText({ ...DIAGNOSIS, state: 'sign-in-needed', token }, 'Europe/London');
  expect(text('accepted')).toContain('the token has no rights');
  expect(text('refused')).toContain('the key is not accepted');
});
