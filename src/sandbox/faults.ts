// Network faults on purpose: down, slow or flaky. The same seed gives the same faults in the same order.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { seededChance, type Chance } from './stable.ts';

export const NETWORK_MODES = ['up', 'down', 'slow', 'flaky'] as const;
export type NetworkMode = (typeof NETWORK_MODES)[number];

/** How long a slow network delays an answer, in milliseconds. */
const SLOW_MS = { least: 1_500, most: 4_000 };
/** The same for the delayed answers of a flaky network. */
const SLUGGISH_MS = { least: 100, most: 600 };

export interface NetworkFaults {
  get(): NetworkMode;
  set(mode: NetworkMode, seed?: number): void;
  /** Wraps a request listener so that each request first meets the faults of the present mode. */
  around(listener: RequestListener): RequestListener;
}

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/** `closeIdle` closes the connections on which no request is in progress; it is called when the network goes down. */
export function createNetworkFaults(closeIdle: () => void): NetworkFaults {
  const underWay = new Set<Socket>();
  let mode: NetworkMode = 'up';
  let chance: Chance = seededChance('network:0');

  const later = ([, response]: Exchange, span: { least: number; most: number }, work: () => void): void => {
    const timer = setTimeout(work, chance.integer(span.least, span.most));
    response.once('close', () => clearTimeout(timer));
  };

  const flaky = (exchange: Exchange, pass: () => void): void => {
    const [request, response] = exchange;
    const roll = chance.fraction();
    if (roll < 0.15) request.socket.destroy();
    else if (roll < 0.3) answerLost(exchange, pass);
    else if (roll < 0.42) {
      response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '1' });
      response.end('<html><body><h1>503 Service Unavailable</h1></body></html>');
    } else if (roll < 0.6) later(exchange, SLUGGISH_MS, pass);
    else pass();
  };

  return {
    get: () => mode,
    set: (next, seed = 0) => {
      mode = next;
      chance = seededChance(`network:${seed}`);
      if (next !== 'down') return;
      for (const socket of underWay) socket.destroy();
      closeIdle();
    },
    around: (listener) => (request, response) => {
      const { socket } = request;
      underWay.add(socket);
      response.once('close', () => underWay.delete(socket));
      const pass = (): void => void listener(request, response);
      switch (mode) {
        case 'up':
          return pass();
        case 'down':
          return void request.socket.destroy();
        case 'slow':
          return later([request, response], SLOW_MS, pass);
        case 'flaky':
          return flaky([request, response], pass);
      }
    },
  };
}

/** The request is carried out, but the connection breaks before the answer: the client cannot know what was done. */
function answerLost([request, response]: Exchange, pass: () => void): void {
  response.writeHead = () => {
    request.socket.destroy();
    return response;
  };
  response.write = () => true;
  response.end = () => response;
  pass();
}
