// How the commands of the tests read what they are given.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../support/command-line.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMMAND = {
  name: 'thing',
  says: 'Does a thing.',
  words: { placeholder: 'WHAT', says: 'some of', of: ['one', 'two'] },
  options: {
    times: { kind: 'whole', usual: 1_000, from: 1, to: 5_000, says: 'how many' },
    share: { kind: 'share', usual: 0, says: 'how much' },
    file: { kind: 'text', placeholder: 'FILE', says: 'where to' },
    of: { kind: 'names', of: ['a', 'b', 'c'], says: 'which' },
    look: { kind: 'choice', usual: 'light', of: ['light', 'dark'], says: 'how' },
    all: { kind: 'flag', says: 'everything' },
  },
} as const;
const read = (...given: string[]) => readCommandLine(COMMAND, given);

describe('what a command is given', () => {
  it('has what is usual where nothing is given', () => {
    expect(read()).toEqual({
      values: {
        words: [],
        times: 1_000,
        share: 0,
        file: null,
        of: ['a', 'b', 'c'],
        look: 'light',
        all: false,
      },
    });
  });

  it('is read', () => {
    expect(read('two', '--times=5', '--share=0.5', '--file=x', '--of=c,a', '--look=dark', '--all')).toEqual({
      values: { words: ['two'], times: 5, share: 0.5, file: 'x', of: ['c', 'a'], look: 'dark', all: true },
    });
  });

  it.each([
    ['--times=0', '--times=0 is no whole number from 1 to 5,000.'],
    ['--times=1.5', '--times=1.5 is no whole number from 1 to 5,000.'],
    ['--times=', '--times= is no whole number from 1 to 5,000.'],
    ['--times=many', '--times=many is no whole number from 1 to 5,000.'],
    ['--share=2', '--share=2 is no number from 0 to 1.'],
    ['--file=', '--file= is empty.'],
    ['--of=a,d', '--of=a,d is none of a, b, c.'],
    ['--look=grey', '--look=grey is none of light, dark.'],
    ['three', 'three is none of one, two.'],
    ['--time=5', "Unknown option '--time'."],
  ])('%s is refused in words', (given, problem) => expect(read(given)).toEqual({ problem }));

  it('says everything that is wrong at once', () => {
    expect(read('--times=0', '--file=')).toHaveProperty(
      'problem',
      expect.stringMatching(/--times.*\n--file/),
    );
  });

  it('is told when somebody asks, whatever else is given', () => {
    expect(read('--help', '--times=0')).toEqual({
      help: [
        'Does a thing.',
        '',
        'npm run thing -- [WHAT] [options]',
        '  WHAT           some of: one, two',
        '  --times=N      how many; 1 to 5,000, 1,000 when not given',
        '  --share=SHARE  how much; 0 to 1, 0 when not given',
        '  --file=FILE    where to',
        '  --of=A,B       which; of a, b, c; all when not given',
        '  --look=A       how; of light, dark; light when not given',
        '  --all          everything',
      ].join('\n'),
    });
  });
});

describe('every command of the tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.entries(scripts).flatMap(([name, script]) => {
    const file = /^node (test\/\S+)$/.exec(script)?.[1];
    return file === undefined || name === 'test' ? [] : [{ name, file }];
  });

  it('is found', () => expect(commands.length).toBeGreaterThanOrEqual(9));

  it.each(commands)('npm run $name tells what it takes', ({ name, file }) => {
    const told = spawnSync(process.execPath, [file, '--help'], { cwd: ROOT, encoding: 'utf8' });
    expect({ status: told.status, errors: told.stderr }).toEqual({ status: 0, errors: '' });
    expect(told.stdout).toContain(`npm run ${name} -- `);
  });
});
