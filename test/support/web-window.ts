// Does what a window of the web host does to sign in and to return, for tests of the web host without a browser.
import { randomBytes } from 'node:crypto';
import type { DeskProof, OpenedSession } from '../../src/contract/desk-proof.ts';
import { proofOf } from '../../src/web-host/proof.ts';

export interface WebWindow {
  /** Signs in with the token of a link. Null when the token is not valid. */
  open(token: string): Promise<OpenedSession | null>;
  /**
   * Returns with a session. Null when the session is over.
   *
   * @throws Error when the program that listens there cannot prove that it is the desk
   */
  resume(kept: Pick<OpenedSession, 'session' | 'secret'>): Promise<OpenedSession | null>;
  /** Posts JSON, with a bearer token if one is given. */
  post(path: string, body: unknown, bearer?: string): Promise<Response>;
}

/** A window of the desk at `origin`, such as `http://127.0.0.1:40123`. */
export function webWindow(origin: string): WebWindow {
  const post: WebWindow['post'] = (path, body, bearer) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    });
  const opened = async (answer: Response): Promise<OpenedSession | null> => {
    if (answer.status === 401) return null;
    if (!answer.ok) throw new Error(`the desk answered ${answer.status}`);
    return (await answer.json()) as OpenedSession;
  };
  return {
    post,
    open: async (token) =>
      opened(await post('/api/session', { token, nonce: randomBytes(24).toString('base64url') })),
    async resume({ session, secret }) {
      const windowNonce = randomBytes(24).toString('base64url');
      const challenge = await post('/api/challenge', { party: session, nonce: windowNonce });
      if (challenge.status === 401) return null;
      const desk = (await challenge.json()) as DeskProof;
      const parts = {
        party: session,
        port: Number(new URL(origin).port),
        windowNonce,
        deskNonce: desk.nonce,
      };
      if (desk.proof !== proofOf(secret, 'desk', parts)) throw new Error('this is not the desk');
      const proof = proofOf(secret, 'window', parts);
      return opened(
        await post('/api/resume', { party: session, nonce: windowNonce, deskNonce: desk.nonce, proof }),
      );
    },
  };
}
