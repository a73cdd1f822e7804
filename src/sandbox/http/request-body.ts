// Reads a request's body, with limits for its size, its depth and the length of texts.
import { invalid, malformed, Refusal } from '../refusal.ts';

const MAX_BODY_BYTES = 1_000_000;
/**
 * A body that is too large is read up to this size and thrown away. Without that the sender would not see the answer.
 */
const MAX_DRAINED_BYTES = 16_000_000;
const MAX_DEPTH = 32;
const MAX_TEXT = 2_000;

const tooLarge = (): Refusal => new Refusal(413, 'too_large', 'A body may hold 1 MB at most.');

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DRAINED_BYTES) throw tooLarge();
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());

/** Reads a body as JSON. Throws a {@link Refusal} when it is too large, too deep, or not JSON. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (!isJson(request.headers.get('content-type') ?? '')) {
    throw new Refusal(415, 'unsupported_media_type', 'The body must be application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw malformed('The body is not JSON.');
  }
  return checkedValue(value, []);
}

/** A copy of the value in which all text is well-formed Unicode. Refuses deep nesting and long texts. */
function checkedValue(value: unknown, path: readonly string[]): unknown {
  if (path.length > MAX_DEPTH) throw malformed('The body is nested too deep.');
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT) {
      throw invalid({ [path.join('.')]: `must not be longer than ${MAX_TEXT} characters` });
    }
    return value.toWellFormed();
  }
  if (Array.isArray(value)) return value.map((item, index) => checkedValue(item, [...path, String(index)]));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name.toWellFormed(), checkedValue(item, [...path, name])]),
    );
  }
  return value;
}
