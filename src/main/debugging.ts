// Switches of Electron and Chromium through which other programs could look into the app.
import { app } from 'electron';
import { ALLOW_VARIABLE, openNodeDoors } from '../app/debuggers.ts';
import type { Environment } from '../app/environment.ts';
import { StartProblem } from '../app/start-problem.ts';

const OPENING_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
  // These put somebody's program between the app and its windows, or code into them.
  'browser-subprocess-path',
  'gpu-launcher',
  'js-flags',
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  // What windows say to each other and to the engine would be written to a file.
  'log-net-log',
];

/**
 * The doors that this app was started with. Call it first of all: a door that is open already is closed by ending.
 *
 * @throws StartProblem unless this is development and a debugger was asked for in so many words
 */
export function requireClosedDoors(env: Environment): string[] {
  const switches = OPENING_SWITCHES.filter((name) => app.commandLine.hasSwitch(name));
  const doors = [...switches.map((name) => `--${name}`), ...openNodeDoors(env)];
  const isAskedFor = !app.isPackaged && env[ALLOW_VARIABLE] === '1';
  if (doors.length > 0 && !isAskedFor) {
    throw new StartProblem(
      `This app was started with ${doors.join(' and ')}, through which others could look into it. Start it without.`,
    );
  }
  return doors;
}
