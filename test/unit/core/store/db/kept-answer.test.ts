// An answer about a whole table is found once, and again after anything was written, also by what was undone.
import { expect, it } from 'vitest';
import { get, run, transaction } from '../../../../../src/core/store/db/database.ts';
import { keptAnswer } from '../../../../../src/core/store/db/kept-answer.ts';
import { useStore } from '../../../../support/store-fixture.ts';

const store = useStore();

function orders(question = 'orders'): { readonly answer: number; readonly wasFound: boolean } {
  let wasFound = false;
  const answer = keptAnswer(store.db, question, () => {
    wasFound = true;
    return get<{ found: number }>(store.db, 'SELECT count(*) AS found FROM mirror_order')?.found ?? 0;
  });
  return { answer, wasFound };
}
const add = (id: string): void => {
  run(store.db, `INSERT INTO mirror_order (id, body, known_at_ms) VALUES (?, '{}', 1)`, [id]);
};

it('is found once while nothing is written, each question for itself', () => {
  expect(orders()).toEqual({ answer: 0, wasFound: true });
  expect(orders()).toEqual({ answer: 0, wasFound: false });
  expect(orders('of another kind').wasFound).toBe(true);
  expect(orders().wasFound).toBe(false);
});

it('is found again after a write', () => {
  orders();
  add('a');
  expect(orders()).toEqual({ answer: 1, wasFound: true });
});

it('never keeps what a transaction had written and undid', () => {
  add('a');
  orders();
  expect(() =>
    transaction(store.db, () => {
      add('b');
      expect(orders()).toEqual({ answer: 2, wasFound: true });
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(orders().answer).toBe(1);
});

it('keeps no more answers than people ask for in a while', () => {
  orders();
  for (let number = 0; number < 200; number += 1) orders(`orders ${number}`);
  expect(orders().wasFound).toBe(true);
});
