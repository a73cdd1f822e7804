// The door of a site desk to its network: HTTPS over TLS 1.3 for further desks, beside the loopback server for this machine.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SiteNetwork } from '../app/compose.ts';
import type { SiteListener } from '../app/managed-settings.ts';
import { siteAddresses } from '../app/site-addresses.ts';
import type { SiteCertificate } from '../app/site-certificate.ts';
import { StartProblem } from '../app/start-problem.ts';
import { siteAddressText } from '../domain/pairing.ts';
import { closerOf } from './listen.ts';
import { createSiteRoutes } from './site-routes.ts';
import type { SiteParts } from './site-routes.ts';

/** Twenty desks with some windows each, and strangers who try, must not use up the memory of the desk. */
const MOST_CONNECTIONS = 500;
/** Plain HTTP, and a TLS older than 1.3. Other ends of a beginning are of lines that broke. */
const UNPROTECTED: ReadonlySet<string> = new Set([
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

export interface SiteHost {
  /**
   * As in `192.0.2.10:7443`, the ones to try first first: as they are when they are read. A machine may be given another one, and one
   * that is just being started may have none yet.
   */
  readonly addresses: readonly string[];
  /** Where further desks find this site desk, with these addresses. */
  network(fingerprint: string): SiteNetwork;
  close(): Promise<void>;
}

/**
 * Starts the server.
 *
 * @throws StartProblem when it cannot listen there
 */
export async function listenForDesks(
  parts: SiteParts,
  { at, certificate }: { readonly at: SiteListener; readonly certificate: SiteCertificate },
): Promise<SiteHost> {
  const routes = createSiteRoutes(parts);
  const server = createServer(
    {
      key: certificate.key,
      cert: certificate.certificate,
      minVersion: 'TLSv1.3',
      handshakeTimeout: 10_000,
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      // Node looks every half minute whether one has passed.
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    },
    routes.answer,
  );
  server.on('tlsClientError', (error: NodeJS.ErrnoException) => {
    if (!UNPROTECTED.has(error.code ?? '')) return;
    try {
      parts.desks.noteUnprotected();
    } catch (thrown) {
      // A full disk. Nobody was let in all the same.
      parts.onFailure?.(thrown);
    }
  });
  server.maxConnections = MOST_CONNECTIONS;
  const host = at.address ?? '0.0.0.0';
  await new Promise<void>((done, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      failed(
        new StartProblem(
          `The site desk cannot listen at ${siteAddressText({ host, port: at.port })} (${cause.code}); choose address and port with "site" in the managed settings.`,
          { cause },
        ),
      ),
    );
    server.listen({ host, port: at.port, exclusive: true }, done);
  });
  const { port } = server.address() as AddressInfo;
  const presentAddresses = (): string[] => siteAddresses({ ...at, port });
  return {
    get addresses() {
      return presentAddresses();
    },
    network: (fingerprint) => ({
      fingerprint,
      get addresses() {
        return presentAddresses();
      },
    }),
    close: closerOf(server, () => routes.endStreams()),
  };
}
