// Serial ports are set by `stty`, which every Linux and macOS has.
import type { SerialLine } from '../../domain/printer-cable.ts';
import { runCommand, type CommandWork, type EndedCommand } from '../run-command.ts';

/** `stty` sets its input. The shell makes that of file 3; what is set is never part of what the shell reads. */
const ON_FILE_3 = ['-c', 'exec stty "$@" <&3', 'stty'];

/** Runs `stty` on an open serial port. Never rejects. */
export const runStty = (
  fd: number,
  options: readonly string[],
  work: Pick<CommandWork, 'limitMs' | 'signal'>,
): Promise<EndedCommand> => runCommand('sh', [...ON_FILE_3, ...options], { ...work, descriptor: fd });

const PARITY: Readonly<Record<SerialLine['parity'], readonly string[]>> = {
  none: ['-parenb'],
  even: ['parenb', '-parodd'],
  odd: ['parenb', 'parodd'],
};

/** `raw` comes first, because it changes what follows. Otherwise line ends would be rewritten and answers sent back to the printer. */
export function lineOptions({ baud, parity, flow }: SerialLine): string[] {
  return [
    'raw',
    '-echo',
    'cs8',
    ...PARITY[parity],
    '-cstopb',
    'cread',
    'clocal',
    '-hupcl',
    flow === 'wires' ? 'crtscts' : '-crtscts',
    // Also with wires: a printer that stops by XOFF must not be overrun because its cable has them.
    'ixon',
    '-ixoff',
    String(baud),
  ];
}
