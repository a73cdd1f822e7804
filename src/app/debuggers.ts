// Doors for debuggers: through an open one, other programs and accounts of this machine read everything and run what they
// like as the desk. A live desk is not started with one.
import { url as inspectorUrl } from 'node:inspector';
import type { Environment } from './environment.ts';
import type { DeskMode } from './secrets.ts';
import { StartProblem } from './start-problem.ts';

/** Set to 1 it lets the desktop app in development train with a debugger at it. */
export const ALLOW_VARIABLE = 'DRAWDESK_ALLOW_DEBUGGING';

/** What of NODE_OPTIONS opens an inspector, runs somebody's code in this process, or writes its memory to a file. */
const OPENING_NODE_OPTIONS =
  /(?:^|\s)(--inspect[\w-]*|--debug[\w-]*|--require|-r|--import|--(?:experimental-)?loader|--heapsnapshot-[\w-]+|--heap-prof|--report-[\w-]+)\b/;

/** The doors of Node's own that this process was started with, as a person would write them. */
export function openNodeDoors(env: Environment, isInspected = inspectorUrl() !== undefined): string[] {
  const [, option] = OPENING_NODE_OPTIONS.exec(env['NODE_OPTIONS'] ?? '') ?? [];
  if (option !== undefined) return [`${option} in NODE_OPTIONS`];
  return isInspected ? ["Node's inspector"] : [];
}

/** @throws StartProblem when a live desk would be started with open doors */
export function refuseDoors(doors: readonly string[], mode: DeskMode): void {
  if (doors.length === 0 || mode === 'training') return;
  throw new StartProblem(
    `A live desk is not started with ${doors.join(' and ')}: others could look into it. Start it without.`,
  );
}
