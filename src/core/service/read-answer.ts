// Reads a good answer: picks the form it came in, checks it against the wire, and names what does not fit.
import type { z } from 'zod';
import { AppException, bug, offline } from '../../domain/app-error.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { HttpResponse } from '../ports.ts';

export type ReadAnswer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly contentType: string }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'empty' };

/**
 * Reads a 2xx answer. `htmlWanted` tells that the page behind a document was asked for; any other HTML is somebody
 * else's, such as the sign-in page of a hotel's network.
 *
 * @throws AppException `offline` (captive-portal) for HTML that nobody asked for; `bug` of the service, with endpoint
 *   and field, for everything else that does not fit. Either leaves it unknown whether a write was carried out.
 */
export function readAnswer(endpoint: Endpoint, response: HttpResponse, htmlWanted: boolean): ReadAnswer {
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
    return { kind: 'pdf', bytes: response.body, contentType: contentType || 'application/pdf' };
  }
  return { kind: 'json', value: readJson(endpoint, response, misfit) };
}

type Misfit = (what: string, field?: string | null) => AppException;

function readJson(endpoint: Endpoint, response: HttpResponse, misfit: Misfit): unknown {
  const forms = endpoint.success.filter((form) => form.kind === 'json');
  // A 200 where 201 was specified says the same: the shape is what matters.
  const form = forms.find(({ status }) => status === response.status) ?? forms[0];
  if (form === undefined) throw misfit('answered with a body where none was due');
  const text = decodeText(response.body, misfit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw misfit(`answered ${response.status} with a body that is not JSON`);
  }
  const checked = form.schema.safeParse(value);
  if (checked.success) return checked.data;
  const first = checked.error.issues[0];
  const field = first === undefined ? '' : pathText(first);
  throw misfit(`field "${field}" does not fit: ${first?.message ?? 'unknown reason'}`, field);
}

/** `items.3.price.currency`. The messages of zod name types and never quote what was received. */
function pathText(issue: z.core.$ZodIssue): string {
  return issue.path.map(String).join('.');
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

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text;
