// A page of 100 out of 100,000 registrations from the sandbox, against a bare Hono route that returns the same bytes;
// and the sandbox's start with its demo day, against opening an empty one.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { inTurn } from './measure.ts';
import type { BenchResult } from './measure.ts';

const TOKEN = 'bench';
const REGISTRATIONS = 100_000;
const ROUNDS = { count: 400, warmUps: 50 };
const STARTS = { count: 15, warmUps: 2 };
const AT_ONCE = 8;
const REQUESTS_PER_RUN = 400;
const RUNS = 5;

const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
const headers = { authorization: `Bearer ${TOKEN}` };

async function read(url: string): Promise<Buffer> {
  const answer = await request(url, { dispatcher: agent, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return bytes;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Requests a second with several under way, over pages all through the list. */
async function throughput(urlOf: (index: number) => string): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < REQUESTS_PER_RUN) await read(urlOf(next++));
  };
  const elapsedMs = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, worker)));
  return (REQUESTS_PER_RUN / elapsedMs) * 1_000;
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function startResult(): Promise<BenchResult> {
  const start = async (seed: string): Promise<number> => {
    const begun = performance.now();
    const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed });
    const elapsed = performance.now() - begun;
    await sandbox.close();
    return elapsed;
  };
  const taken = await inTurn(
    STARTS,
    () => start('demo'),
    () => start('empty'),
  );
  return {
    title: 'Sandbox start',
    measured: { name: 'with the demo day', values: taken.measured },
    baseline: { name: 'empty', values: taken.baseline },
    promisedP95: { ms: 500 },
    notes: [],
  };
}

async function pageResult(): Promise<BenchResult> {
  const sandbox = await startSandbox({ dataFile: ':memory:', token: TOKEN, seed: 'empty' });
  sandbox.fillWithRegistrations(REGISTRATIONS);
  const pages = REGISTRATIONS / 100;
  const pageUrl = (index: number): string =>
    `${sandbox.baseUrl}/api/test_registration/?results_per_page=100&page=${((index * 379) % pages) + 1}`;

  const bytes = await read(pageUrl(1));
  const bare = new Hono();
  bare.get('/page', (context) =>
    context.body(new Uint8Array(bytes), 200, { 'content-type': 'application/json' }),
  );
  const server = await new Promise<ReturnType<typeof serve>>((listening) => {
    const started = serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' }, () => listening(started));
  });
  const bareUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;

  let index = 0;
  const taken = await inTurn(
    ROUNDS,
    () => timed(() => read(pageUrl(index++))),
    () => timed(() => read(bareUrl)),
  );
  const perSecond = { sandbox: [] as number[], bare: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    perSecond.sandbox.push(await throughput(pageUrl));
    perSecond.bare.push(await throughput(() => bareUrl));
  }
  const [ours, theirs] = [median(perSecond.sandbox), median(perSecond.bare)];
  await new Promise((closed) => {
    server.close(closed);
    void agent.close();
  });
  await sandbox.close();
  return {
    title: `A page of 100 out of ${REGISTRATIONS.toLocaleString('en-GB')} registrations (${Math.round(bytes.length / 1_024)} KiB)`,
    measured: { name: 'sandbox', values: taken.measured },
    baseline: { name: 'bare Hono route, same bytes', values: taken.baseline },
    promisedP95: null,
    notes: [
      `requests a second, ${AT_ONCE} at once: sandbox ${ours.toFixed(0)}, bare route ${theirs.toFixed(0)}: ${((ours / theirs) * 100).toFixed(0)} %`,
      `promised at least a third: ${ours / theirs >= 1 / 3 ? 'held' : 'NOT HELD'}`,
    ],
  };
}

export async function run(): Promise<readonly BenchResult[]> {
  return [await startResult(), await pageResult()];
}
