// A document for which there was no time is not one without text, and is read with more time from then on.
import { expect, it } from 'vitest';
import { JobFailed } from '../../../src/adapters/background-worker.ts';
import type { MakeWorker } from '../../../src/adapters/background-worker.ts';
import { createDocumentReader } from '../../../src/adapters/document-reader.ts';
import { silentLog } from '../../support/silent-log.ts';

const PDF = new TextEncoder().encode('%PDF-1.7 %%EOF');
const HOUR_MS = 60 * 60_000;

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
  expect(await reader.readText(PDF, 'now')).toBeNull();
  expect(await reader.readText(PDF, 'now')).toBe('DRW-AAA001');
  expect(limits).toEqual([10_000, 40_000]);
});

it('says of a label that there was no time, and has no more time for it hours later', async () => {
  const { reader, limits, pass } = readerOf(50_000);
  expect(await reader.readLabel(PDF, 'ahead')).toEqual({ text: '', code: null, tookTooLong: true });
  pass(HOUR_MS);
  await reader.readLabel(PDF, 'ahead');
  pass(2 * HOUR_MS);
  await reader.readLabel(PDF, 'ahead');
  expect(limits).toEqual([10_000, 40_000, 10_000]);
});
