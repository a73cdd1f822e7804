// Who may use this web host: launch token, one-time tokens for further windows, bearers. In memory only.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A window opened from the app takes its token within seconds. */
const ONE_TIME_TOKEN_LIVES_MS = 60_000;

export interface Access {
  /** Opens any number of windows while this host runs: it is what the person at the terminal has. */
  readonly launchToken: string;
  /** A token that opens one window, soon. */
  makeOneTimeToken(): string;
  /** A bearer for whoever presents a good token; null otherwise. */
  exchange(token: string): string | null;
  accepts(bearer: string): boolean;
}

/** `monotonicMs` ages the one-time tokens. */
export function createAccess(monotonicMs: () => number = () => performance.now()): Access {
  const launchToken = newSecret();
  const launchDigest = digestOf(launchToken);
  const bearers = new Set<string>();
  const oneTimeTokens = new Map<string, number>();

  const takeOneTimeToken = (digest: Buffer): boolean => {
    const key = digest.toString('hex');
    const madeAtMs = oneTimeTokens.get(key);
    oneTimeTokens.delete(key);
    return madeAtMs !== undefined && monotonicMs() - madeAtMs <= ONE_TIME_TOKEN_LIVES_MS;
  };

  return {
    launchToken,
    makeOneTimeToken() {
      for (const [key, madeAtMs] of oneTimeTokens) {
        if (monotonicMs() - madeAtMs > ONE_TIME_TOKEN_LIVES_MS) oneTimeTokens.delete(key);
      }
      const token = newSecret();
      oneTimeTokens.set(digestOf(token).toString('hex'), monotonicMs());
      return token;
    },
    exchange(token) {
      const digest = digestOf(token);
      if (!timingSafeEqual(digest, launchDigest) && !takeOneTimeToken(digest)) return null;
      const bearer = newSecret();
      bearers.add(digestOf(bearer).toString('hex'));
      return bearer;
    },
    accepts: (bearer) => bearers.has(digestOf(bearer).toString('hex')),
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets are compared and looked up by digest: how long that takes tells nothing about the secret. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
