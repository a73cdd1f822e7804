// Simulated time: a queue of events in order of time, a random generator, and the clock of a simulated desk.
import type { Clock, Random } from '../../../src/core/ports/machine.ts';

/** Random numbers computed from a seed: the same seed gives the same numbers. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  uuid(): string {
    const digits = (count: number): string =>
      Array.from({ length: count }, () => Math.floor(this.fraction() * 16).toString(16)).join('');
    return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  }

  between(least: number, most: number): number {
    return least + this.fraction() * (most - least);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.fraction() * items.length)] as Item;
  }
}

interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Simulated time. `at` plans events, `step` runs the next one and moves `nowMs` to its time. */
export class VirtualTime {
  /** Milliseconds since the beginning of the day; it only grows. */
  nowMs = 0;
  #events: Event[] = [];
  #order = 0;
  /** Total of events run, for reports. */
  ran = 0;

  /** Plans `run` for `delayMs` from now. The returned function cancels it. */
  at(delayMs: number, run: () => void): () => void {
    const event = { atMs: this.nowMs + Math.ceil(Math.max(0, delayMs)), order: (this.#order += 1), run };
    this.#push(event);
    return () => {
      this.#cancelled.add(event);
    };
  }
  #cancelled = new WeakSet<Event>();

  /** Runs the next event and waits for the work it starts. Returns false when there are no more events. */
  async step(): Promise<boolean> {
    const event = this.#pop();
    if (!event) return false;
    if (this.#cancelled.has(event)) return true;
    this.nowMs = Math.max(this.nowMs, event.atMs);
    event.run();
    this.ran += 1;
    await new Promise<void>((settled) => setImmediate(settled));
    return true;
  }

  nextAtMs(): number | null {
    return this.#events[0]?.atMs ?? null;
  }

  static #before(one: Event, other: Event): boolean {
    return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
  }

  #push(event: Event): void {
    const heap = this.#events;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!VirtualTime.#before(event, heap[above] as Event)) break;
      heap[index] = heap[above] as Event;
      index = above;
    }
    heap[index] = event;
  }

  #pop(): Event | undefined {
    const heap = this.#events;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let below = index * 2 + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && VirtualTime.#before(heap[below + 1] as Event, heap[below] as Event))
        below += 1;
      if (!VirtualTime.#before(heap[below] as Event, last)) break;
      heap[index] = heap[below] as Event;
      index = below;
    }
    heap[index] = last;
    return first;
  }
}

/**
 * One run of the desk's process. When it is killed, its database is closed at that moment, its timers do not run any
 * more, and no answer reaches it.
 */
export class DeskProcess {
  readonly #time: VirtualTime;
  readonly #wallOffsetMs: () => number;
  alive = true;
  /** How many more times the clock can be read before the power fails. Infinity: it does not fail. */
  looksLeft = Infinity;
  onPowerCut: () => void = () => {};

  constructor(time: VirtualTime, wallOffsetMs: () => number) {
    this.#time = time;
    this.#wallOffsetMs = wallOffsetMs;
  }

  /** A function, because the power may have failed during each step. */
  #isAlive(): boolean {
    return this.alive;
  }

  #tick(): void {
    if (this.alive && (this.looksLeft -= 1) < 0) {
      this.alive = false;
      this.onPowerCut();
    }
  }

  readonly clock: Clock = {
    nowMs: () => {
      this.#tick();
      return this.#time.nowMs + this.#wallOffsetMs();
    },
    monotonicMs: () => {
      this.#tick();
      // A real clock also counts fractions of a millisecond.
      return this.#time.nowMs + 0.375 * (1 + Math.sin(this.#time.nowMs));
    },
    after: (delayMs, callback) => {
      this.#tick();
      if (!this.alive) return () => {};
      return this.#time.at(delayMs, () => {
        if (!this.alive) return;
        try {
          callback();
        } catch (thrown) {
          // After a power failure the database is closed, so errors are expected. Before it, every error must be
          // reported.
          if (this.#isAlive()) throw thrown;
        }
      });
    },
  };
}
