// Enter in the search for a person chooses who is found then, and nobody who is found later.
import { describe, expect, it } from 'vitest';
import { createEnterChoice } from '../../../src/renderer/shared/people/enter-choice.ts';

function bench(...answers: (readonly string[] | null)[]) {
  const asked: string[] = [];
  const enter = createEnterChoice<string>((text) => {
    asked.push(text);
    return Promise.resolve(answers.shift() ?? null);
  });
  return { enter, asked };
}

describe('Enter in the search for a person', () => {
  it('chooses the one who is found for it', async () => {
    const { enter, asked } = bench(['Ada']);
    expect(await enter.press('oliver')).toBe('Ada');
    expect(asked).toEqual(['oliver']);
  });

  it('chooses nobody among several, and nobody where nobody is found or that cannot be said', async () => {
    const { enter } = bench(['Ada', 'Bea'], [], null);
    for (let press = 0; press < 3; press += 1) expect(await enter.press('oliver')).toBeNull();
  });

  it('asks anew with each press, so that who came meanwhile is found', async () => {
    const { enter } = bench([], ['Ada']);
    expect(await enter.press('oliver')).toBeNull();
    expect(await enter.press('oliver')).toBe('Ada');
  });

  it('chooses nobody for what was typed before', async () => {
    const { enter } = bench(['Ada']);
    const chosen = enter.press('oliver');
    enter.typed();
    expect(await chosen).toBeNull();
  });

  it('held down chooses once', async () => {
    const { enter } = bench(['Ada'], ['Ada']);
    expect(await Promise.all([enter.press('oliver'), enter.press('oliver')])).toEqual([null, 'Ada']);
  });
});
