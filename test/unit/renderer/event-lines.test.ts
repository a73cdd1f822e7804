// Events off the stream, however the bytes were cut.
import { describe, expect, it } from 'vitest';
import { readEventLines } from '../../../src/renderer/host/event-lines.ts';

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe('the event stream', () => {
  it('yields whole events, and for heartbeats only a sign of life', async () => {
    const lines = `\n${JSON.stringify({ type: 'changed', run: 'ä', number: 1, topics: ['board'] })}\n\n${JSON.stringify({ type: 'resynchronise', run: 'ä', number: 2 })}\n`;
    const bytes = new TextEncoder().encode(lines);
    for (const size of [1, 7, bytes.length]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
      let signs = 0;
      const events = [];
      for await (const event of readEventLines(streamOf(chunks), () => (signs += 1))) events.push(event);
      expect(events.map(({ number }) => number)).toEqual([1, 2]);
      expect(events[0]?.run).toBe('ä');
      expect(signs).toBe(chunks.length);
    }
  });
});
