// Thread with a sandbox of many registrations, so that its work does not count as the desk's. Tells its address.
import { parentPort, workerData } from 'node:worker_threads';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';

const { token, registrations } = workerData as { token: string; registrations: number };
const sandbox = await startSandbox({ dataFile: ':memory:', token, seed: 'demo' });
sandbox.fillWithRegistrations(registrations);
parentPort?.postMessage(sandbox.baseUrl);
