// What an operation says to the screens' cache is held to by the compiler: the lines that must not compile do not.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TOPICS } from '../../../src/contract/events.ts';
import { operations } from '../../../src/contract/index.ts';
import { command, nothing, query } from '../../../src/contract/operation.ts';
import { visitDetail } from '../../../src/contract/views.ts';
import { trainingState } from '../../../src/contract/training-view.ts';

/** Declared and never run: the compiler is the judge, and an error that it does not find fails the check of types. */
export const declarations = () => [
  query(nothing, z.object({ nowMs: z.number() }), { staleOn: ['board'], tellsTime: 'nowMs' }),
  command(nothing, visitDetail, { answersWith: 'visit' }),
  command(nothing, z.object({ visit: visitDetail }), { answersWith: 'visit-within' }),
  command(nothing, operations['orders.get'].output, { answersWith: 'order' }),
  command(nothing, operations['registrations.requests'].output, { answersWith: 'requests' }),
  command(nothing, trainingState, { answersWith: 'training', tellsTime: 'serviceNowMs' }),
  command(nothing, nothing, { answersWith: 'other' }),
  // @ts-expect-error there is no such topic
  query(nothing, nothing, { staleOn: ['bord'] }),
  // @ts-expect-error a query says what makes its answer old, if only that nothing does
  query(nothing, nothing),
  // @ts-expect-error a text is no time
  query(nothing, z.object({ today: z.string() }), { staleOn: [], tellsTime: 'today' }),
  // @ts-expect-error the answer is no visit
  command(nothing, z.object({ visitId: z.string() }), { answersWith: 'visit' }),
  // @ts-expect-error what is under `visit` is only a part of one
  command(nothing, z.object({ visit: z.object({ id: z.string() }) }), { answersWith: 'visit-within' }),
  // @ts-expect-error a visit comes back and the screens are not told
  command(nothing, visitDetail, { answersWith: 'other' }),
  // @ts-expect-error an order comes back and the screens are not told
  command(nothing, operations['orders.get'].output, { answersWith: 'other' }),
  // @ts-expect-error a visit is no training ground
  command(nothing, visitDetail, { answersWith: 'training' }),
];

describe('what the contract says to the screens’ cache', () => {
  it('names only topics that the engine publishes under', () => {
    const named = Object.values(operations).flatMap((one) => (one.kind === 'query' ? one.cache.staleOn : []));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((topic) => !TOPICS.includes(topic))).toEqual([]);
  });

  it('has windows forget with their screen what belongs to one person and may be another’s by the next time', () => {
    const names = Object.entries(operations).flatMap(([name, one]) =>
      one.kind === 'query' && one.cache.isForgottenWhenLeft === true ? [name] : [],
    );
    expect(names.toSorted()).toEqual([
      'documents.get',
      'documents.standing',
      'localForms.get',
      'registrations.part',
    ]);
  });

  it('names, as the time, a field that the answer has', () => {
    const wrong = Object.entries(operations).filter(([, { cache, output }]) => {
      if (cache.tellsTime === undefined) return false;
      return !(output instanceof z.ZodObject && cache.tellsTime in output.shape);
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });
});
