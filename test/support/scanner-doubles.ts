// Replacements of the browser's Web Serial and WebHID: two serial scanners of one model, and one USB scanner. Chromium can only be given such devices by its own test
// builds, so the code under test is ours alone: opening, reading, losing and finding again. No real device has been seen here.
import type { Page } from '@playwright/test';
import { reportsOf, SCANNER_COLLECTIONS, SCAN_REPORT_ID } from './hid-scanner.ts';

interface Doubles {
  /** `which`: of the two serial scanners. */
  send(bytes: number[], which: number): void;
  report(id: number, bytes: number[]): void;
  plug(kind: 'serial' | 'hid', isIn: boolean): void;
  /** Another program has it. */
  take(isTaken: boolean): void;
  baudRate(): number;
  /** How many times a port was opened. */
  openings(): number;
  /** The person picks this one of the serial scanners from now on. */
  pick(which: number): void;
}
type WithDoubles = typeof window & { scannerDoubles: Doubles };

/** Runs in the page, before its own script. */
function install(collections: unknown): void {
  const GRANTED = 'double.granted';
  const granted = (kind: string): boolean => (localStorage.getItem(GRANTED) ?? '').split(' ').includes(kind);
  const grant = (kind: string): void =>
    localStorage.setItem(GRANTED, `${localStorage.getItem(GRANTED) ?? ''} ${kind}`);
  const pluggedIn = { serial: true, hid: true };
  let isTaken = false;
  let rate = 0;
  let openings = 0;
  let picked = 0;

  class PortDouble extends EventTarget {
    readable: ReadableStream<Uint8Array> | null = null;
    controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    getInfo() {
      return { usbVendorId: 0x0c2e, usbProductId: 0x0b6a };
    }
    async open({ baudRate }: { baudRate: number }) {
      if (this.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
      if (isTaken || (this === port && !pluggedIn.serial))
        throw new DOMException('Failed to open serial port.', 'NetworkError');
      rate = baudRate;
      openings += 1;
      this.readable = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.controller = controller;
        },
      });
    }
    async close() {
      if (this.readable?.locked) throw new TypeError('The stream is locked.');
      this.readable = null;
      this.controller = null;
    }
    lose() {
      const { controller } = this;
      this.readable = null;
      this.controller = null;
      controller?.error(new DOMException('The device has been lost.', 'NetworkError'));
    }
  }
  class HidDouble extends EventTarget {
    readonly vendorId = 0x05e0;
    readonly productId = 0x1900;
    readonly productName = 'Scanner HD';
    readonly collections = collections;
    opened = false;
    async open() {
      if (isTaken || !pluggedIn.hid) throw new DOMException('Failed to open the device.', 'NotAllowedError');
      this.opened = true;
    }
    async close() {
      this.opened = false;
    }
  }
  const port = new PortDouble();
  const ports = [port, new PortDouble()];
  const nameOf = (which: number): string => (which === 0 ? 'serial' : `serial-${which}`);
  const device = new HidDouble();
  const serial = Object.assign(new EventTarget(), {
    getPorts: async () =>
      ports.filter((_, which) => granted(nameOf(which)) && (pluggedIn.serial || which > 0)),
    async requestPort() {
      if (!pluggedIn.serial) throw new DOMException('No port selected by the user.', 'NotFoundError');
      grant(nameOf(picked));
      return ports[picked];
    },
  });
  const hid = Object.assign(new EventTarget(), {
    getDevices: async () => (granted('hid') && pluggedIn.hid ? [device] : []),
    async requestDevice({ filters }: { filters: { usagePage: number }[] }) {
      if (!pluggedIn.hid || !filters.every(({ usagePage }) => usagePage === 0x8c)) return [];
      grant('hid');
      return [device];
    },
  });
  Object.defineProperty(navigator, 'serial', { value: serial });
  Object.defineProperty(navigator, 'hid', { value: hid });
  // Chromium sends the events of a port to the port, from where they bubble to `navigator.serial`.
  const tell = (kind: 'serial' | 'hid', name: string): void => {
    const event = Object.assign(new Event(name), kind === 'hid' ? { device } : {});
    if (kind === 'serial') Object.defineProperty(event, 'target', { value: port });
    (kind === 'serial' ? serial : hid).dispatchEvent(event);
  };
  (window as unknown as WithDoubles).scannerDoubles = {
    send: (bytes, which) => ports[which]?.controller?.enqueue(Uint8Array.from(bytes)),
    report(id, bytes) {
      const data = new DataView(Uint8Array.from(bytes).buffer);
      if (device.opened)
        device.dispatchEvent(Object.assign(new Event('inputreport'), { reportId: id, data }));
    },
    plug(kind, isIn) {
      pluggedIn[kind] = isIn;
      if (!isIn && kind === 'serial') port.lose();
      if (!isIn && kind === 'hid') device.opened = false;
      tell(kind, isIn ? 'connect' : 'disconnect');
    },
    take: (taken) => {
      isTaken = taken;
    },
    baudRate: () => rate,
    openings: () => openings,
    pick: (which) => {
      picked = which;
    },
  };
}

/** Gives the page's later documents a serial and a USB scanner. Reload the page afterwards. */
export async function giveScanners(page: Page): Promise<void> {
  await page.addInitScript(install, SCANNER_COLLECTIONS);
}

/** The first or second serial scanner sends these bytes, in this one chunk. */
export const sendSerial = (page: Page, text: string | readonly number[], which = 0): Promise<void> =>
  page.evaluate(
    ([bytes, number]) => (window as unknown as WithDoubles).scannerDoubles.send([...bytes], number),
    [typeof text === 'string' ? [...new TextEncoder().encode(text)] : text, which] as const,
  );

/** Whoever is asked from now on picks this one of the two serial scanners. */
export const pickSerial = (page: Page, which: number): Promise<void> =>
  page.evaluate((number) => (window as unknown as WithDoubles).scannerDoubles.pick(number), which);

/** How many times a serial port was opened in this window. */
export const openings = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as WithDoubles).scannerDoubles.openings());

/** The USB scanner sends a code in as many reports as it takes; `parts` cuts the last ones off. */
export async function sendHid(page: Page, text: string, parts = Number.POSITIVE_INFINITY): Promise<void> {
  for (const report of reportsOf(text, { identifier: ']C0' }).slice(0, parts)) {
    await page.evaluate(
      ([id, bytes]) => (window as unknown as WithDoubles).scannerDoubles.report(id, bytes),
      [SCAN_REPORT_ID, [...new Uint8Array(report.buffer)]] as [number, number[]],
    );
  }
}

export const plug = (page: Page, kind: 'serial' | 'hid', isIn: boolean): Promise<void> =>
  page.evaluate(
    ([which, plugged]) => (window as unknown as WithDoubles).scannerDoubles.plug(which, plugged),
    [kind, isIn] as const,
  );

export const takeByAnother = (page: Page, isTaken: boolean): Promise<void> =>
  page.evaluate((taken) => (window as unknown as WithDoubles).scannerDoubles.take(taken), isTaken);

export const openedAtBaud = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as WithDoubles).scannerDoubles.baudRate());
