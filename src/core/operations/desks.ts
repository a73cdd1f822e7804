// The further desks of a site, as its manager sees them, and the pairing of new ones.
import type { deskOperations } from '../../contract/desks.ts';
import { AppException, conflict, notFound } from '../../domain/app-error.ts';
import type { SeenDesk } from '../desks.ts';
import type { CommandContext, Handlers } from './handler.ts';

/** A desk that may ask now. */
function pairedDesk({ desks }: CommandContext, deskId: string): SeenDesk {
  const found = desks.list().find(({ id, shutOutAtMs }) => id === deskId && shutOutAtMs === null);
  if (!found) throw new AppException(notFound('There is no such desk, or it was shut out already.'));
  return found;
}

export const deskHandlers: Handlers<typeof deskOperations> = {
  'desks.list': ({ desks }) => {
    const network = desks.network();
    const pairing = desks.pairing();
    return {
      network: network && { addresses: [...network.addresses], fingerprint: network.fingerprint },
      pairing: pairing && { ...pairing, picture: [...pairing.picture] },
      items: desks.list().map(({ keyHash: _, ...desk }) => desk),
    };
  },

  'desks.openPairing': {
    effect: async ({ desks, actor }) => {
      if (!desks.network()) throw new AppException(conflict('state', 'This desk is not on the network.'));
      await desks.openPairing(actor);
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
    transaction: (context, { deskId, name }) => {
      const before = pairedDesk(context, deskId).name;
      if (before === name) return {};
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
