// The token with which a desk shows the laboratory service who it is.

/** What is wrong with a token that cannot be in a header. */
export type TokenProblem = 'scheme' | 'line-break' | 'space' | 'sign';

/**
 * Null: it can be sent, and the service says whether it is right. `scheme`: the word that is sent before the token stands in it.
 *
 *     tokenProblem('Bearer abc') // 'scheme'
 */
export function tokenProblem(token: string): TokenProblem | null {
  if (/^[\x21-\x7e]+$/.test(token)) return null;
  if (/^bearer\s/i.test(token)) return 'scheme';
  if (/[\r\n]/.test(token)) return 'line-break';
  return /\s/.test(token) ? 'space' : 'sign';
}
