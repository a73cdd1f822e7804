// What the sandbox refuses, as one kind of error: a status, a code for programs, words for people, fields at fault.
import type { ErrorBody } from '../wire/error.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** What is wrong with each field, by its path. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(status: number, code: string, message: string, fields?: Readonly<Record<string, string>>) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  body(): ErrorBody {
    const { code, message, fields } = this;
    return { error: { code, message, ...(fields ? { fields: { ...fields } } : {}) } };
  }
}

export const malformed = (message: string): Refusal => new Refusal(400, 'malformed', message);
export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);
export const missing = (message: string): Refusal => new Refusal(404, 'not_found', message);
/** Somebody has that slot, or nobody can have it. */
export const taken = (message: string): Refusal => new Refusal(409, 'taken', message);
export const duplicate = (field: string, message: string): Refusal =>
  new Refusal(409, 'duplicate', message, { [field]: 'is in use' });
/** The record is not in a state in which this can be done. */
export const wrongState = (message: string): Refusal => new Refusal(409, 'state', message);
export const invalid = (fields: Readonly<Record<string, string>>, message?: string): Refusal =>
  new Refusal(422, 'invalid', message ?? 'Some fields are missing or wrong.', fields);
