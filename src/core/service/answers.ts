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

/** What an operation needs: path parameters, query and body, each required only where something in it is. */
export type CallInput<Name extends EndpointName> = CallOptions &
  Field<'params', ParamsOf<Name>> &
  Field<'query', QueryOf<Name>> &
  (BodyOf<Name> extends null ? NoFields : { readonly body: BodyOf<Name> });

interface AnswerBase {
  readonly status: number;
  /** The service's clock, from the Date header; milliseconds since the epoch, null when it was not told. */
  readonly serverDateMs: number | null;
}
interface AnswerForms<Name extends EndpointName> {
  json: AnswerBase & {
    readonly kind: 'json';
    /** Of a list, the records that could be read. */
    readonly value: JsonOf<Name>;
    /** Records that could not, and fields that were left out of records on which nothing depends. */
    readonly odd: readonly OddRecord[];
  };
  pdf: AnswerBase & { readonly kind: 'pdf' } & PdfDocument;
  html: AnswerBase & { readonly kind: 'html'; readonly html: string };
  empty: AnswerBase & { readonly kind: 'empty' };
}

/** A good answer, in one of the forms that the operation can take. */
export type Answer<Name extends EndpointName> = AnswerForms<Name>[AnswerKindOf<Name>];

export interface PdfDocument {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Operations that answer in pages, and what is on them. */
export type ListName = {
  [Name in EndpointName]: [JsonOf<Name>] extends [Page<unknown>] ? Name : never;
}[EndpointName];
export type ItemOf<Name extends ListName> = JsonOf<Name> extends Page<infer Item> ? Item : never;
