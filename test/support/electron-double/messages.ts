// The messages between the two halves of the Electron replacement: the app's process and the tests with its pages.

export interface PageMessage {
  readonly type: 'invoke' | 'send';
  /** The number of an `invoke`, to which its answer refers. */
  readonly call?: number;
  readonly channel: string;
  readonly args: readonly unknown[];
}

/** From the app to the tests. */
export type FromApp =
  | { readonly type: 'window-opened'; readonly window: number; readonly options: unknown }
  | { readonly type: 'window-load'; readonly window: number; readonly url: string }
  | { readonly type: 'window-close'; readonly window: number }
  | {
      readonly type: 'to-page';
      readonly window: number;
      readonly message:
        | { readonly type: 'message'; readonly channel: string; readonly args: readonly unknown[] }
        | {
            readonly type: 'answer';
            readonly call: number;
            readonly value?: unknown;
            readonly error?: string;
          };
    }
  | { readonly type: 'told'; readonly question: number; readonly value?: unknown; readonly error?: string }
  /** The last message: the process ends now. */
  | { readonly type: 'ends'; readonly facts: Facts };

/**
 * What a test can ask the app's process: to serve a request, whether something is allowed, and which settings were
 * made.
 */
export type Question =
  | { readonly ask: 'serve'; readonly url: string; readonly method: string }
  | {
      readonly ask: 'permission';
      readonly permission: string;
      /** Of `media`: what is wanted. */
      readonly mediaTypes?: readonly string[];
      /** The address of the page that asks; a screen of the desk where nothing is given. */
      readonly from?: string;
      /** Of `serial` and `hid`: the device that is to be used. */
      readonly device?: object;
    }
  | {
      /** A page asks a person to choose a device. Told: the chosen one's id, empty or null for none. */
      readonly ask: 'choose-device';
      readonly kind: 'serial' | 'hid';
      readonly devices: readonly object[];
      /** The button that the person presses; none: the last one. */
      readonly press?: string;
      readonly from?: string;
    }
  | { readonly ask: 'may-load'; readonly url: string }
  | { readonly ask: 'may-navigate'; readonly window: number; readonly url: string }
  | { readonly ask: 'may-redirect'; readonly window: number }
  | { readonly ask: 'may-open'; readonly window: number; readonly url: string }
  | { readonly ask: 'may-attach-webview'; readonly window: number }
  | {
      readonly ask: 'foreign-call';
      readonly window: number;
      readonly frameUrl: string;
      readonly isTop: boolean;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  /** The app is started once more; `started`: what that start gave to the lock. */
  | { readonly ask: 'second-instance'; readonly started?: unknown }
  /** The same, in the moment in which the last window is closed. Told at once. */
  | { readonly ask: 'second-instance-at-closing'; readonly started?: unknown }
  /** The process that draws a window ends. */
  | { readonly ask: 'render-process-gone'; readonly window: number; readonly reason: string }
  | { readonly ask: 'facts' };

/** From the tests to the app. */
export type ToApp =
  | {
      readonly type: 'from-page';
      readonly window: number;
      readonly frameUrl: string;
      readonly message: PageMessage;
    }
  | { readonly type: 'page-navigated'; readonly window: number; readonly isSameDocument: boolean }
  | { readonly type: 'page-closed'; readonly window: number }
  | { readonly type: 'question'; readonly question: number; readonly asked: Question };

/** An answer of the app's protocol handler. */
export interface ServedFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Facts {
  readonly sandboxed: boolean;
  readonly privilegedSchemes: readonly unknown[];
  readonly switches: readonly string[];
  readonly userData: string | null;
  readonly menu: readonly string[];
  /** The addresses that the computer's own browser was asked to open. */
  readonly opened: readonly string[];
  /** The buttons of each box that was shown. */
  readonly boxes: readonly (readonly string[])[];
  /** What each of them said. */
  readonly said: readonly string[];
  /** How often a window was brought to the front. */
  readonly broughtToFront: number;
  /** The windows that were loaded again, in this order. */
  readonly reloaded: readonly number[];
  /** What this start gave to the lock; see `second-instance`. */
  readonly lockedWith: unknown;
  /** The names of the environment variables that a child process of the app would inherit now. */
  readonly environment: readonly string[];
}
