// Simulated days on which the service, or something between it and the desk, sends invalid answers. The desk must keep
// running, must not use them, and must be right in the end. DRAWDESK_GARBLED_DAYS sets the number of days.
import { describe, expect, it } from 'vitest';
import { runDays } from './support/run-days.ts';

const DAYS = Number(process.env['DRAWDESK_GARBLED_DAYS'] ?? 200);

describe('a simulated day with invalid answers', () => {
  it(`keeps every promise, ${DAYS} days`, { timeout: DAYS * 1_000 + 60_000 }, async () => {
    const result = await runDays({ firstSeed: 70_001, days: DAYS, garbled: 0.4 });
    console.log(`${result.answersGarbled} garbled answers in ${result.days} days`);
    expect(result.failures).toEqual([]);
    expect(result.answersGarbled).toBeGreaterThan(DAYS * 50);
  });
});
