// Forms and labels of the coming visits, fetched while the line is up so that they are there when it is down; and the
// code that the service prints on its own label, read off that label where no answer told it.
import { AppException } from '../../domain/app-error.ts';
import type { Topic } from '../../contract/events.ts';
import type { LabelCodeReader, Log } from '../ports.ts';
import type { Db } from '../store/db/database.ts';
import { saveDocument, storedDocumentKinds } from '../store/mirror/documents.ts';
import type { DocumentKind } from '../store/mirror/documents.ts';
import { saveLabelCode } from '../store/mirror/label-codes.ts';
import { isLabelCodeKnown } from '../store/mirror/label-codes.ts';
import type { RegistrationOfDay } from '../store/mirror/pull-needs.ts';
import type { Gateway } from '../line/gateway.ts';
import { forEachFew } from './pool.ts';

export interface DocumentsAheadOptions {
  readonly db: Db;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly labelCodeReader: LabelCodeReader;
  readonly serverNowMs: () => number;
  readonly onChange: (topics: Topic[]) => void;
  readonly readsAtOnce: number;
}

/** Throws only when the line is to blame; a document that the service will not give is left for the next time. */
export async function fetchDocumentsAhead(
  options: DocumentsAheadOptions,
  registrations: readonly RegistrationOfDay[],
): Promise<void> {
  const { db } = options;
  const assigned = registrations.filter(({ patientId }) => patientId !== null);
  const stored = storedDocumentKinds(
    db,
    assigned.map(({ id }) => id),
  );
  const lacking = assigned.filter(({ id }) => (stored.get(id)?.size ?? 0) < 2);
  await forEachFew(lacking, options.readsAtOnce, async ({ id }) => {
    const kinds = stored.get(id);
    if (!kinds?.has('label')) await fetchDocument(options, id, 'label');
    if (!kinds?.has('trf')) await fetchDocument(options, id, 'trf');
  });
}

async function fetchDocument(options: DocumentsAheadOptions, id: string, kind: DocumentKind): Promise<void> {
  const { db, gateway, log } = options;
  const askedAtMs = gateway.nowMs();
  const operation = kind === 'trf' ? 'registrations.trf' : 'registrations.label';
  try {
    const answer = await gateway.call(operation, { params: { id } });
    // Made out for whoever was on it when it was asked for.
    if (answer.kind !== 'pdf' || gateway.isOutdated({ kind: 'registration', serverId: id }, askedAtMs))
      return;
    const code = kind === 'label' && !isLabelCodeKnown(db, id) ? await readCode(options, answer.bytes) : null;
    if (gateway.isOutdated({ kind: 'registration', serverId: id }, askedAtMs)) return;
    saveDocument(db, {
      registrationId: id,
      kind,
      contentType: answer.contentType,
      bytes: answer.bytes,
      fetchedAtMs: options.serverNowMs(),
    });
    if (code !== null) saveLabelCode(db, id, code, 'label-document');
    options.onChange(['board']);
  } catch (thrown) {
    const error = thrown instanceof AppException ? thrown.error : null;
    if (error === null || error.retry !== 'never') throw thrown;
    log.debug('document not fetched', { kind, error: error.kind });
  }
}

async function readCode(options: DocumentsAheadOptions, pdf: Uint8Array): Promise<string | null> {
  try {
    return await options.labelCodeReader.readCode(pdf);
  } catch (thrown) {
    options.log.warn('label document could not be read', { error: String(thrown) });
    return null;
  }
}
