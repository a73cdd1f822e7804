// What the command line of the simulation asks for.
import type { Command, Values } from '../../support/command-line.ts';

/** `npm run simulate`; `processors`: those of this machine, of which each gets a process. */
export const simulateCommand = (processors: number) =>
  ({
    name: 'simulate',
    says: 'Simulates days at a desk with a failing line, power cuts and people in a hurry, and says which promises were broken.',
    options: {
      days: { kind: 'whole', usual: 1_000, from: 1, to: 100_000_000, says: 'how many days' },
      seed: {
        kind: 'whole',
        usual: 1,
        from: 0,
        to: 2 ** 32,
        says: 'the seed of the first day, each following day has the next one',
      },
      garbled: { kind: 'share', usual: 0, says: 'share of the service’s answers that are invalid' },
      processes: { kind: 'whole', usual: processors, from: 1, to: 256, says: 'how many work at once' },
      report: {
        kind: 'text',
        placeholder: 'FILE',
        says: 'keeps each finished piece, so that the same command goes on after it was ended',
      },
    },
  }) as const satisfies Command;

export type SimulateOptions = Omit<Values<ReturnType<typeof simulateCommand>>, 'words'>;
