// Asks a printer over IPP: one request, one answer, each within a time and a size. HTTP carries it (RFC 8010, 4).
import { HttpFailure, type Http } from '../../core/ports/machine.ts';
import {
  decodeIpp,
  encodeIpp,
  GROUPS,
  IppFormatError,
  TAGS,
  type IppAttribute,
  type IppGroup,
  type IppMessage,
} from './message.ts';

/** A question that takes longer is given up. */
const QUESTION_LIMIT_MS = 5_000;
/** A slow printer takes a form in seconds; some answer only when they have drawn all of it. */
const DOCUMENT_LIMIT_MS = 90_000;
const MOST_ANSWER_BYTES = 512 * 1024;
const VERSION_2_0 = 0x0200;
const VERSION_1_1 = 0x0101;
const VERSION_NOT_SUPPORTED = 0x0503;
/** Statuses below this one say that it was done, perhaps without some of what was asked for. */
const FIRST_FAILURE = 0x0100;

/** The answer was no answer of an IPP printer. */
export interface NoAnswer {
  /** `not-sent`: the printer received nothing. `lost`: it may have carried out what was asked. */
  readonly failure: 'not-sent' | 'lost' | 'not-ipp';
  readonly detail: string;
}

export interface IppAnswer {
  readonly status: number;
  readonly isDone: boolean;
  readonly groups: readonly IppGroup[];
}

export interface IppQuestion {
  readonly operation: number;
  /** After the charset, the language and the printer's address, which every request begins with. */
  readonly operationAttributes?: readonly IppAttribute[];
  readonly jobAttributes?: readonly IppAttribute[];
  readonly document?: Uint8Array;
  /** Once it is aborted, no answer is waited for any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks the printer whose address is an http URL. Never rejects. */
export type AskPrinter = (url: string, question: IppQuestion) => Promise<IppAnswer | NoAnswer>;

/** The address as printers know it: `ipp://192.0.2.20/ipp/print`. */
const printerUri = (url: string): string => url.replace(/^http/, 'ipp');

function wordsOf(failure: HttpFailure): string {
  switch (failure.reason) {
    case 'refused':
      return 'the printer refuses the connection';
    case 'name-not-found':
      return "the printer's name is not known on this network";
    case 'untrusted':
      return 'the certificate of what answers there is not believed by this computer';
    case 'timeout':
      return 'the printer does not answer';
    case 'too-large':
      return 'what answers there is no printer: its answer is far too long';
    case 'connection-lost':
    case 'aborted':
    case 'switched-off':
      return failure.delivery === 'not-sent'
        ? 'the printer cannot be reached on this network'
        : 'the connection to the printer broke';
  }
}

/** Makes the function that asks printers over the given HTTP. */
export function createAskPrinter(http: Http): AskPrinter {
  let lastRequestId = 0;
  /** By address, of those that do not speak the newer version. */
  const versions = new Map<string, number>();

  async function exchange(
    url: string,
    question: IppQuestion,
    version: number,
  ): Promise<IppMessage | NoAnswer> {
    const requestId = (lastRequestId = (lastRequestId % 0x7fff_fffe) + 1);
    const head = encodeIpp({
      version,
      code: question.operation,
      requestId,
      groups: [
        {
          tag: GROUPS.operation,
          attributes: [
            { name: 'attributes-charset', tag: TAGS.charset, values: ['utf-8'] },
            { name: 'attributes-natural-language', tag: TAGS.language, values: ['en'] },
            { name: 'printer-uri', tag: TAGS.uri, values: [printerUri(url)] },
            ...(question.operationAttributes ?? []),
          ],
        },
        ...(question.jobAttributes ? [{ tag: GROUPS.job, attributes: question.jobAttributes }] : []),
      ],
    });
    const { document } = question;
    try {
      const answer = await http.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/ipp', accept: 'application/ipp' },
        bytes: document ? Buffer.concat([head, document]) : head,
        timeoutMs: document ? DOCUMENT_LIMIT_MS : QUESTION_LIMIT_MS,
        maxBytes: MOST_ANSWER_BYTES,
        ...(question.signal ? { signal: question.signal } : {}),
      });
      if (answer.status !== 200) {
        const why =
          answer.status >= 300 && answer.status < 400
            ? 'it leads to another address'
            : answer.status === 401 || answer.status === 403
              ? 'it asks for a password'
              : `it answers with HTTP status ${answer.status}`;
        return { failure: 'not-ipp', detail: `there is no printer to print on at this address: ${why}` };
      }
      const { message } = decodeIpp(answer.body);
      if (message.requestId !== requestId) throw new IppFormatError('it answers another request');
      return message;
    } catch (thrown) {
      if (thrown instanceof IppFormatError) {
        return { failure: 'not-ipp', detail: `what answers there is no IPP printer: ${thrown.message}` };
      }
      if (!(thrown instanceof HttpFailure)) throw thrown;
      return { failure: thrown.delivery === 'not-sent' ? 'not-sent' : 'lost', detail: wordsOf(thrown) };
    }
  }

  return async (url, question) => {
    const version = versions.get(url) ?? VERSION_2_0;
    let answer = await exchange(url, question, version);
    if ('code' in answer && answer.code === VERSION_NOT_SUPPORTED) {
      // An older printer, or a newer one in its place. It has carried out nothing, so the same can be asked again.
      const other = version === VERSION_2_0 ? VERSION_1_1 : VERSION_2_0;
      answer = await exchange(url, question, other);
      if ('code' in answer && answer.code !== VERSION_NOT_SUPPORTED) versions.set(url, other);
    }
    if ('failure' in answer) return answer;
    return { status: answer.code, isDone: answer.code < FIRST_FAILURE, groups: answer.groups };
  };
}
