// The kinds of successful answers that the sandbox gives.
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown }
  /** A body that is complete already: a document, or JSON text that was stored. */
  | {
      readonly kind: 'bytes';
      readonly status: number;
      readonly bytes: Uint8Array | string;
      readonly type: string;
    }
  | { readonly kind: 'empty'; readonly status: 204 };

export const ok = (value: unknown): Answer => ({ kind: 'json', status: 200, value });
export const created = (value: unknown): Answer => ({ kind: 'json', status: 201, value });
export const noContent: Answer = { kind: 'empty', status: 204 };
export const bytesOf = (bytes: Uint8Array | string, type: string): Answer => ({
  kind: 'bytes',
  status: 200,
  bytes,
  type,
});
export const writtenJson = (json: string): Answer => bytesOf(json, 'application/json');
/** An HTML page. `bind.ts` adds a policy with which it can run no scripts and load nothing. */
export const htmlPage = (html: string): Answer => bytesOf(html, 'text/html; charset=utf-8');
