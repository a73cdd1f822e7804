// Days on which the service, or whatever stands between, answers nonsense. The desk stays up, believes none of it, and
// comes right once it is over. DRAWDESK_GARBLED_DAYS raises the number of days.
import { describe, expect, it } from 'vitest';
import { runDays } from './support/run-days.ts';

const DAYS = Number(process.env['DRAWDESK_GARBLED_DAYS'] ?? 120);

describe('a day of nonsense', () => {
  it(`ends as it must, ${DAYS} days`, { timeout: DAYS * 1_000 + 60_000 }, async () => {
    const result = await runDays({ firstSeed: 70_001, days: DAYS, garbled: 0.4 });
    console.log(`${result.answersGarbled} garbled answers in ${result.days} days`);
    expect(result.failures).toEqual([]);
    expect(result.answersGarbled).toBeGreaterThan(DAYS * 5);
  });
});
