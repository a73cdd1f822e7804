// Whether a change that the service never confirmed may have been carried out all the same.
import { expect, it } from 'vitest';
import { mayHaveBeenDone } from '../../../../src/core/operations/outbox-doubt.ts';
import { conflict, forbidden, rejected, timeout } from '../../../../src/domain/app-error.ts';

type Row = Parameters<typeof mayHaveBeenDone>[0];

const refund = (facts: Partial<Row>): boolean =>
  mayHaveBeenDone({
    kind: 'order.refund',
    state: 'discarded',
    attempts: 1,
    lastError: timeout('late'),
    resolution: {},
    ...facts,
  });

it('what was never sent, or is confirmed, may not', () => {
  expect(refund({ attempts: 0 })).toBe(false);
  expect(refund({ state: 'confirmed', lastError: null })).toBe(false);
});

it('a refund that was refused each time was not made, however often it was tried', () => {
  for (const lastError of [conflict('state', '409'), rejected('422', {}), forbidden('403')]) {
    for (const state of ['refused', 'conflict', 'discarded'] as const)
      expect(refund({ state, lastError, attempts: 2 })).toBe(false);
  }
});

it('a refund in doubt may have been made, also after it was given up or refused when it was repeated', () => {
  expect(refund({ state: 'unknown' })).toBe(true);
  expect(refund({ state: 'needs-human', lastError: forbidden('the look') })).toBe(true);
  expect(refund({ resolution: { doubted: true } })).toBe(true);
  expect(refund({ lastError: conflict('state', '409'), resolution: { repeats: 1, doubted: false } })).toBe(
    true,
  );
});

it('of another change one refusal says that it was not done, and nothing does after several tries', () => {
  const move = { kind: 'appointment.move', lastError: conflict('taken', '409') } as const;
  expect(refund({ ...move, attempts: 1 })).toBe(false);
  expect(refund({ ...move, attempts: 2 })).toBe(true);
  expect(refund({ kind: 'appointment.move', attempts: 1 })).toBe(true);
});

it('what a restored backup holds may have been sent since', () => {
  expect(refund({ lastError: conflict('state', '409'), resolution: { restored: true } })).toBe(true);
});

it('what the service took and answered otherwise may have been done, although a look finds nothing of it', () => {
  const made = { kind: 'registration.create', lastError: conflict('changed', '200') } as const;
  expect(refund({ ...made, resolution: { notAsAsked: true } })).toBe(true);
  expect(refund({ ...made, state: 'conflict', resolution: { notAsAsked: true } })).toBe(true);
});
