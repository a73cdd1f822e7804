// Paths as a person gives them to a command, and the home folder of their account.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { StartProblem } from './start-problem.ts';

/**
 * A path that was given to an option, absolute. `~` at its beginning is the home folder, also in `--data-dir=~/desk`, where most shells
 * leave it as it is: the desk would make a folder of that name.
 *
 * @throws StartProblem as {@link requireHome} does
 */
export function givenPath(path: string, home: string = homedir()): string {
  return /^~(?:$|[/\\])/.test(path) ? join(requireHome(home), path.slice(1)) : resolve(path);
}

/**
 * @throws StartProblem where it is no whole path, as with an empty HOME: what is to be in it would be made wherever the desk is started
 */
export function requireHome(home: string): string {
  if (isAbsolute(home)) return home;
  throw new StartProblem(
    `The home folder of this account is ${home === '' ? 'empty' : `"${home}"`}, and no whole path: correct the variable HOME, or name the data folder by its whole path with --data-dir.`,
  );
}
