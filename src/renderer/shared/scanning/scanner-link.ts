// Keeps the chosen scanner at its cable connected: at start, after it was unplugged, and once another program has let it go. A computer
// may have two of one model, and a browser tells nothing by which one could be known again, so as many of the model are heard as a person
// has picked. One window of the desk holds them, or each scan would count twice.
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
  /** How many are connected: all of the chosen model. */
  readonly count: number;
  /** What came last, and how many of its kind in a row; null before anything came. */
  readonly heard: { readonly kind: ScannerPiece['kind']; readonly characters: number } | null;
}

const AT_FIRST: LinkView = { state: 'connecting', count: 0, heard: null };

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

/** The devices of the chosen model among those that a person has allowed; none when it is not there. */
async function find(chosen: ChosenScanner): Promise<Found[]> {
  if (chosen.kind === 'serial') {
    const ports = (await webSerial()?.getPorts()) ?? [];
    return ports
      .filter((port) => {
        const { usbVendorId = null, usbProductId = null } = port.getInfo();
        return usbVendorId === chosen.vendorId && usbProductId === chosen.productId;
      })
      .map((device) => ({ kind: 'serial', device }));
  }
  const devices = ((await webHid()?.getDevices()) ?? []).filter(
    ({ vendorId, productId }) => vendorId === chosen.vendorId && productId === chosen.productId,
  );
  // Some scanners show themselves as several devices, of which one sends the codes.
  const senders = devices.filter(({ collections }) => createHidPosReader(collections));
  return (senders.length > 0 ? senders : devices.slice(0, 1)).map((device) => ({ kind: 'hid', device }));
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
  const open = new Map<EventTarget, OpenScanner>();
  /** With which settings they were opened. */
  let openedFor: ChosenScanner | null = null;
  /** How many went away and are not back. */
  let missed = 0;
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
    const { state, count, heard } = useScannerLink.getState();
    windows.tellView({ state, count, heard });
  }

  function set(state: LinkState): void {
    if (signal.aborted) return;
    useScannerLink.setState({ state, count: open.size });
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
    // Those that are open stay so where nothing was chosen anew: a code may be coming.
    if (chosen !== openedFor) await letGo();
    openedFor = chosen;
    if (chosen === null) {
      missed = 0;
      set('connecting');
      return;
    }
    if ((chosen.kind === 'serial' ? webSerial() : webHid()) === null) {
      set('no-means');
      return;
    }
    const most = chosen.kind === 'serial' ? (chosen.picked ?? 1) : Number.POSITIVE_INFINITY;
    const added = (await find(chosen))
      .filter(({ device }) => !open.has(device))
      .slice(0, Math.max(0, most - open.size));
    if (added.length > 0 && open.size === 0) set('connecting');
    let trouble: LinkState | null = null;
    for (const found of added) {
      trouble = (await openOne(found, chosen)) ?? trouble;
      // The window went while it was opened.
      if (signal.aborted) return await letGo();
    }
    if (trouble === 'taken') retry = window.setTimeout(connect, TRY_AGAIN_MS);
    set(trouble ?? standing());
  }

  /** Opens one of them; what keeps it from that, or null. */
  async function openOne(found: Found, chosen: ChosenScanner): Promise<LinkState | null> {
    const { device } = found;
    const went = new AbortController();
    const ears = {
      onPiece: windows.deliver,
      onGone: () => {
        went.abort();
        onGone(device);
      },
    };
    try {
      const scanner =
        found.kind === 'serial' && chosen.kind === 'serial'
          ? await openSerial(found.device, chosen, ears)
          : await openHid(found.device as HidDevice, ears);
      // It may go in the moment in which it was opened.
      if (went.signal.aborted) return null;
      open.set(device, scanner);
    } catch (thrown) {
      return thrown instanceof NotUnderstood ? 'not-understood' : 'taken';
    }
    if (missed > 0) {
      missed -= 1;
      ways.onChange('back');
    }
    return null;
  }

  const standing = (): LinkState => (open.size > 0 ? 'connected' : 'absent');

  function onGone(device: EventTarget): void {
    open.delete(device);
    missed += 1;
    set(standing());
    ways.onChange('gone');
  }

  async function letGo(): Promise<void> {
    const scanners = [...open.values()];
    open.clear();
    for (const scanner of scanners) await scanner.close();
  }

  const onPlugged = (): void => {
    if (isHolder) connect();
  };
  const onUnplugged = (event: Event): void => {
    // Web Serial names the port as the event's target, WebHID as its `device`.
    const device = (event as Event & { device?: EventTarget }).device ?? event.target;
    if (device) open.get(device)?.gone();
  };
  for (const means of [webSerial(), webHid()]) {
    means?.addEventListener('connect', onPlugged, { signal });
    means?.addEventListener('disconnect', onUnplugged, { signal });
  }
  window.addEventListener('storage', ({ key }) => useChosenScanner.getState().changedElsewhere(key), {
    signal,
  });
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
