// Reads events from a stream, one on each line, however the bytes are divided into chunks.
import type { DeskEvent } from '../../contract/events.ts';

/** Yields each event; `onSign` is called for every sign of life, heartbeats (blank lines) included. `Line`: what else the lines can be. */
export async function* readEventLines<Line = DeskEvent>(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<Line> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onSign();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.trim() !== '') yield JSON.parse(line) as Line;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
