// What a refusal tells is read part by part: the service publishes no shape, so nothing odd may hide the rest.
import { expect, test } from 'vitest';
import { toldInRefusal } from '../../../../src/core/service/told-in-refusal.ts';

const told = (error: unknown) => toldInRefusal(new TextEncoder().encode(JSON.stringify({ error })));

test('several texts of a field are one, and what is no text takes nothing from the others', () => {
  expect(
    told({
      code: 'invalid',
      message: 'no',
      fields: {
        email: ['is not valid', 'is in use'],
        age: 3,
        mobile: [],
        name: { odd: true },
        sex: 'is odd',
      },
    }),
  ).toEqual({ code: 'invalid', fields: { email: 'is not valid, is in use', sex: 'is odd' } });
});

test('the message stands for the whole where no field says anything', () => {
  const message = 'The product is not available any more.';
  for (const fields of [undefined, null, {}, [], ['x'], { age: 3 }, { email: ' ' }])
    expect(told({ message, fields }).fields).toEqual({ '': message });
  expect(told({ code: 7, message }).code).toBeNull();
});

test('nothing is told in markup, over several lines, or at any length', () => {
  expect(told({ message: '<p>Not found</p>' }).fields).toEqual({});
  expect(told({ message: 'Not\r\n\tfound ' }).fields).toEqual({ '': 'Not found' });
  expect(told({ message: 'at most < 5' }).fields).toEqual({ '': 'at most < 5' });
  expect(told({ fields: { email: Array(100).fill('is not valid') } }).fields['email']).toHaveLength(300);
});

test('a body of another kind tells nothing', () => {
  for (const error of [undefined, null, 'no', 4, [], ['message']])
    expect(told(error)).toEqual({ code: null, fields: {} });
  expect(toldInRefusal(new TextEncoder().encode('<html>'))).toEqual({ code: null, fields: {} });
});
