// Keeps the chosen scanner at its cable connected: at start, after it was unplugged, and once another program has let it go. One
// window of the desk holds it, or each scan would count twice.
import { create } from 'zustand';
import { createHidPosReader } from '../../../domain/hid-pos.ts';
import type { ScannerPiece } from '../../../domain/scanner-piece.ts';
import { useChosenScanner, type ChosenScanner } from './chosen-scanner.ts';
import { NotUnderstood, openHid, openSerial, type OpenScanner } from './open-scanner.ts';
import { webHid, webSerial, type HidDevice, type SerialPortDevice } from './web-devices.ts';
import { connectWindows } from './window-in-use.ts';

/**
 * `absent`: not plugged in, or the browser has forgotten that it may use it; `taken`: another program has it, or this account may not
 * use it; `not-understood`: its reports name no codes; `no-means`: this browser reaches no such scanners.
 */
export type LinkState = 'connecting' | 'connected' | 'absent' | 'taken' | 'not-understood' | 'no-means';

export interface LinkView {
  readonly state: LinkState;
  /** What came last, and how many of its kind in a row; null before anything came. */
  readonly heard: { readonly kind: ScannerPiece['kind']; readonly characters: number } | null;
}

const AT_FIRST: LinkView = { state: 'connecting', heard: null };

export const useScannerLink = create<LinkView & { isElsewhere: boolean; tryAgain: () => void }>(() => ({
  ...AT_FIRST,
  /** Another window of the desk holds the scanner. */
  isElsewhere: false,
  tryAgain: () => undefined,
}));

/** How long to wait before a scanner that another program has is tried again. */
const TRY_AGAIN_MS = 3_000;
const LOCK = 'drawdesk.scanner';

type Found =
  | { readonly kind: 'serial'; readonly device: SerialPortDevice }
  | { readonly kind: 'hid'; readonly device: HidDevice };

/** The chosen device among those that a person has allowed; null when it is not there. */
async function find(chosen: ChosenScanner): Promise<Found | null> {
  if (chosen.kind === 'serial') {
    const ports = (await webSerial()?.getPorts()) ?? [];
    const device = ports.find((port) => {
      const { usbVendorId = null, usbProductId = null } = port.getInfo();
      return usbVendorId === chosen.vendorId && usbProductId === chosen.productId;
    });
    return device ? { kind: 'serial', device } : null;
  }
  const devices = ((await webHid()?.getDevices()) ?? []).filter(
    ({ vendorId, productId }) => vendorId === chosen.vendorId && productId === chosen.productId,
  );
  // Some scanners show themselves as several devices, of which one sends the codes.
  const device = devices.find(({ collections }) => createHidPosReader(collections)) ?? devices[0];
  return device ? { kind: 'hid', device } : null;
}

/**
 * Starts to look after the chosen scanner; returns the way to stop. `onPiece` gets what the scanner sent while this window was in use;
 * `onChange` is told when it goes and when it is back.
 */
export function startScannerLink(ways: {
  readonly onPiece: (piece: ScannerPiece) => void;
  readonly onChange: (what: 'gone' | 'back') => void;
}): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let isHolder = false;
  let open: OpenScanner | null = null;
  let openDevice: EventTarget | null = null;
  let wasConnected = false;
  let retry: number | undefined;
  let underWay: Promise<void> | null = null;
  let isWantedAgain = false;

  const windows = connectWindows<LinkView>({
    onPiece: (piece) => {
      const characters = 'text' in piece ? piece.text.length : 0;
      useScannerLink.setState({ heard: { kind: piece.kind, characters } });
      ways.onPiece(piece);
    },
    onView: (view) => {
      if (!isHolder) useScannerLink.setState({ ...view, isElsewhere: true });
    },
    onAsk: () => isHolder && tell(),
    onTryAgain: () => isHolder && connect(),
  });

  function tell(): void {
    const { state, heard } = useScannerLink.getState();
    windows.tellView({ state, heard });
  }

  function set(state: LinkState): void {
    if (signal.aborted) return;
    useScannerLink.setState({ state });
    tell();
  }

  /** Connects anew. Attempts never overlap: a wish during one is followed by another. */
  function connect(): void {
    isWantedAgain = true;
    underWay ??= (async () => {
      while (isWantedAgain && !signal.aborted) {
        isWantedAgain = false;
        await attempt();
      }
    })().finally(() => {
      underWay = null;
    });
  }

  async function attempt(): Promise<void> {
    window.clearTimeout(retry);
    const { chosen } = useChosenScanner.getState();
    await letGo();
    if (chosen === null) {
      wasConnected = false;
      set('connecting');
      return;
    }
    if ((chosen.kind === 'serial' ? webSerial() : webHid()) === null) {
      set('no-means');
      return;
    }
    const found = await find(chosen);
    if (!found) {
      set('absent');
      return;
    }
    set('connecting');
    try {
      const ears = { onPiece: windows.deliver, onGone };
      open =
        found.kind === 'serial' && chosen.kind === 'serial'
          ? await openSerial(found.device, chosen, ears)
          : await openHid(found.device as HidDevice, ears);
      openDevice = found.device;
      // The window went while it was opened.
      if (signal.aborted) return await letGo();
    } catch (thrown) {
      if (thrown instanceof NotUnderstood) set('not-understood');
      else if (!signal.aborted) {
        set('taken');
        retry = window.setTimeout(connect, TRY_AGAIN_MS);
      }
      return;
    }
    if (wasConnected) ways.onChange('back');
    wasConnected = true;
    set('connected');
  }

  function onGone(): void {
    open = null;
    openDevice = null;
    set('absent');
    ways.onChange('gone');
  }

  async function letGo(): Promise<void> {
    const scanner = open;
    open = null;
    openDevice = null;
    await scanner?.close();
  }

  const onPlugged = (): void => {
    if (isHolder && open === null) connect();
  };
  const onUnplugged = (event: Event): void => {
    // Web Serial names the port as the event's target, WebHID as its `device`.
    const device = (event as Event & { device?: EventTarget }).device ?? event.target;
    if (device === openDevice) open?.gone();
  };
  for (const means of [webSerial(), webHid()]) {
    means?.addEventListener('connect', onPlugged, { signal });
    means?.addEventListener('disconnect', onUnplugged, { signal });
  }
  window.addEventListener('storage', () => useChosenScanner.getState().readAgain(), { signal });
  const unsubscribe = useChosenScanner.subscribe(() => isHolder && connect());
  useScannerLink.setState({ tryAgain: () => (isHolder ? connect() : windows.askToTryAgain()) });
  windows.askForView();

  // Held until this window goes; the next one that waits has it then.
  void navigator.locks
    .request(LOCK, { signal }, () => {
      isHolder = true;
      useScannerLink.setState({ ...AT_FIRST, isElsewhere: false });
      connect();
      return new Promise<void>((release) => signal.addEventListener('abort', () => release()));
    })
    .catch(() => undefined);

  return () => {
    ended.abort();
    window.clearTimeout(retry);
    unsubscribe();
    void letGo();
    windows.stop();
    useScannerLink.setState({ ...AT_FIRST, isElsewhere: false });
  };
}
