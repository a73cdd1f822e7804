// What a media query has to be when everything on the page is enlarged. Pure.

/**
 * A media query with its lengths enlarged.
 * @example enlargedQuery('(min-width: 1240px)', 1.5) // '(min-width: 1860px)'
 */
export function enlargedQuery(query: string, zoom: number): string {
  return query.replace(/(\d+(?:\.\d+)?)px/g, (_, length: string) => `${Number(length) * zoom}px`);
}
