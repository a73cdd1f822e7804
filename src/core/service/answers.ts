// What a call to the service takes and what it gives back, derived from the wire's data.
import type { AnswerKindOf, BodyOf, JsonOf, EndpointName, ParamsOf, QueryOf } from '../../wire/routes.ts';
import type { Page } from '../../wire/pagination.ts';
import type { OddRecord } from '../../wire/record.ts';

type NoFields = Record<never, never>;
type Field<Key extends string, Value> = NoFields extends Value
  ? { readonly [K in Key]?: Value | undefined }
  : { readonly [K in Key]: Value };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What an endpoint needs: path parameters, query and body, each required only where something in it is required. */
export type CallInput<Name extends EndpointName> = CallOptions &
  Field<'params', ParamsOf<Name>> &
  Field<'query', QueryOf<Name>> &
  (BodyOf<Name> extends null ? NoFields : { readonly body: BodyOf<Name> });

interface AnswerBase {
  readonly status: number;
  /** The service's time, from the Date header, in milliseconds since the epoch; null when the answer had none. */
  readonly serverDateMs: number | null;
}
interface AnswerForms<Name extends EndpointName> {
  json: AnswerBase & {
    readonly kind: 'json';
    /** For a list: the records that could be read. */
    readonly value: JsonOf<Name>;
    /** The records that could not be read, and wrong fields of records that are used without them. */
    readonly odd: readonly OddRecord[];
  };
  pdf: AnswerBase & { readonly kind: 'pdf' } & PdfDocument;
  html: AnswerBase & { readonly kind: 'html'; readonly html: string };
  empty: AnswerBase & { readonly kind: 'empty' };
}

/** A good answer, in one of the forms that the endpoint has. */
export type Answer<Name extends EndpointName> = AnswerForms<Name>[AnswerKindOf<Name>];

/**
 * Calls an endpoint of the service by its name and checks what went out and what came back.
 *
 * Rejects with AppException only. After a write, every failure is to be taken as "unknown whether it was
 * carried out" except these: `offline` with delivery `not-sent`, and clear refusals by the service
 * (`unauthorised`, `forbidden`, `not-found`, `conflict`, `rejected`, `busy` for a 429). In particular a `bug` of origin
 * `service` (an answer cut short, nonsense, a wrong field) says nothing about the write.
 */
export type Call = <Name extends EndpointName>(name: Name, input: CallInput<Name>) => Promise<Answer<Name>>;

export interface PdfDocument {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** The endpoints that answer in pages, and what is on a page. */
export type ListName = {
  [Name in EndpointName]: [JsonOf<Name>] extends [Page<unknown>] ? Name : never;
}[EndpointName];
export type ItemOf<Name extends ListName> = JsonOf<Name> extends Page<infer Item> ? Item : never;
