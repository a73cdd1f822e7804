// Values whose form the service does not publish, as text that a person can read.

const DEEPEST = 4;

/**
 * A text as it is; of a list or a record, a line for each thing in it. Null for nothing: null, an empty text, an empty
 * list. Nothing in it is read as anything but text.
 *
 *     plainText({ line1: '1 High Street', city: 'London' }) // 'line1: 1 High Street\ncity: London'
 */
export function plainText(value: unknown): string | null {
  const lines = linesOf(value, 0).filter((line) => line !== '');
  return lines.length === 0 ? null : lines.join('\n');
}

function linesOf(value: unknown, depth: number): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return [value.trim()];
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return [String(value)];
  if (typeof value !== 'object') return [];
  if (depth >= DEEPEST) return ['…'];
  if (Array.isArray(value)) return value.flatMap((one) => linesOf(one, depth + 1));
  return Object.entries(value).flatMap(([name, one]) => {
    const inner = linesOf(one, depth + 1).filter((line) => line !== '');
    return inner.length === 0 ? [] : [`${name.replaceAll('_', ' ')}: ${inner.join(', ')}`];
  });
}
