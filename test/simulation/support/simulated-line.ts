// The simulated network between desk and service, with its faults: answers get lost, requests are carried out late, or
// carried out and answered with an error; the network is down; pages of other programs and invalid answers come back.
import { HttpFailure } from '../../../src/core/ports/machine.ts';
import type { Http, HttpRequest, HttpResponse } from '../../../src/core/ports/machine.ts';
import { garble } from './garbled-answers.ts';
import type { Reply, SimulatedService } from './simulated-service.ts';
import type { DeskProcess, SeededRandom, VirtualTime } from './virtual-time.ts';

/** How long after the desk has given up waiting a request can still be carried out. */
const LONGEST_LATENESS_MS = 110_000;
/** Creating a patient whose surname begins with this always fails with a server error. */
export const POISON = 'Poison';

const LISTS_LAG_MS = 5_000;
const FORBIDDEN: Reply = {
  status: 403,
  body: { error: { code: 'forbidden', message: 'This key may not.' } },
};

export interface LineFaults {
  /** Share of writing requests that meet a fault, from 0 to 1. */
  readonly writeFaults: number;
  /** The same for reading requests. */
  readonly readFaults: number;
}

/** A request that was sent, recorded for the oracle. */
export interface Sighting {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
}

export class SimulatedLine {
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #service: SimulatedService;
  faults: LineFaults = { writeFaults: 0, readFaults: 0 };
  /** Share of answers that are replaced by invalid ones, from 0 to 1. */
  garbled = 0;
  answersGarbled = 0;
  /** How many answers in a row to the same writing request, and to reads of its record meanwhile, were no service's own, or cut short, at most. */
  mostForeignInARow = 0;
  readonly #foreign = new Map<string, number>();
  /** Called when a writing request is sent. */
  onWrite: () => void = () => {};
  down = false;
  /** While true, every request is answered with status 401. */
  signedOut = false;
  /** Until this time the service forbids every request, and lists a little longer. */
  #withoutRightsUntilMs = -Infinity;
  /** Until this time every request is answered with status 429. */
  busyUntilMs = 0;
  readonly sightings: Sighting[] = [];
  /** Paths of writing requests that met a fault, so that their answer was no clear one. */
  readonly troubled = new Set<string>();
  /** Requests on their way while the service had said to be left alone, or that nobody is signed in. */
  readonly intrusions: string[] = [];

  constructor(time: VirtualTime, random: SeededRandom, service: SimulatedService) {
    this.#time = time;
    this.#random = random;
    this.#service = service;
  }

  /**
   * The Http port for one run of the desk. A request that was sent still reaches the service when the desk is killed.
   */
  portOf(desk: DeskProcess): Http {
    return {
      request: (request) =>
        new Promise((resolve, reject) => {
          if (!desk.alive) return;
          this.#carry(request, {
            answer: (response) => desk.alive && resolve(this.#maybeGarbled(response, request)),
            fail: (failure) => desk.alive && reject(failure),
          });
        }),
    };
  }

  /** From now on the key may do nothing. */
  loseRights(): void {
    this.#withoutRightsUntilMs = Infinity;
  }

  giveRightsBack(): void {
    if (this.#withoutRightsUntilMs === Infinity) this.#withoutRightsUntilMs = this.#time.nowMs;
  }

  /** A change that is forbidden in the very second in which the lists are answered again is a person's, and that is right. */
  #isForbidden(method: string, path: string): boolean {
    const isList = method === 'GET' && /\/(test_location|test_registration|product)\/$/.test(path);
    const lagMs = isList ? LISTS_LAG_MS : 0;
    return this.#time.nowMs < this.#withoutRightsUntilMs + lagMs;
  }

  #carry(
    request: HttpRequest,
    to: { answer: (response: HttpResponse) => void; fail: (failure: HttpFailure) => void },
  ): void {
    const random = this.#random;
    const { method } = request;
    const path = new URL(request.url).pathname;
    const isWrite = method !== 'GET';
    const way = random.between(5, 400);
    this.sightings.push({ atMs: this.#time.nowMs, method, path });
    if (isWrite) this.onWrite();
    const later = (delayMs: number, run: () => void): void => void this.#time.at(delayMs, run);
    const fail = (delayMs: number, reason: HttpFailure['reason'], delivery: HttpFailure['delivery']): void =>
      later(delayMs, () => to.fail(new HttpFailure(reason, delivery, 'simulated')));
    const carryOut = (): Reply => this.#carryOut(request, path);
    const answer = (delayMs: number, reply: Reply, headers: Record<string, string> = {}): void =>
      later(delayMs, () => to.answer(this.#response(reply, headers)));

    if (this.down) return fail(way, random.pick(['refused', 'name-not-found'] as const), 'not-sent');
    if (this.signedOut) return answer(way, { status: 401, body: null });
    if (this.#isForbidden(method, path)) return answer(way, FORBIDDEN);
    if (this.#time.nowMs < this.busyUntilMs) {
      const seconds = Math.ceil((this.busyUntilMs - this.#time.nowMs) / 1_000);
      return answer(way, { status: 429, body: null }, { 'retry-after': String(seconds) });
    }
    const mishap = random.chance(isWrite ? this.faults.writeFaults : this.faults.readFaults);
    if (!mishap) {
      if (isWrite) this.#noteForeign(request, false);
      // Some answers to reads take long and are out of date when they arrive.
      const wayBack = !isWrite && random.chance(0.2) ? random.between(500, 6_000) : way / 2;
      return later(way / 2, () => answer(wayBack, carryOut()));
    }
    if (isWrite) this.troubled.add(path);
    const fate = random.pick(isWrite ? WRITE_FATES : READ_FATES);
    const isForeign = fate === 'cut-short' || fate === 'gateway-page';
    if (isWrite) this.#noteForeign(request, isForeign);
    else if (isForeign) this.#noteForeignRead(request);
    switch (fate) {
      case 'answer-lost':
        later(way, carryOut);
        return random.chance(0.5)
          ? fail(request.timeoutMs, 'timeout', 'unknown')
          : fail(way * 2, 'connection-lost', 'unknown');
      case 'never-arrives':
        return random.chance(0.5)
          ? fail(request.timeoutMs, 'timeout', 'unknown')
          : fail(way, 'connection-lost', 'unknown');
      case 'carried-out-late': {
        const givenUpAfter = random.chance(0.5) ? request.timeoutMs : way;
        later(givenUpAfter + random.between(0, LONGEST_LATENESS_MS), carryOut);
        return fail(givenUpAfter, givenUpAfter === way ? 'connection-lost' : 'timeout', 'unknown');
      }
      case 'carried-out-then-500':
        return later(way / 2, () => {
          carryOut();
          answer(way / 2, { status: 500, body: null });
        });
      case '503':
        return answer(way, { status: 503, body: null });
      case 'web-page':
        // The sign-in page of a guest network. The request may have reached the service or not.
        if (random.chance(0.5)) later(way / 2, carryOut);
        return later(way, () =>
          to.answer({
            status: 200,
            headers: { 'content-type': 'text/html' },
            body: new TextEncoder().encode('<!doctype html><title>Welcome to the network</title>'),
          }),
        );
      case 'gateway-page':
        // A gateway refuses in place of the service. The service may have carried out the request or not.
        if (random.chance(0.5)) later(way / 2, carryOut);
        return later(way, () =>
          to.answer({
            status: random.pick([403, 404, 409]),
            headers: { 'content-type': 'text/html' },
            body: new TextEncoder().encode('<html><h1>Not here</h1></html>'),
          }),
        );
      case 'cut-short':
        return later(way / 2, () => {
          const response = this.#response(carryOut(), {});
          later(way / 2, () =>
            to.answer({ ...response, body: response.body.subarray(0, Math.floor(response.body.length / 2)) }),
          );
        });
    }
  }

  #noteForeign({ method, url, body }: HttpRequest, isForeign: boolean): void {
    const sent = `${method} ${url} ${body ?? ''}`;
    const inARow = isForeign ? (this.#foreign.get(sent) ?? 0) + 1 : 0;
    this.#foreign.set(sent, inARow);
    this.mostForeignInARow = Math.max(this.mostForeignInARow, inARow);
  }

  /** A change reads its record before and after it is written; such an answer counts with those to the writing request. */
  #noteForeignRead({ url }: HttpRequest): void {
    for (const [sent, inARow] of this.#foreign) {
      if (sent.split(' ')[1] !== url) continue;
      this.#foreign.set(sent, inARow + 1);
      this.mostForeignInARow = Math.max(this.mostForeignInARow, inARow + 1);
    }
  }

  #maybeGarbled(response: HttpResponse, { method, url }: HttpRequest): HttpResponse {
    if (!this.#random.chance(this.garbled)) return response;
    this.answersGarbled += 1;
    const isWrite = method !== 'GET';
    if (isWrite) this.troubled.add(new URL(url).pathname);
    return garble(this.#random, response, isWrite);
  }

  #carryOut(request: HttpRequest, path: string): Reply {
    const body = request.body === undefined ? {} : (JSON.parse(request.body) as Record<string, unknown>);
    if (String(body['last_name'] ?? '').startsWith(POISON)) return { status: 500, body: null };
    return this.#service.apply(request.method, path, body, new URL(request.url).searchParams);
  }

  #response(reply: Reply, headers: Record<string, string>): HttpResponse {
    return {
      status: reply.status,
      headers: {
        'content-type': 'application/json',
        date: new Date(this.#service.nowMs()).toUTCString(),
        ...headers,
      },
      body: reply.body === null ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(reply.body)),
    };
  }
}

const WRITE_FATES = [
  'answer-lost',
  'answer-lost',
  'never-arrives',
  'carried-out-late',
  'carried-out-late',
  'carried-out-then-500',
  'carried-out-then-500',
  '503',
  'web-page',
  'gateway-page',
  'cut-short',
] as const;
const READ_FATES = ['never-arrives', '503', 'web-page', 'gateway-page', 'cut-short'] as const;
