// The further desks of a site, as its manager sees them, and the pairing of new ones.
import type { deskOperations } from '../../contract/desks.ts';
import { AppException, conflict, notFound } from '../../domain/app-error.ts';
import type { SeenDesk } from '../desks.ts';
import type { CommandContext, Context, Handlers } from './handler.ts';

/** The notices of desks as which two computers work, as `session.get` lists them. */
export function twinNotices({ desks, deskPrinting }: Context): TwinNotice[] {
  return desks.list().flatMap(({ id, name }) => {
    const twins = deskPrinting.twinsOf(id);
    if (!twins) return [];
    const [one, other] = twins;
    const where = one === other ? `both at ${one}` : `at ${one} and ${other}`;
    const detail = `Two computers work as “${name}”, ${where}: its data folder was copied, or its disk. What is done at either is written down as done at “${name}”, and only one of them prints. Shut “${name}” out under Desks, and add each computer anew there, under a name of its own.`;
    return [{ id: `desk-twice-${id}`, kind: 'desk-twice', detail }];
  });
}

interface TwinNotice {
  readonly id: string;
  readonly kind: 'desk-twice';
  readonly detail: string;
}

/** A desk that may ask now. */
function pairedDesk({ desks }: CommandContext, deskId: string): SeenDesk {
  const found = desks.list().find(({ id, shutOutAtMs }) => id === deskId && shutOutAtMs === null);
  if (!found) throw new AppException(notFound('There is no such desk, or it was shut out already.'));
  return found;
}

export const deskHandlers: Handlers<typeof deskOperations> = {
  'desks.list': ({ desks, deskPrinting }) => {
    const network = desks.network();
    const pairing = desks.pairing();
    return {
      network: network && { addresses: [...network.addresses], fingerprint: network.fingerprint },
      pairing: pairing && { ...pairing, picture: [...pairing.picture] },
      items: desks.list().map(({ keyHash: _, ...desk }) => {
        const twins = deskPrinting.twinsOf(desk.id);
        return { ...desk, twins: twins && [...twins] };
      }),
    };
  },

  'desks.openPairing': {
    effect: async ({ desks, actor, desk }) => {
      if (!desks.network()) throw new AppException(conflict('state', 'This desk is not on the network.'));
      await desks.openPairing(actor, desk?.id ?? null);
      return {};
    },
  },

  'desks.closePairing': {
    effect: async ({ desks }) => {
      desks.closePairing();
      return {};
    },
  },

  'desks.rename': {
    transaction: (context, { deskId, seenName, name }) => {
      const before = pairedDesk(context, deskId).name;
      if (before === name) return {};
      if (before !== seenName)
        throw new AppException(conflict('changed', 'The desk has got another name since it was shown.'));
      const renamed = context.desks.rename(deskId, name);
      if (!renamed) throw new AppException(conflict('duplicate', 'Another desk has this name.'));
      context.afterCommit(renamed);
      context.record('desk-renamed', { visitId: null, desk: name, before });
      context.changed('desks', 'activity', 'session');
      return {};
    },
  },

  'desks.shutOut': {
    transaction: (context, { deskId }) => {
      const { name } = pairedDesk(context, deskId);
      context.record('desk-shut-out', { visitId: null, desk: name });
      context.changed('desks');
      context.afterCommit(context.desks.shutOut(deskId));
      return {};
    },
  },
};
