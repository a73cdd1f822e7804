// A desk for the gallery: it answers what an entry says, and knows no engine.
import { offline, timeout, type Result } from '../../src/domain/app-error.ts';
import { createDeskClient, type DeskClient } from '../../src/renderer/host/desk-client.ts';
import type { CannedAnswer, GalleryState } from './gallery-entry.ts';
import { CONNECTION, SESSION } from './people-and-places.ts';

const CUT_OFF = {
  ...CONNECTION,
  state: 'offline',
  quality: 'down',
  error: offline('connection-lost', 'unknown', 'the line is cut'),
  waiting: 3,
};

export function galleryDesk({ answers = {}, isOffline = false }: GalleryState): DeskClient {
  const all: Partial<Record<string, CannedAnswer>> = {
    'session.get': { value: SESSION },
    'connection.get': { value: isOffline ? CUT_OFF : CONNECTION },
    ...answers,
  };
  return createDeskClient({
    kind: 'browser',
    call({ name, commandId }): Promise<Result<unknown>> {
      if (commandId !== undefined)
        return Promise.resolve({ ok: false, error: timeout('the gallery changes nothing') });
      const answer = all[name];
      if (answer === undefined || answer === 'never') return new Promise(() => undefined);
      return Promise.resolve(
        'error' in answer ? { ok: false, error: answer.error } : { ok: true, value: answer.value },
      );
    },
    subscribe: () => () => undefined,
  });
}
