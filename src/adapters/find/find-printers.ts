// Looks for printers everywhere at once: on the networks of this computer, among the printers that it has set up, and at its cables.
import type { FindPrinters } from '../../core/ports/printers.ts';
import { runCommand } from '../run-command.ts';
import { searchCables } from './cable-printers.ts';
import { searchComputer } from './computer-printers.ts';
import { ownNetworks, searchNetwork } from './network-printers.ts';

const MDNS_PORT = 5353;
/** Printers answer within a second; one that sleeps is asked again. */
const NETWORK_MS = 3_000;

/** The port `FindPrinters` of this computer. Nothing is loaded or opened before it is called. */
export const findPrinters: FindPrinters = async (signal) => {
  const [network, computer, cables] = await Promise.all([
    searchNetwork({ networks: ownNetworks(), port: MDNS_PORT, durationMs: NETWORK_MS, signal }),
    searchComputer(
      (command, options, work) => runCommand(command, options, { ...work, signal }),
      process.platform,
    ),
    searchCables(),
  ]);
  return {
    found: [...network.found, ...computer.found, ...cables.found],
    leftOut: network.leftOut + computer.leftOut + cables.leftOut,
    searched: [network.searched, computer.searched, cables.searched],
  };
};
