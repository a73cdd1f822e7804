// The one error that the sandbox throws to refuse a request: status, code for programs, message for people, wrong
// fields.
import type { ErrorBody } from '../wire/error.ts';

/**
 * A refused request. The functions below make the usual ones.
 *
 * @example throw new Refusal(415, 'unsupported_media_type', 'The body must be application/json.')
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with each field, by its path, as in `{"items.0.quantity": "must be 1 or more"}`. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(status: number, code: string, message: string, fields?: Readonly<Record<string, string>>) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  /** The JSON body of the answer. */
  body(): ErrorBody {
    const { code, message, fields } = this;
    return { error: { code, message, ...(fields ? { fields: { ...fields } } : {}) } };
  }
}

/** 400: the body cannot be read as JSON. */
export const malformed = (message: string): Refusal => new Refusal(400, 'malformed', message);
/** 404 for an identifier that names nothing, as in `notFound('slot')`. */
export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);
/** 404 for a record that exists but lacks what was asked for. */
export const missing = (message: string): Refusal => new Refusal(404, 'not_found', message);
/** 409: somebody else has this slot, or it cannot be booked at all. */
export const taken = (message: string): Refusal => new Refusal(409, 'taken', message);
/** 409: the value of `field` must be unique and is in use, as in `duplicate('foreign_id', 'It is in use.')`. */
export const duplicate = (field: string, message: string): Refusal =>
  new Refusal(409, 'duplicate', message, { [field]: 'is in use' });
/** 409: the record is in a state that does not allow this. */
export const wrongState = (message: string): Refusal => new Refusal(409, 'state', message);
/** 422: fields are missing or wrong, as in `invalid({ quantity: 'must be at least 1' })`. */
export const invalid = (fields: Readonly<Record<string, string>>, message?: string): Refusal =>
  new Refusal(422, 'invalid', message ?? 'Some fields are missing or wrong.', fields);
