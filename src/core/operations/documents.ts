// The service's documents: from the service while it answers, else from the store.
import type { documentOperations } from '../../contract/documents.ts';
import { AppException, notFound, offline, rejected } from '../../domain/app-error.ts';
import { isOfSomebodyElse } from '../pull/whose-document.ts';
import { findDocument, saveDocument } from '../store/mirror/documents.ts';
import { readRegistration } from '../store/mirror/registration-records.ts';
import { connectionIsUp } from './handler.ts';
import type { Handlers } from './handler.ts';

export const documentHandlers: Handlers<typeof documentOperations> = {
  'documents.get': async (context, { registrationId, kind }) => {
    const registration = readRegistration(context.db, registrationId);
    if (!registration) throw new AppException(notFound('There is no such registration.'));
    const { serverId } = registration;
    const stored = findDocument(context.db, registrationId, kind);

    if (serverId !== null && connectionIsUp(context)) {
      try {
        const fetched = await (kind === 'trf'
          ? context.service.registrations.trf(serverId)
          : context.service.registrations.label(serverId));
        const text = await context.documentReader.readText(fetched.bytes, 'now');
        if (isOfSomebodyElse(context.db, serverId, text)) {
          throw new AppException(
            rejected('The service sent a document of somebody else.', { document: 'of-somebody-else' }),
          );
        }
        const document = {
          contentType: fetched.contentType,
          bytes: fetched.bytes,
          fetchedAtMs: context.nowMs,
        };
        saveDocument(context.db, { registrationId: serverId, kind, ...document });
        return {
          contentType: document.contentType,
          base64: Buffer.from(document.bytes).toString('base64'),
          fetchedAtMs: document.fetchedAtMs,
          stored: false,
        };
      } catch (thrown) {
        // When the service fails, the stored document is shown. Without one the screen is told the error.
        if (!stored) throw thrown;
      }
    }
    if (!stored) {
      throw new AppException(
        offline(
          'connection-lost',
          'not-sent',
          'The document was not fetched before the connection went down.',
        ),
      );
    }
    return {
      contentType: stored.contentType,
      base64: Buffer.from(stored.bytes).toString('base64'),
      fetchedAtMs: stored.fetchedAtMs,
      stored: true,
    };
  },
};
