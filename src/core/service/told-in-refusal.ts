// What a refusal's body tells: a code, one message, and what is wrong with each field. Each part is read by itself, because the
// service publishes no shape: one that is odd takes nothing from the others.
import { readJsonObject } from './refusal-shapes.ts';

/** A longer text is cut: it is shown beside a form field. */
const LONGEST_TEXT = 300;

export interface ToldInRefusal {
  /** For programs; null when there is none. */
  readonly code: string | null;
  /** By the path of the field; about the whole request under the empty path, where no field is named. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * @example toldInRefusal(bytesOf('{"error": {"fields": {"email": ["is not valid", "is in use"]}}}')).fields
 *   // { email: 'is not valid, is in use' }
 */
export function toldInRefusal(body: Uint8Array): ToldInRefusal {
  const error = memberOf(readJsonObject(body), 'error');
  const code = memberOf(error, 'code');
  const fields = memberOf(error, 'fields');
  const named =
    typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? Object.entries(fields).flatMap(([path, value]) => {
          const text = textOf(value);
          return text === null ? [] : [[path, text] as const];
        })
      : [];
  const message = textOf(memberOf(error, 'message'));
  return {
    code: typeof code === 'string' ? code : null,
    fields: named.length > 0 || message === null ? Object.fromEntries(named) : { '': message },
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** A text, or several in a list, as one line that people can read; null where there is none. */
function textOf(value: unknown): string | null {
  const texts = (Array.isArray(value) ? value : [value]).flatMap((part) => {
    if (typeof part !== 'string' || hasTags(part)) return [];
    const line = part.replaceAll(/\s+/g, ' ').trim();
    return line === '' ? [] : [line];
  });
  return texts.length === 0 ? null : texts.join(', ').slice(0, LONGEST_TEXT);
}

/** A page or a piece of one is nothing that people read. */
const hasTags = (text: string): boolean => /<[a-z!/]/i.test(text);
