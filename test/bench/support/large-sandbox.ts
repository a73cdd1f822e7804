// A sandbox of many registrations, for benchmarks of reading.
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const NEWER_SHARE = 0.03;

/** Those of today's appointments were made before the newest three of a hundred, as people book some days ahead. */
export async function startLargeSandbox(token: string, registrations: number): Promise<Sandbox> {
  const newer = Math.round(registrations * NEWER_SHARE);
  let behindMs = DAY_MS;
  const sandbox = await startSandbox({
    dataFile: ':memory:',
    token,
    seed: 'demo',
    now: () => Date.now() - behindMs,
  });
  sandbox.fillWithRegistrations(registrations - newer);
  behindMs = 0;
  sandbox.ensureDemoDay();
  sandbox.fillWithRegistrations(newer);
  return sandbox;
}
