// Who is not answered at all, whatever they ask for.

/** What a request says of where it goes and where it comes from. */
export interface RequestOrigin {
  readonly method: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Why a request is refused; null when it is not. A wrong Host header is a sign of DNS rebinding; a wrong Origin header
 * means that another site's page sent the request.
 */
export function refusalOf({ method, host, origin }: RequestOrigin, port: number): string | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(host ?? '')) return 'This address is not served here.';
  if (origin === undefined) return method === 'POST' ? 'A request must say where it comes from.' : null;
  return hosts.some((own) => origin === `http://${own}`) ? null : 'Other sites are not answered.';
}
