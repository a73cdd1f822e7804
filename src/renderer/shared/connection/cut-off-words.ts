// Why what is asked of the service has to wait, and until when. Pure.
import type { Connection } from './connection-words.ts';

export interface CutOff {
  /** A sentence without its full stop. */
  readonly why: string;
  /** What has to come about, as in “this waits until …”. */
  readonly until: string;
}

const OUT_OF_REACH: CutOff = { why: 'The service cannot be reached', until: 'it can' };
const NOT_ACCEPTED: CutOff = { why: 'The service does not accept this desk’s key', until: 'it does' };
const WITHOUT_RIGHTS: CutOff = {
  why: 'The service lets this desk’s key do nothing',
  until: 'it has its rights again',
};

/** Null while the service can be asked. */
export function cutOffOf({ state, error }: Pick<Connection, 'state' | 'error'>): CutOff | null {
  if (state === 'offline') return OUT_OF_REACH;
  if (state !== 'sign-in-needed') return null;
  return error?.kind === 'forbidden' ? WITHOUT_RIGHTS : NOT_ACCEPTED;
}
