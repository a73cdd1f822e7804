// Thread with a sandbox of many registrations, so that its work does not count as the desk's. Tells its address.
import { parentPort, workerData } from 'node:worker_threads';
import { startLargeSandbox } from './large-sandbox.ts';

const { token, registrations } = workerData as { token: string; registrations: number };
const sandbox = await startLargeSandbox(token, registrations);
parentPort?.postMessage(sandbox.baseUrl);
