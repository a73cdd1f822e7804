// A retest of a registration, and the e-mail with which a person completes one. Neither is ever repeated by the desk
// itself: see once-only.ts.
import { bug } from '../../../domain/app-error.ts';
import type { Evidence } from '../../../domain/evidence.ts';
import { retestsOf, upsertRegistrations } from '../../store/mirror/registrations.ts';
import { lookFailed, needServerId, outcomeOf } from '../attempt.ts';
import type { Attempt, Executor } from '../attempt.ts';
import { askWhetherDone, onceOnlyFailed, readNewest, waitsForLateOne } from '../once-only.ts';
import { confirmed, inDoubt } from '../verdict.ts';
import type { Verdict } from '../verdict.ts';

type Retest = Attempt<'registration.retest'>;

export const registrationRetest: Executor<'registration.retest'> = {
  async send(attempt: Retest): Promise<Verdict> {
    const { db, gateway, row, nowMs } = attempt;
    const serverId = needServerId(attempt, 'registration', row.change.payload.registrationId);
    if (typeof serverId !== 'string') return serverId;
    const made = await outcomeOf(gateway.call('registrations.retest', { params: { id: serverId } }));
    if (!made.ok) return onceOnlyFailed(attempt, made.error);
    const { value: retest } = made.value;
    if (retest.id === serverId) {
      return inDoubt(
        bug('the service answered a retest with the registration itself', { origin: 'service' }),
      );
    }
    return confirmed(() => {
      upsertRegistrations(db, [retest], nowMs);
      return [
        { kind: 'registration', serverId: retest.id },
        { kind: 'registration', serverId },
      ];
    });
  },

  async verify(attempt: Retest): Promise<Verdict> {
    const wait = waitsForLateOne(attempt);
    if (wait) return wait;
    const { registrationId, knownRetestIds } = attempt.row.change.payload;
    const serverId = needServerId(attempt, 'registration', registrationId);
    if (typeof serverId !== 'string') return serverId;
    const read = await readNewest(attempt);
    if ('failed' in read) return lookFailed(read.failed);
    const known = new Set(knownRetestIds);
    const found = new Map(
      [...retestsOf(attempt.db, serverId), ...read.registrations]
        .filter(({ id, parent_id }) => parent_id === serverId && !known.has(id))
        .map(({ id, trf_code }) => [id, { id, code: trf_code }]),
    );
    const evidence: Evidence = {
      lookedAtMs: attempt.nowMs,
      found: [...found.values()],
      standing: null,
    };
    return askWhetherDone(attempt, evidence);
  },
};

export const completeEmail: Executor<'registration.sendCompleteEmail'> = {
  async send(attempt: Attempt<'registration.sendCompleteEmail'>): Promise<Verdict> {
    const { gateway, row } = attempt;
    const { registrationId, email } = row.change.payload;
    const serverId = needServerId(attempt, 'registration', registrationId);
    if (typeof serverId !== 'string') return serverId;
    const sent = await outcomeOf(
      gateway.call('registrations.sendCompleteEmail', { params: { id: serverId }, body: { email } }),
    );
    return sent.ok ? confirmed() : onceOnlyFailed(attempt, sent.error);
  },

  // Nothing that can be read tells whether an e-mail left.
  verify: async (attempt) => askWhetherDone(attempt, null),
};
