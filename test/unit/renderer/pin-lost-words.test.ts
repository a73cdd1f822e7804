// Who is told to go to whom about a lost PIN.
import { expect, it } from 'vitest';
import { pinLostWords } from '../../../src/renderer/app/sign-in/pin-lost-words.ts';

const one = (initials: string, role: 'manager' | 'lead', hasPin = true) => ({
  initials,
  name: initials,
  role,
  hasPin,
});

it('sends nobody to themselves: the only site manager is led to who looks after the computer', () => {
  const staff = [one('MM', 'manager'), one('NN', 'manager', false), one('LL', 'lead')];
  expect(pinLostWords('MM', staff)).toContain('Whoever looks after this computer can');
  expect(pinLostWords('LL', staff)).toContain('A site manager gives you a new one');
  expect(pinLostWords('MM', [...staff, one('OO', 'manager')])).toContain(
    'A site manager gives you a new one',
  );
  expect(pinLostWords('MM', undefined)).toContain('A site manager gives you a new one');
});
