// Properties of the sandbox: whatever is asked of it in whatever order, its rules hold. A model says what must happen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPatient } from './caller.ts';
import { action, slot } from './sandbox-actions.ts';
import { startModel } from './sandbox-model.ts';

test(
  'whatever happens in whatever order, slots have one taker, cancelled orders free everything, states follow the table, names lead to one and pages add up',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (steps) => {
        const model = await startModel();
        try {
          for (const step of steps) {
            await model.act(step);
            await model.check();
          }
          await model.checkNames();
        } finally {
          await model.caller.close();
        }
      }),
      { numRuns: 60 },
    );
  },
);

test(
  'whatever is asked at once, a slot has one taker and a reference one registration',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ slot, confirmed: fc.boolean() }), { minLength: 8, maxLength: 24 }),
        async (wishes) => {
          const model = await startModel();
          const patient = await newPatient(model.caller);
          const bookings = wishes.map((wish) =>
            model.caller.send('POST', '/api/appointment/', {
              slot_id: model.slots[wish.slot]?.id,
              confirmed: wish.confirmed,
            }),
          );
          const registrations = wishes.map((wish) =>
            model.caller.send('POST', '/api/test_registration/', {
              patient_id: patient.id,
              product_skus: ['VITD-1'],
              foreign_id: `ref-${wish.slot}`,
            }),
          );
          const wanted = new Set(wishes.map((wish) => wish.slot)).size;
          for (const answers of [await Promise.all(bookings), await Promise.all(registrations)]) {
            const counts = [201, 409].map((status) => answers.filter((one) => one.status === status).length);
            expect(counts).toEqual([wanted, wishes.length - wanted]);
          }
          await model.caller.close();
        },
      ),
      { numRuns: 20 },
    );
  },
);
