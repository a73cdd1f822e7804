// How one endpoint of the service is written down as data. Client, sandbox and OpenAPI document all read the same lines.
import { z } from 'zod';
import type { ConflictCode } from './error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A form that an endpoint's good answer can take. `json` is checked against its schema; the others carry none. */
export type Success =
  | { readonly status: number; readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly status: number; readonly kind: 'pdf' | 'html' | 'empty' };

export type Tag =
  | 'Products'
  | 'Orders'
  | 'Patients'
  | 'Test locations'
  | 'Appointments'
  | 'Test registrations'
  | 'Webhook'
  | 'Sandbox';

export interface Endpoint {
  /** `resource.verb`, unique. */
  readonly name: string;
  readonly method: Method;
  /** Relative to the base address; `{name}` marks a path parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly tags: readonly [Tag];
  readonly params: z.ZodObject;
  /** Field names without brackets; a field that is an array travels as `name[]` (see `query-string.ts`). */
  readonly query: z.ZodObject;
  readonly body: z.ZodType | null;
  readonly success: readonly [Success, ...Success[]];
  /** Refusals that belong to this endpoint, by status, beside those that any endpoint may answer. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** What a 409 most likely means here, when its body does not say. `changed` when left out. */
  readonly conflict?: ConflictCode;
}

/** Keeps the literal types of an endpoint while checking its shape. */
export const endpoint = <const Shape extends Endpoint>(shape: Shape): Shape => shape;

export const nothing = z.object({});

export const json = <const Status extends number, Schema extends z.ZodType>(status: Status, schema: Schema) =>
  ({ status, kind: 'json', schema }) as const;
export const pdf = { status: 200, kind: 'pdf' } as const;
export const html = { status: 200, kind: 'html' } as const;
export const noContent = { status: 204, kind: 'empty' } as const;
