// A desk whose service has another address than before asks there first whether it is the laboratory whose records it holds. A wrong
// former address in the settings would otherwise send to one laboratory what was saved for another, and mix the people of both.
import type { SiteNotice } from '../core/engine-parts.ts';
import type { Log } from '../core/ports/machine.ts';
import type { Call } from '../core/service/client.ts';
import { listLocations } from '../core/store/mirror/locations.ts';
import { latestRegistrationIds } from '../core/store/mirror/registrations.ts';
import type { Db } from '../core/store/open.ts';
import { AppException, offline, toAppError } from '../domain/app-error.ts';
import type { AppError } from '../domain/app-error.ts';

/** A list has no more on a page; a laboratory with more locations is known by its registrations. */
const LOCATIONS_ASKED = 100;
const REGISTRATIONS_ASKED = 3;

/** What the question failed with, said of what waited for it: that was not sent, whatever became of the question. */
function asNotSent(error: AppError): AppError {
  if (error.kind === 'unauthorised') return error;
  if (error.kind === 'busy' && error.reason === 'rate-limited') return error;
  return offline(error.kind === 'offline' ? error.reason : 'refused', 'not-sent', error.detail);
}

export interface SameLaboratory {
  /**
   * To be waited for before anything is asked of the service, or sent to it.
   *
   * @throws AppException `offline`, surely not sent, where another laboratory answers; else what the question itself failed with
   */
  check(): Promise<void>;
  /** What a person should know; empty while nothing speaks against it. */
  notices(): readonly SiteNotice[];
}

/**
 * The service counts as the same where it knows one location or registration of this desk by its identifier: no other laboratory has
 * that. A desk that knows none has never read its service, so what it holds names nothing there.
 */
export function createSameLaboratory(options: {
  readonly db: Db;
  /** Asks without {@link SameLaboratory.check}. */
  readonly ask: Call;
  readonly log: Log;
  /** For which service the desk was used last, and where it is now; in words. */
  readonly before: string;
  readonly now: string;
  /** The service is the same one: from now on the desk is noted as made for it. */
  readonly onProven: () => void;
  /** {@link SameLaboratory.notices} are others now. */
  readonly onChange: () => void;
}): SameLaboratory {
  const { db, ask, log, before, now } = options;
  let isProven = false;
  let isAnother = false;
  let asking: Promise<void> | null = null;

  /** Whether the answer to one question proves it; the refusal where that question may be closed to this key. */
  async function proves(question: () => Promise<boolean>): Promise<boolean | AppError> {
    try {
      return await question();
    } catch (thrown) {
      const error = toAppError(thrown, 'the question whose service it is');
      if (error.kind === 'not-found') return false;
      if (error.kind === 'forbidden') return error;
      throw new AppException(asNotSent(error), { cause: thrown });
    }
  }

  /** Asks one question after the other until one proves it. */
  async function isTheSame(): Promise<boolean> {
    const locations = listLocations(db).map(({ id }) => id);
    const registrations = latestRegistrationIds(db, REGISTRATIONS_ASKED);
    if (locations.length === 0 && registrations.length === 0) return true;
    const questions = [
      async (): Promise<boolean> => {
        const { value } = await ask('locations.list', { query: { results_per_page: LOCATIONS_ASKED } });
        return value.items.some(({ id }) => locations.includes(id));
      },
      ...registrations.map((id) => async (): Promise<boolean> => {
        const { value } = await ask('registrations.get', { params: { id } });
        return value.id === id;
      }),
    ];
    let forbidden: AppError | null = null;
    for (const question of questions) {
      const answer = await proves(question);
      if (answer === true) return true;
      if (answer !== false) forbidden = answer;
    }
    if (forbidden) throw new AppException(forbidden);
    return false;
  }

  async function look(): Promise<void> {
    isProven = await isTheSame();
    const wasAnother = isAnother;
    isAnother = !isProven;
    if (isProven) {
      options.onProven();
      log.info('the service is at another address than before and knows what this desk knows', { now });
    } else if (!wasAnother) {
      log.error('another laboratory answers at the address of the service: nothing is read or sent', { now });
    }
    if (isAnother !== wasAnother) options.onChange();
  }

  return {
    async check() {
      if (isProven) return;
      asking ??= look().finally(() => {
        asking = null;
      });
      await asking;
      if (isAnother) {
        throw new AppException(
          offline('another-laboratory', 'not-sent', `${now} knows nothing of this desk`),
        );
      }
    },
    notices() {
      if (!isAnother) return [];
      const detail = `What this desk holds is of ${before}. At ${now}, which the managed settings name, none of its locations and latest registrations is known. If that is another laboratory, take the former address out of service.formerAddresses of the managed settings, and start Drawdesk with --new-desk: what is here stays, and opens again when the settings name its service. Else correct service.address.`;
      return [{ id: 'another-laboratory', kind: 'another-laboratory', detail }];
    },
  };
}
