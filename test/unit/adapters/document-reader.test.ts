// A document that could not be read is not one without text; where there was no time for it, there is more from then on.
import { expect, it } from 'vitest';
import { JobFailed } from '../../../src/adapters/background-worker.ts';
import type { MakeWorker } from '../../../src/adapters/background-worker.ts';
import { createDocumentReader } from '../../../src/adapters/document-reader.ts';
import { silentLog } from '../../support/silent-log.ts';

const PDF = new TextEncoder().encode('%PDF-1.7 %%EOF');
const HOUR_MS = 60 * 60_000;
const NOT_READ = { text: '', notRead: true };

/** A reader whose thread needs so long for each document. */
function readerOf(needsMs: number) {
  let nowMs = 0;
  const limits: (number | undefined)[] = [];
  const makeWorker = (() => ({
    run: async (_: unknown, { timeoutMs }: { readonly timeoutMs?: number }) => {
      limits.push(timeoutMs);
      if (needsMs > (timeoutMs ?? 0)) throw new JobFailed('took too long', 'took too long');
      return { text: 'DRW-AAA001', code: null, failure: null, inspection: null };
    },
    close: async () => {},
  })) as unknown as MakeWorker;
  const reader = createDocumentReader(silentLog, makeWorker, () => nowMs);
  return { reader, limits, pass: (ms: number) => void (nowMs += ms) };
}

it('says that there was no time, and reads it with more time when it is asked again', async () => {
  const { reader, limits } = readerOf(15_000);
  expect(await reader.read(PDF, 'now')).toEqual(NOT_READ);
  expect(await reader.read(PDF, 'now')).toEqual({ text: 'DRW-AAA001' });
  expect(limits).toEqual([10_000, 40_000]);
});

it('says of a label that there was no time, and has no more time for it hours later', async () => {
  const { reader, limits, pass } = readerOf(50_000);
  expect(await reader.readLabel(PDF, 'ahead')).toEqual({ text: '', code: null, notRead: true });
  pass(HOUR_MS);
  await reader.readLabel(PDF, 'ahead');
  pass(2 * HOUR_MS);
  await reader.readLabel(PDF, 'ahead');
  expect(limits).toEqual([10_000, 40_000, 10_000]);
});

/** A reader whose thread answers, or fails, like this. */
const readerThat = (run: () => Promise<unknown>) =>
  createDocumentReader(silentLog, (() => ({ run, close: async () => {} })) as unknown as MakeWorker);

it.each([
  'took too much memory',
  'the thread ended',
  'the thread failed',
  'DocumentSpoilt',
  'stopped',
  'closed',
])('says that it was not read where its job ended with: %s', async (failure) => {
  const reader = readerThat(async () => {
    throw new JobFailed(failure, failure);
  });
  expect(await reader.read(PDF, 'now')).toEqual(NOT_READ);
  expect(await reader.readLabel(PDF, 'ahead')).toEqual({ text: '', code: null, notRead: true });
});

it('says of what is no PDF, and of what is larger than any that the desk takes, that it was not read', async () => {
  const reader = readerThat(async () => ({ text: 'read', code: null, failure: null, inspection: null }));
  const large = new Uint8Array(25 * 1024 * 1024 + 1);
  large.set(PDF);
  for (const bytes of [new Uint8Array(), new TextEncoder().encode('<html>Sign in</html>'), large])
    expect(await reader.read(bytes, 'now')).toEqual(NOT_READ);
  expect(await reader.read(large.subarray(0, -1), 'now')).toMatchObject({ text: 'read' });
});

it('says of one that was read and has no text that it has none', async () => {
  const reader = readerThat(async () => ({ text: '', code: null, failure: null, inspection: null }));
  expect(await reader.read(PDF, 'now')).toEqual({ text: '' });
});
