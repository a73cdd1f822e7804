// Switches of Electron and Chromium with which other programs could read from the app or control it.
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
  // These put another program between the app and its windows, or load code into them.
  'browser-subprocess-path',
  'gpu-launcher',
  'js-flags',
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  // This writes network traffic to a file.
  'log-net-log',
];

/**
 * The debugging switches that this app was started with, in words. Call it before anything else, because such a switch
 * works from the first moment and only ending the app stops it.
 *
 * @throws StartProblem when there is one, unless this is development and DRAWDESK_ALLOW_DEBUGGING is 1
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
