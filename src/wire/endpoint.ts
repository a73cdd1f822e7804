// How an endpoint of the service is described as data. The client, the sandbox and the OpenAPI document all use it.
import { z } from 'zod';
import type { ConflictCode } from './error.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One kind of successful answer. A `json` answer is checked against its schema; the other kinds have no schema. */
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

/**
 * One endpoint of the service.
 *
 * @example
 * endpoint({
 *   name: 'products.get',
 *   method: 'GET',
 *   path: '/api/product/{id}',
 *   summary: 'Reads one product in full.',
 *   tags: ['Products'],
 *   params: z.object({ id }),
 *   query: nothing,
 *   body: null,
 *   success: [json(200, product)],
 *   refusals: { 404: 'No such product.' },
 * })
 */
export interface Endpoint {
  /** `resource.verb`, unique. */
  readonly name: string;
  readonly method: Method;
  /** Relative to the base address; `{name}` marks a path parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly tags: readonly [Tag];
  readonly params: z.ZodObject;
  /** Field names without brackets. An array field is sent as `name[]` (see `query-string.ts`). */
  readonly query: z.ZodObject;
  /** Schema of the JSON body; null when the endpoint takes none. */
  readonly body: z.ZodType | null;
  readonly success: readonly [Success, ...Success[]];
  /**
   * The refusals of this endpoint, by status: when they come. Refusals that every endpoint has (401, 429) are left out.
   */
  readonly refusals?: Readonly<Record<number, string>>;
  /** What a 409 of this endpoint means when its body does not say. `changed` when left out. */
  readonly conflict?: ConflictCode;
}

/**
 * Checks the shape of an endpoint and keeps its exact types. Each file of wire/ declares its endpoints with it; see
 * `patients.create` in patient.ts for one with a body.
 */
export const endpoint = <const Shape extends Endpoint>(shape: Shape): Shape => shape;

/** For endpoints without parameters, or without query. */
export const nothing = z.object({});

/** A successful JSON answer, as in `json(200, product)`. */
export const json = <const Status extends number, Schema extends z.ZodType>(status: Status, schema: Schema) =>
  ({ status, kind: 'json', schema }) as const;
export const pdf = { status: 200, kind: 'pdf' } as const;
export const html = { status: 200, kind: 'html' } as const;
/** A successful answer without a body (204). */
export const noContent = { status: 204, kind: 'empty' } as const;
