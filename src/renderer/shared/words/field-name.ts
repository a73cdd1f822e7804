// What a field of the service is called. Pure.

/**
 * By the path of the field; its place in a list tells people nothing.
 * @example fieldName('product_ids.0') // 'product'
 */
export function fieldName(path: string): string {
  const parts = path.split('.');
  const at = parts.findLastIndex((part) => !/^\d+$/.test(part));
  const name = parts[at] ?? path;
  if (name === 'foreign_id') return 'reference';
  const isOneOfThem = at < parts.length - 1;
  return name
    .replace(/_ids$/, isOneOfThem ? '' : 's')
    .replace(/_id$/, '')
    .replaceAll('_', ' ');
}
