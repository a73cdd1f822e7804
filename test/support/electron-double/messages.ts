// What the double's two halves say to each other: the app's process (built main) and the tests (its windows' pages).

export interface PageMessage {
  readonly type: 'invoke' | 'send';
  /** Number of an `invoke`, for its answer. */
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
  | { readonly type: 'told'; readonly question: number; readonly value?: unknown; readonly error?: string };

/** What a test may ask the app's half: to serve a request, to be tempted, to tell what was set. */
export type Question =
  | { readonly ask: 'serve'; readonly url: string; readonly method: string }
  | { readonly ask: 'permission'; readonly permission: string }
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
  | { readonly ask: 'second-instance' }
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
  /** Names of what the app's process would hand to a child now. */
  readonly environment: readonly string[];
}
