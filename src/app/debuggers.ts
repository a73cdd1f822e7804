// Debugging options of Node. When one is on, other programs and accounts of this machine can read everything and run
// code inside the desk. So a live desk refuses to start with one.
import { url as inspectorUrl } from 'node:inspector';
import type { Environment } from './environment.ts';
import type { DeskMode } from './secrets.ts';
import { StartProblem } from './start-problem.ts';

/** Environment variable. With the value 1 the desktop app in development allows a debugger, in training mode only. */
export const ALLOW_VARIABLE = 'DRAWDESK_ALLOW_DEBUGGING';

/** Options in NODE_OPTIONS that open an inspector, load other code into this process, or write its memory to a file. */
const OPENING_NODE_OPTIONS =
  /(?:^|\s)(--inspect[\w-]*|--debug[\w-]*|--require|-r|--import|--(?:experimental-)?loader|--heapsnapshot-[\w-]+|--heap-prof|--report-[\w-]+)\b/;

/**
 * The debugging options of Node that are on in this process, in words for a message. Empty when there are none.
 *
 * @example openNodeDoors({ NODE_OPTIONS: '--inspect' }) // ['--inspect in NODE_OPTIONS']
 */
export function openNodeDoors(env: Environment, isInspected = inspectorUrl() !== undefined): string[] {
  const [, option] = OPENING_NODE_OPTIONS.exec(env['NODE_OPTIONS'] ?? '') ?? [];
  if (option !== undefined) return [`${option} in NODE_OPTIONS`];
  return isInspected ? ["Node's inspector"] : [];
}

/**
 * Refuses to start a live desk with debugging options. `doors` are those that are on, in words.
 *
 * @throws StartProblem
 */
export function refuseDoors(doors: readonly string[], mode: DeskMode): void {
  if (doors.length === 0 || mode === 'training') return;
  throw new StartProblem(
    `A live desk is not started with ${doors.join(' and ')}: others could look into it. Start it without.`,
  );
}
