// Process with a sandbox of many registrations, as far from the desk's process as a real service is. Those of today's appointments were made
// before the newest three of a hundred, as people book some days ahead. Arguments: token, number of registrations. Prints its address.
import { startSandbox } from '../../../src/sandbox/sandbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const NEWER_SHARE = 0.03;
const [token = '', count = '0'] = process.argv.slice(2);
const newer = Math.round(Number(count) * NEWER_SHARE);
let behindMs = DAY_MS;
const sandbox = await startSandbox({
  dataFile: ':memory:',
  token,
  seed: 'demo',
  now: () => Date.now() - behindMs,
});
sandbox.fillWithRegistrations(Number(count) - newer);
behindMs = 0;
sandbox.ensureDemoDay();
sandbox.fillWithRegistrations(newer);
console.log(`Service at ${sandbox.baseUrl}`);
