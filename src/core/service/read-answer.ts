// Reads a good answer: recognises its form, checks it against the interface in wire/, and names what does not match.
import type { z } from 'zod';
import { AppException, bug, offline } from '../../domain/app-error.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { countsOf } from '../../wire/pagination.ts';
import { isRecordSchema, judgeRecord, judgeRecords, pathText, recordSchemaOf } from '../../wire/record.ts';
import type { OddRecord } from '../../wire/record.ts';
import type { HttpResponse } from '../ports/machine.ts';

export type ReadAnswer =
  | { readonly kind: 'json'; readonly value: unknown; readonly odd: readonly OddRecord[] }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'empty' };

/** One record was requested, and it came in a form that cannot be used. */
export class OddRecordException extends AppException {
  readonly odd: OddRecord;

  constructor(endpoint: Endpoint, odd: OddRecord) {
    const { name } = endpoint;
    super(
      bug(`${name}: field "${odd.field}" does not fit: ${odd.reason}`, {
        origin: 'service',
        operation: name,
        field: odd.field,
      }),
    );
    this.odd = odd;
  }
}

/**
 * Reads a 2xx answer. `htmlWanted`: HTML was requested; `page`: this page of a list. Any other HTML comes from another server, such as the sign-in
 * page of a hotel's network.
 *
 * The records of a list are judged one by one: `value` holds the good ones, `odd` says what was wrong with the others.
 *
 * @throws AppException `offline` (captive-portal) for HTML that nobody asked for; `bug` of the service, with endpoint
 *   and field, for everything else that does not fit ({@link OddRecordException} where it is the record that was asked
 *   for). Either leaves it unknown whether a write was carried out.
 */
export function readAnswer(
  endpoint: Endpoint,
  response: HttpResponse,
  { htmlWanted, page }: { readonly htmlWanted: boolean; readonly page: number },
): ReadAnswer {
  const offered = endpoint.success.map((form) => form.kind);
  const misfit = (what: string, field: string | null = null): AppException =>
    new AppException(
      bug(`${endpoint.name}: ${what}`, { origin: 'service', operation: endpoint.name, field }),
    );

  if (response.body.length === 0 || response.status === 204) {
    if (offered.includes('empty')) return { kind: 'empty' };
    throw misfit(`answered ${response.status} without a body`);
  }
  const contentType = response.headers['content-type'] ?? '';
  if (looksLikeHtml(contentType, response.body)) {
    if (htmlWanted && offered.includes('html'))
      return { kind: 'html', html: decodeText(response.body, misfit) };
    throw new AppException(
      offline(
        'captive-portal',
        'unknown',
        `${endpoint.name} was answered with a web page (${response.status})`,
      ),
    );
  }
  if (offered.includes('pdf')) {
    if (!startsWith(response.body, '%PDF-')) throw misfit('did not answer with a PDF');
    if (!isWholePdf(response.body)) throw misfit('answered with a PDF that has no end');
    return { kind: 'pdf', bytes: response.body, contentType: contentType || 'application/pdf' };
  }
  return { kind: 'json', ...readJson(endpoint, response, { misfit, page }) };
}

type Misfit = (what: string, field?: string | null) => AppException;

interface ReadJson {
  readonly value: unknown;
  readonly odd: readonly OddRecord[];
}

function readJson(
  endpoint: Endpoint,
  response: HttpResponse,
  { misfit, page }: { readonly misfit: Misfit; readonly page: number },
): ReadJson {
  const forms = endpoint.success.filter((form) => form.kind === 'json');
  // A 200 instead of a 201 means the same, because only the shape matters.
  const form = forms.find(({ status }) => status === response.status) ?? forms[0];
  if (form === undefined) throw misfit('answered with a body where none was due');
  const text = decodeText(response.body, misfit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw misfit(`answered ${response.status} with a body that is not JSON`);
  }
  if (isRecordSchema(form.schema)) return readRecord(endpoint, form.schema, value);
  const list = recordSchemaOf(form.schema);
  if (list) {
    const items = list.isPage ? itemsOf(value) : value;
    if (Array.isArray(items)) {
      const { records, odd } = judgeRecords(list.record, items);
      if (!list.isPage) return { value: records, odd };
      const { isUncounted, ...counts } = countsOf(value as object, items.length, page);
      const empty = checked(form.schema, { ...(value as object), ...counts, items: [] }, misfit);
      return { value: { ...(empty as object), items: records, ...(isUncounted && { isUncounted }) }, odd };
    }
  }
  return { value: checked(form.schema, value, misfit), odd: [] };
}

function itemsOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'items' in value ? value.items : undefined;
}

function readRecord(endpoint: Endpoint, schema: z.ZodType, value: unknown): ReadJson {
  const judged = judgeRecord(schema, value);
  if (judged.record === null) throw new OddRecordException(endpoint, judged.odd);
  return { value: judged.record, odd: judged.odd ? [judged.odd] : [] };
}

function checked(schema: z.ZodType, value: unknown, misfit: Misfit): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  const field = pathText(first?.path ?? []);
  // The messages of zod name types and never quote what was received.
  throw misfit(`field "${field}" does not fit: ${first?.message ?? 'unknown reason'}`, field);
}

function decodeText(bytes: Uint8Array, misfit: Misfit): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw misfit('answered with text that is not UTF-8');
  }
}

function looksLikeHtml(contentType: string, body: Uint8Array): boolean {
  if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return true;
  const start = new TextDecoder().decode(body.subarray(0, 256)).trimStart().toLowerCase();
  return start.startsWith('<!doctype html') || start.startsWith('<html');
}

/**
 * Whether a PDF is whole. Every one has this mark behind its last object, and some have more behind that. One that is laid out for the web
 * (linearized), or was changed afterwards, has the mark in front of further objects as well. A file that was cut would take the place of a
 * whole one that is kept, and a label of which half is there would be read as one without a code.
 */
function isWholePdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.lastIndexOf('%%EOF');
  return end >= 0 && !file.includes(' obj', end);
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text;
