// The USB printers of this computer, as Linux tells of them in its files.
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** A USB printer. Its texts come from the printer. */
export interface UsbPrinter {
  /** Such as `/dev/usb/lp0`. */
  readonly file: string;
  /** As it names itself; null where it does not. */
  readonly model: string | null;
  /** Null where it has none. */
  readonly serial: string | null;
}

const DEVICES = '/sys/class/usbmisc';

const textAt = async (...parts: string[]): Promise<string | null> => {
  const text = (await readFile(join(...parts), 'utf8').catch(() => '')).trim();
  return text === '' ? null : text;
};

/** What a printer says of itself (IEEE 1284): `MFG:Zebra;CMD:ZPL;MDL:ZD421;`. */
function modelOf(said: string | null): string | null {
  const value = (keys: readonly string[]): string =>
    keys
      .map((key) => new RegExp(`(?:^|;)\\s*${key}:([^;]*)`, 'i').exec(said ?? '')?.[1]?.trim() ?? '')
      .find((text) => text !== '') ?? '';
  const maker = value(['MFG', 'MANUFACTURER']);
  const model = value(['MDL', 'MODEL']);
  const whole = model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`.trim();
  return whole === '' ? null : whole;
}

/** In the order of their files; none where the system does not tell. Never rejects. */
export async function usbPrinters(devices: string = DEVICES): Promise<UsbPrinter[]> {
  const names = await readdir(devices).catch(() => []);
  const files = names.filter((name) => /^lp\d{1,2}$/.test(name));
  files.sort((one, other) => Number(one.slice(2)) - Number(other.slice(2)));
  return Promise.all(
    files.map(async (name) => {
      const part = await realpath(join(devices, name, 'device')).catch(() => null);
      return {
        file: `/dev/usb/${name}`,
        model: part && modelOf(await textAt(part, 'ieee1284_id')),
        // It belongs to the whole device, of which the printer is a part.
        serial: part && (await textAt(part, '..', 'serial')),
      };
    }),
  );
}
