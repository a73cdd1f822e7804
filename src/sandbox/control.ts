// The control door of a sandbox that runs alone: HTTP requests that move its clock, disturb its network and list the
// webhooks it sent. It is open only when an option asks for it, and only to requests that carry its token.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { BEARER_CHALLENGE } from './bearer.ts';
import { NETWORK_MODES, type NetworkMode } from './faults.ts';

export const CONTROL_PREFIX = '/sandbox-control/';
const MAX_BODY_BYTES = 10_000;
/** Ten years. A larger number is taken for a typing mistake and refused. */
const MOST_SECONDS = 315_360_000;

export interface Controls {
  /** Whether an Authorization header carries the door's token. */
  isAuthorised(header: string | undefined): boolean;
  advanceSeconds(seconds: number): void;
  nowMs(): number;
  setNetwork(mode: NetworkMode, seed: number | undefined): void;
  networkMode(): NetworkMode;
  webhookLog(): readonly unknown[];
}

const clockBody = z.object({ advance_seconds: z.number().min(0).max(MOST_SECONDS) });
const networkBody = z.object({
  mode: z.enum(NETWORK_MODES),
  seed: z.number().int().optional(),
});

interface ControlAnswer {
  readonly status: number;
  readonly value: unknown;
}

const refusal = (status: number, code: string, message: string): ControlAnswer => ({
  status,
  value: { error: { code, message } },
});

/** Answers a request to the control door. */
export async function answerControl(
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await decide(controls, request);
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    ...(answer.status === 401 ? BEARER_CHALLENGE : {}),
  });
  response.end(JSON.stringify(answer.value));
}

async function decide(controls: Controls, request: IncomingMessage): Promise<ControlAnswer> {
  if (!controls.isAuthorised(request.headers.authorization)) {
    return refusal(401, 'unauthorised', 'The control door needs its token.');
  }
  // Browsers send an Origin, other programs do not: so no web page can change the clock or the network.
  if (request.headers.origin !== undefined) return refusal(403, 'forbidden', 'Not from a web page.');
  const door = `${request.method} ${(request.url ?? '').split('?')[0]?.slice(CONTROL_PREFIX.length)}`;
  switch (door) {
    case 'GET clock':
      return { status: 200, value: clockState(controls) };
    case 'GET network':
      return { status: 200, value: { mode: controls.networkMode() } };
    case 'GET webhooks':
      return { status: 200, value: { items: controls.webhookLog() } };
    case 'POST clock':
      return withBody(request, clockBody, ({ advance_seconds }) => {
        controls.advanceSeconds(advance_seconds);
        return clockState(controls);
      });
    case 'POST network':
      return withBody(request, networkBody, ({ mode, seed }) => {
        controls.setNetwork(mode, seed);
        return { mode: controls.networkMode() };
      });
    default:
      return refusal(404, 'not_found', 'There is no such control.');
  }
}

const clockState = (controls: Controls) => ({ now: new Date(controls.nowMs()).toISOString() });

async function withBody<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
  act: (body: z.output<Schema>) => unknown,
): Promise<ControlAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES)
    return refusal(413, 'too_large', 'The body is too large; a control takes 10 kB at most.');
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return refusal(400, 'malformed', 'The body is not JSON.');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return refusal(422, 'invalid', parsed.error.issues.map((one) => one.message).join('; '));
  return { status: 200, value: act(parsed.data) };
}
