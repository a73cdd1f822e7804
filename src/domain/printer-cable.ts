// Printers at a cable of this computer, as the operating system names them: `device:/dev/usb/lp0`, `device:/dev/ttyUSB0?baud=19200`.

/** The speeds at which serial printers are sold, in bits per second. */
export const BAUD_RATES = [1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200] as const;

/**
 * How a serial line is set. Always eight bits, because pictures need them. `wires`: the printer stops the desk by its wires (RTS and CTS)
 * or by XOFF; `xon-xoff`: by XOFF alone, for a cable without these wires.
 */
export interface SerialLine {
  readonly baud: number;
  readonly parity: 'none' | 'even' | 'odd';
  readonly flow: 'wires' | 'xon-xoff';
}

/** A printer at a device file. `line` is there for a serial port alone. */
export interface DeviceAddress {
  readonly device: string;
  /** Of a USB printer; its file is then looked for by it, because the numbers of the files change with the order of plugging in. */
  readonly serial?: string;
  readonly line?: SerialLine;
}

export const USUAL_LINE: SerialLine = { baud: 9_600, parity: 'none', flow: 'wires' };

/** Files of printers at USB or a parallel port. */
const PRINTER_FILE = /^\/dev\/(?:usb\/)?lp\d{1,2}$/;
/** Files of serial ports, also those behind USB or Bluetooth. */
const SERIAL_FILE =
  /^\/dev\/(?:tty(?:S|USB|ACM|AMA)\d{1,3}|rfcomm\d{1,3}|serial\/by-(?:id|path)\/[A-Za-z0-9][A-Za-z0-9_.:+-]{0,200}|cu\.[A-Za-z0-9][A-Za-z0-9_.-]{0,100})$/;
const SERIAL_NUMBER = /^[A-Za-z0-9][A-Za-z0-9_.:+-]{0,80}$/;
const CABLE = /^device:([^?]{1,250})(?:\?([^?]{1,150}))?$/;

export const isPrinterFile = (path: string): boolean => PRINTER_FILE.test(path);
export const isSerialFile = (path: string): boolean => SERIAL_FILE.test(path);

/** The settings behind the `?`; null when one is unknown or there twice. */
function settingsOf(text: string | undefined, known: readonly string[]): ReadonlyMap<string, string> | null {
  const settings = new Map<string, string>();
  for (const part of text === undefined ? [] : text.split('&')) {
    const [, key = '', value = ''] = /^([a-z]+)=(.+)$/.exec(part) ?? [];
    if (!known.includes(key) || settings.has(key)) return null;
    settings.set(key, value);
  }
  return settings;
}

function lineOf(settings: ReadonlyMap<string, string>): SerialLine | null {
  const parity = settings.get('parity') ?? USUAL_LINE.parity;
  const flow = settings.get('flow') ?? USUAL_LINE.flow;
  const written = settings.get('baud') ?? String(USUAL_LINE.baud);
  const baud = BAUD_RATES.find((rate) => String(rate) === written);
  if (baud === undefined || (flow !== 'wires' && flow !== 'xon-xoff')) return null;
  if (parity !== 'none' && parity !== 'even' && parity !== 'odd') return null;
  return { baud, parity, flow };
}

/** Reads `device:FILE` with its settings; null when it names no printer's or serial port's file. */
export function deviceAddressOf(text: string): DeviceAddress | null {
  const [, device = '', behind] = CABLE.exec(text) ?? [];
  if (isPrinterFile(device)) {
    const settings = settingsOf(behind, device.startsWith('/dev/usb/') ? ['serial'] : []);
    const serial = settings?.get('serial');
    if (settings === null || (serial !== undefined && !SERIAL_NUMBER.test(serial))) return null;
    return serial === undefined ? { device } : { device, serial };
  }
  if (!isSerialFile(device)) return null;
  const settings = settingsOf(behind, ['baud', 'parity', 'flow']);
  const line = settings && lineOf(settings);
  return line && { device, line };
}

/** The same as people write it; what is as usual is left out, but for the speed. */
export function deviceAddressText({ device, serial, line }: DeviceAddress): string {
  const settings = line
    ? [
        `baud=${line.baud}`,
        ...(line.parity === USUAL_LINE.parity ? [] : [`parity=${line.parity}`]),
        ...(line.flow === USUAL_LINE.flow ? [] : [`flow=${line.flow}`]),
      ]
    : serial === undefined
      ? []
      : [`serial=${serial}`];
  return `device:${device}${settings.length === 0 ? '' : `?${settings.join('&')}`}`;
}
