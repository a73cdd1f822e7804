// Whatever comes back, a call ends in a checked value or in an AppError; nothing else can get out.
import { silentLog } from '../../../support/silent-log.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/adapters/system-clock.ts';
import type { HttpResponse } from '../../../../src/core/ports/machine.ts';
import { createServiceClient } from '../../../../src/core/service/client.ts';
import { AppException, APP_ERROR_KINDS } from '../../../../src/domain/app-error.ts';
import { judgeRecord } from '../../../../src/wire/record.ts';
import { registration } from '../../../../src/wire/registration.ts';
import { exampleRegistration } from '../../../support/wire-examples.ts';

const whole = JSON.stringify(exampleRegistration());
const text = fc.oneof(
  fc.string(),
  fc.json(),
  fc.nat(whole.length).map((length) => whole.slice(0, length)),
  // A good record with one field put wrong.
  fc
    .tuple(fc.constantFrom(...Object.keys(exampleRegistration())), fc.jsonValue())
    .map(([field, value]) => JSON.stringify({ ...exampleRegistration(), [field]: value })),
  fc.constantFrom('<html>', '<!DOCTYPE html>', '%PDF-1.7', whole, `\ufeff${whole}`),
);
const answer: fc.Arbitrary<HttpResponse> = fc.record({
  status: fc.oneof(fc.constant(200), fc.integer({ min: 100, max: 999 })),
  headers: fc.dictionary(
    fc.constantFrom('content-type', 'date', 'retry-after', 'location'),
    fc.oneof(fc.string(), fc.constantFrom('text/html', 'application/json', 'http://elsewhere.example/')),
    { noNullPrototype: true },
  ),
  body: fc.oneof(
    text.map((given) => new TextEncoder().encode(given)),
    fc.uint8Array(),
  ),
});

test('any answer becomes a checked value or an AppError', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (given) => {
      const http = { request: async () => given };
      const client = createServiceClient({
        http,
        clock: systemClock,
        log: silentLog,
        baseUrl: 'http://x',
        token: () => 't',
      });
      try {
        const read = await client.registrations.get('DRW-1');
        // What nothing depends on may have been left out; everything else fits.
        expect(judgeRecord(registration, read).record).not.toBeNull();
        expect(given.status).toBeGreaterThanOrEqual(200);
        expect(given.status).toBeLessThan(300);
      } catch (thrown) {
        if (!(thrown instanceof AppException)) throw thrown;
        expect(APP_ERROR_KINDS).toContain(thrown.error.kind);
        expect(thrown.error.kind === 'bug' ? thrown.error.origin : 'service').toBe('service');
      }
    }),
    { numRuns: 3_000 },
  );
});
