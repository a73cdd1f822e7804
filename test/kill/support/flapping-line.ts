// The line between a desk and the service: a proxy that loses requests and answers, delays them, answers for the service, and
// breaks down for a while.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeededRandom } from '../../simulation/support/virtual-time.ts';

export interface FlappingLine {
  readonly url: string;
  /** How many requests met a fault. */
  faults(): number;
  /** From now on nothing goes wrong any more. */
  heal(): void;
  close(): Promise<void>;
}

const FATES = ['never-arrives', 'answer-lost', 'late', 'done-then-500', '503', 'page'] as const;
const LATE_MS = 300;
const LONGEST_BREAK_MS = 700;

/** Starts the proxy before the service at `serviceUrl`. `share`: the share of requests that meet a fault, from 0 to 1. */
export async function startFlappingLine(
  serviceUrl: string,
  random: SeededRandom,
  share: number,
): Promise<FlappingLine> {
  let faults = 0;
  let healthy = false;
  let downUntilMs = 0;
  const underWay = new Set<Promise<unknown>>();

  const pass = async (incoming: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<Response> => {
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'accept', 'if-none-match']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const method = incoming.method ?? 'GET';
    const hasBody = method !== 'GET' && body.length > 0;
    const answer = fetch(new URL(incoming.url ?? '/', serviceUrl), {
      method,
      headers,
      ...(hasBody ? { body } : {}),
    });
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  };

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const isDown = !healthy && performance.now() < downUntilMs;
      const isHit = !healthy && random.chance(incoming.method === 'GET' ? share / 4 : share);
      if (!healthy && random.chance(0.002)) {
        downUntilMs = performance.now() + random.between(50, LONGEST_BREAK_MS);
      }
      const fate = isDown ? 'never-arrives' : isHit ? random.pick(FATES) : null;
      if (fate) faults += 1;
      if (fate === 'never-arrives') return outgoing.destroy();
      if (fate === '503') return outgoing.writeHead(503).end();
      if (fate === 'page') {
        return outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<title>Guest network</title>');
      }
      if (fate === 'late') {
        // The desk is not waiting any more when the service gets it.
        outgoing.destroy();
        await new Promise((due) => setTimeout(due, random.between(0, LATE_MS)));
        await (await pass(incoming, body)).arrayBuffer();
        return;
      }
      const answer = await pass(incoming, body);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (fate === 'answer-lost') return outgoing.destroy();
      if (fate === 'done-then-500') return outgoing.writeHead(500).end();
      const kept = [...answer.headers].filter(([name]) =>
        ['content-type', 'date', 'etag', 'location'].includes(name),
      );
      outgoing
        .writeHead(answer.status, { ...Object.fromEntries(kept), 'content-length': bytes.length })
        .end(bytes);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: () => faults,
    heal: () => (healthy = true),
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      await Promise.allSettled(underWay);
    },
  };
}
