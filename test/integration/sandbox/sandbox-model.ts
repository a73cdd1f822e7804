// A model of the sandbox: what must be true after each step, kept beside what is.
import { expect } from 'vitest';
import type { Registration } from '../../../src/wire/registration.ts';
import type { Slot } from '../../../src/wire/test-location.ts';
import {
  mainLocation,
  newOrder,
  newPatient,
  newRegistration,
  shippingOf,
  slotsOn,
  startCaller,
  TODAY,
  type Caller,
} from './caller.ts';
import { SLOTS, type Action } from './sandbox-actions.ts';

const HOLD_MS = 600_000;

interface Held {
  readonly id: string;
  slot: number;
  confirmed: boolean;
  readonly expiresMs: number;
  readonly orderId: string | null;
}

/** The statuses that may follow each other; a status may always stay. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  awaiting_patient: [
    'pending',
    'success',
    'fail',
    'partial_result',
    'pending_authentication',
    'processing_error',
  ],
  pending: ['success', 'fail', 'partial_result', 'pending_authentication', 'processing_error'],
};

/** What must be true, kept beside what is. */
export class Model {
  readonly caller: Caller;
  readonly location: string;
  readonly slots: readonly Slot[];
  readonly shipping: { readonly kit: string; readonly walkIn: string };
  held: Held[] = [];
  orders: { readonly id: string; readonly registrations: string[]; cancelled: boolean }[] = [];
  readonly known = new Map<string, Registration>();
  made = 0;

  constructor(caller: Caller, parts: Pick<Model, 'location' | 'slots' | 'shipping'>) {
    this.caller = caller;
    this.location = parts.location;
    this.slots = parts.slots;
    this.shipping = parts.shipping;
  }

  get nowMs(): number {
    return this.caller.sandbox.clock.nowMs();
  }

  startsMs(index: number): number {
    return Date.parse(`${(this.slots[index] as Slot).time.replace(' ', 'T')}:00+01:00`);
  }

  takers(index: number): Held[] {
    return this.held.filter((one) => one.slot === index);
  }

  isFree(index: number): boolean {
    return this.takers(index).length === 0 && this.startsMs(index) > this.nowMs;
  }

  async act(step: Action): Promise<void> {
    switch (step.do) {
      case 'book':
        return this.book(step);
      case 'confirm': {
        const one = this.pick(this.held, step.which);
        if (!one) return;
        const answer = await this.caller.send('PATCH', `/api/appointment/${one.id}`, { confirmed: true });
        expect(answer.status).toBe(200);
        one.confirmed = true;
        return;
      }
      case 'cancel': {
        const one = this.pick(this.held, step.which);
        if (!one) return;
        expect((await this.caller.send('DELETE', `/api/appointment/${one.id}`)).status).toBe(204);
        this.held = this.held.filter((other) => other !== one);
        return;
      }
      case 'move':
        return this.move(step);
      case 'advance':
        this.caller.sandbox.clock.advanceSeconds(step.seconds);
        this.held = this.held.filter((one) => one.confirmed || one.expiresMs > this.nowMs);
        return;
      case 'order':
        return this.order(step);
      case 'cancelOrder':
        return this.cancelOrder(step.which);
      case 'register':
        return this.register(step);
      case 'assign':
        return this.assign(step);
      case 'retest':
        return this.retest(step.which);
      case 'steal':
        return this.steal(step);
    }
  }

  pick<Item>(items: readonly Item[], index: number): Item | undefined {
    return items.length === 0 ? undefined : items[index % items.length];
  }

  async book(step: Extract<Action, { do: 'book' }>): Promise<void> {
    const free = this.isFree(step.slot);
    const answer = await this.caller.send('POST', '/api/appointment/', {
      slot_id: this.slots[step.slot]?.id,
      confirmed: step.confirmed,
      override_availability: step.override,
    });
    expect(answer.status).toBe(free || step.override ? 201 : 409);
    if (answer.status !== 201) return;
    const { id } = answer.value as { id: string };
    const expiresMs = this.nowMs + HOLD_MS;
    this.held.push({ id, slot: step.slot, confirmed: step.confirmed, expiresMs, orderId: null });
  }

  async move(step: Extract<Action, { do: 'move' }>): Promise<void> {
    const one = this.pick(this.held, step.which);
    if (!one) return;
    const same = one.slot === step.slot;
    const free = this.isFree(step.slot);
    const appointment_time = new Date(this.startsMs(step.slot)).toISOString();
    const answer = await this.caller.send('PATCH', `/api/appointment/${one.id}`, { appointment_time });
    expect(answer.status).toBe(same || free ? 200 : 409);
    if (answer.status === 200) one.slot = step.slot;
  }

  async order(step: Extract<Action, { do: 'order' }>): Promise<void> {
    const walkIn = step.slot !== null;
    const free = step.slot === null || this.isFree(step.slot);
    const before = this.caller.sandbox.count.registrations();
    const answer = newOrder(this.caller, {
      items: [{ product_sku: 'IRON-4', quantity: step.quantity }],
      shipping_id: walkIn ? this.shipping.walkIn : this.shipping.kit,
      ...(step.slot === null
        ? {}
        : {
            initial_appointment: {
              test_location_id: this.location,
              appointment_time: new Date(this.startsMs(step.slot)).toISOString(),
            },
          }),
    });
    if (!free) {
      await expect(answer).rejects.toThrow(/409/);
      expect(this.caller.sandbox.count.registrations()).toBe(before);
      return;
    }
    const order = await answer;
    expect(order.test_registrations).toHaveLength(step.quantity);
    const registrations = order.test_registrations.map((one) => one.id);
    this.orders.push({ id: order.id, registrations, cancelled: false });
    for (const id of registrations) {
      this.known.set(id, await this.caller.call('registrations.get', { params: { id } }));
    }
    const appointment = this.known.get(registrations[0] ?? '')?.appointment_id ?? null;
    expect(appointment !== null).toBe(walkIn);
    if (appointment !== null && step.slot !== null) {
      this.held.push({ id: appointment, slot: step.slot, confirmed: true, expiresMs: 0, orderId: order.id });
    }
  }

  async cancelOrder(index: number): Promise<void> {
    const order = this.pick(this.orders, index);
    if (!order) return;
    const answer = await this.caller.call('orders.update', {
      params: { id: order.id },
      body: { cancel: true },
    });
    expect(answer).toMatchObject({ status: 'cancelled' });
    order.cancelled = true;
    this.held = this.held.filter((one) => one.orderId !== order.id);
    for (const id of order.registrations) {
      this.known.delete(id);
      expect((await this.caller.send('GET', `/api/test_registration/${id}`)).status).toBe(404);
    }
  }

  async register(step: Extract<Action, { do: 'register' }>): Promise<void> {
    this.made += 1;
    const one = step.which === null ? undefined : this.pick(this.held, step.which);
    const owned = one && [...this.known.values()].some((other) => other.appointment_id === one.id);
    const linked = one && !owned && one.orderId === null ? { appointment_id: one.id } : {};
    const registration = await newRegistration(this.caller, {
      foreign_id: `test:${step.scenario}:${this.made}`,
      ...linked,
    });
    expect(registration.status).toBe('pending');
    this.known.set(registration.id, registration);
  }

  async assign(step: Extract<Action, { do: 'assign' }>): Promise<void> {
    const target = this.pick([...this.known.values()], step.which);
    if (!target) return;
    this.made += 1;
    const patient = target.patient_id ?? (await newPatient(this.caller)).id;
    const now = await this.caller.call('registrations.get', { params: { id: target.id } });
    const answer = await this.caller.send('PATCH', `/api/test_registration/${target.id}`, {
      patient_id: patient,
      foreign_id: `test:${step.scenario}:${this.made}`,
    });
    // Whose course has ended takes no other one.
    expect(answer.status).toBe(now.status in FOLLOWS ? 200 : 409);
  }

  async retest(index: number): Promise<void> {
    const target = this.pick([...this.known.values()], index);
    if (!target) return;
    const results = await this.caller.send('GET', `/api/test_registration/${target.id}/lab_results`);
    const failed =
      results.status === 200 &&
      (results.value as { items: { status: string }[] }).items.some((one) => one.status === 'failed');
    const order = await this.caller.send('GET', `/api/test_registration/${target.id}/order`);
    const answer = await this.caller.send('POST', `/api/test_registration/${target.id}/retest`);
    expect(answer.status).toBe(failed && order.status === 200 ? 201 : 400);
    if (answer.status !== 201) return;
    const again = answer.value as Registration;
    expect(again.parent_id).toBe(target.id);
    this.known.set(again.id, again);
    const newOne = await this.caller.call('registrations.order', { params: { id: again.id } });
    this.orders.push({ id: newOne.id, registrations: [again.id], cancelled: false });
  }

  /** Somebody else's name as a reference, which only who has it may take. */
  async steal(step: Extract<Action, { do: 'steal' }>): Promise<void> {
    const all = [...this.known.values()];
    const [thief, owner] = [this.pick(all, step.which), this.pick(all, step.from)];
    const foreign_id = owner?.[step.name] ?? null;
    if (!thief || thief.patient_id === null || foreign_id === null) return;
    const { patient_id } = thief;
    const answer = await this.caller.send('PATCH', `/api/test_registration/${thief.id}`, {
      patient_id,
      foreign_id,
    });
    expect(answer.status).toBe(thief === owner ? 200 : 409);
    if (answer.status === 200) this.known.set(thief.id, answer.value as Registration);
  }

  /** Whichever of its names a registration is asked for by, it is the one that comes. */
  async checkNames(): Promise<void> {
    for (const registration of this.known.values()) {
      for (const name of [
        registration.trf_code,
        registration.trf_code.toLowerCase(),
        registration.foreign_id,
      ]) {
        if (name === null) continue;
        const found = await this.caller.call('registrations.get', { params: { id: name } });
        expect(found.id, name).toBe(registration.id);
      }
    }
  }

  /** Everything that must hold after each step. */
  async check(): Promise<void> {
    const shown = (await slotsOn(this.caller, TODAY, this.location)).filter((one) =>
      this.slots.some((other) => other.id === one.id),
    );
    expect(shown.map((one) => one.available)).toEqual(this.slots.map((_, index) => this.isFree(index)));
    expect(this.caller.sandbox.count.appointments()).toBe(this.held.length);

    const listed = await this.everyRegistration();
    expect(new Set(listed.map((one) => one.id))).toEqual(new Set(this.known.keys()));
    for (const now of listed) {
      const before = this.known.get(now.id) as Registration;
      if (now.status !== before.status) expect(FOLLOWS[before.status] ?? []).toContain(now.status);
      if (before.patient_registered_at !== null) {
        expect(now.patient_registered_at).toBe(before.patient_registered_at);
      }
      if (now.status === 'awaiting_patient') expect(now.patient_registered_at).toBeNull();
      expect(now.results_ready).toBe(['success', 'fail', 'partial_result'].includes(now.status));
      expect(now.completed_at !== null).toBe(['success', 'fail'].includes(now.status));
      if (now.appointment_id !== null) {
        expect(this.held.map((one) => one.id)).toContain(now.appointment_id);
      }
      this.known.set(now.id, now);
    }
  }

  /** Walks the list in small pages, whose arithmetic is checked on the way. */
  async everyRegistration(): Promise<Registration[]> {
    const all: Registration[] = [];
    const size = 3;
    for (let page: number | null = 1; page !== null;) {
      const answer: Awaited<ReturnType<typeof this.caller.call<'registrations.list'>>> =
        await this.caller.call('registrations.list', { query: { page, results_per_page: size } });
      const total = this.known.size;
      expect(answer).toMatchObject({
        nr_of_results: total,
        nr_of_pages: Math.ceil(total / size),
        next_page: page * size < total ? page + 1 : null,
      });
      expect(answer.items).toHaveLength(Math.max(0, Math.min(size, total - (page - 1) * size)));
      all.push(...answer.items);
      page = answer.next_page;
    }
    return all;
  }
}

/** A model of a sandbox that nothing has been asked of; whoever starts it closes its caller. */
export async function startModel(): Promise<Model> {
  const caller = await startCaller();
  const location = await mainLocation(caller);
  const slots = (await slotsOn(caller, TODAY, location))
    .filter((one) => one.preview >= '09:30')
    .slice(0, SLOTS);
  const shipping = {
    kit: await shippingOf(caller, 'IRON-4', 'home_kit'),
    walkIn: await shippingOf(caller, 'IRON-4', 'walk_in'),
  };
  return new Model(caller, { location, slots, shipping });
}
