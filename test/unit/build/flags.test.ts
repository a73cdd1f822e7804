// The commands of the build that take hardly any option: they tell about themselves and refuse what they do not know, and do not just run.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(`build/${command}.ts`), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.each([
  ['build', 'npm run build'],
  ['check-types', 'npm run types'],
  ['architecture', 'npm run architecture'],
  ['openapi', 'npm run openapi'],
])('%s tells what it does, and does nothing with an option that it does not know', (command, name) => {
  const help = run(command, '--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toContain(name);
  expect(run(command, '--nope')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Unknown option --nope. --help lists the options.\n',
  });
});
