// The parts of Web Serial and WebHID that are used here; TypeScript's own library does not describe them. A browser that has
// neither leaves them out of `navigator`.
import type { HidCollection } from '../../../domain/hid-pos.ts';

export interface SerialPortDevice extends EventTarget {
  getInfo(): { readonly usbVendorId?: number; readonly usbProductId?: number };
  open(options: { readonly baudRate: number; readonly bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  /** Another stream after each fault of the line; null once the device is gone. */
  readonly readable: ReadableStream<Uint8Array> | null;
}

export interface HidDevice extends EventTarget {
  readonly vendorId: number;
  readonly productId: number;
  readonly productName: string;
  readonly collections: readonly HidCollection[];
  readonly opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
}

export interface HidReportEvent extends Event {
  readonly reportId: number;
  readonly data: DataView;
}

interface WebSerial extends EventTarget {
  getPorts(): Promise<SerialPortDevice[]>;
  requestPort(): Promise<SerialPortDevice>;
}

interface WebHid extends EventTarget {
  getDevices(): Promise<HidDevice[]>;
  requestDevice(options: {
    readonly filters: readonly { readonly usagePage: number }[];
  }): Promise<HidDevice[]>;
}

/** What this browser has; null where it has none, or where the page did not come over a way that allows it. */
export const webSerial = (): WebSerial | null => (navigator as { serial?: WebSerial }).serial ?? null;
export const webHid = (): WebHid | null => (navigator as { hid?: WebHid }).hid ?? null;
