// Lists in which the service tells the same record twice.
import { expect, it } from 'vitest';
import { onceEach } from '../../../src/domain/once-each.ts';

it('keeps each record once, where it came first and as it came last', () => {
  const old = { id: 'a', name: 'old' };
  expect(onceEach([old, { id: 'b', name: '' }, { ...old, name: 'new' }])).toEqual([
    { id: 'a', name: 'new' },
    { id: 'b', name: '' },
  ]);
});

it('takes records without an id for different ones', () => {
  expect(onceEach([{ id: null }, { id: null }, {}])).toHaveLength(3);
});
