// A person chooses a scanner at a cable. The browser, or the desktop app, shows what is plugged in; only what is chosen there may be
// used from then on.
import { BAR_CODE_SCANNER_PAGE } from '../../../domain/hid-pos.ts';
import { USUAL_BAUD_RATE } from '../../../domain/serial-scan.ts';
import { useChosenScanner, type ChosenScanner } from './chosen-scanner.ts';
import { useScannerLink } from './scanner-link.ts';
import { webHid, webSerial } from './web-devices.ts';

/** `chosen`; `nothing`: the person chose none, or none was there; `refused`: this window may not ask. */
export type ChoiceResult = 'chosen' | 'nothing' | 'refused';

async function choice(ask: () => Promise<ChosenScanner | null>): Promise<ChoiceResult> {
  try {
    const chosen = await ask();
    if (chosen === null) return 'nothing';
    useChosenScanner.getState().choose(chosen);
    return 'chosen';
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'NotFoundError' ? 'nothing' : 'refused';
  }
}

/** Must be called right after a press: a browser asks at no other time. */
export function chooseSerialScanner(): Promise<ChoiceResult> {
  return choice(async () => {
    const port = await webSerial()?.requestPort();
    if (!port) return null;
    const { usbVendorId = null, usbProductId = null } = port.getInfo();
    const { chosen } = useChosenScanner.getState();
    // A second one of the model, or the same once more: it is set as the first is, most likely.
    if (chosen?.kind === 'serial' && chosen.vendorId === usbVendorId && chosen.productId === usbProductId) {
      const isAnother = port.readable === null && useScannerLink.getState().count > 0;
      return { ...chosen, picked: (chosen.picked ?? 1) + (isAnother ? 1 : 0) };
    }
    return {
      kind: 'serial',
      name: '',
      vendorId: usbVendorId,
      productId: usbProductId,
      baudRate: USUAL_BAUD_RATE,
      ending: 'mark',
    };
  });
}

/** As {@link chooseSerialScanner}; offers devices that say that they are bar-code scanners, and no others. */
export function chooseHidScanner(): Promise<ChoiceResult> {
  return choice(async () => {
    const [device] =
      (await webHid()?.requestDevice({ filters: [{ usagePage: BAR_CODE_SCANNER_PAGE }] })) ?? [];
    if (!device) return null;
    const { productName, vendorId, productId } = device;
    return { kind: 'hid', name: productName, vendorId, productId };
  });
}
