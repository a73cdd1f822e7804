// Makes a certificate that is signed by its own key (X.509, ECDSA P-256), for a site desk. Node can read certificates but not
// make them. Only writing is done here, always of the same few fields, so no parser of ours ever meets foreign bytes.
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';

export interface SelfSigned {
  /** PEM. */
  readonly certificate: string;
  /** PEM, not encrypted: whoever stores it must protect it. */
  readonly key: string;
}

/** DER: a tag, the length, and the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2 */
const ECDSA_SHA256 = sequence(objectId('2a8648ce3d040302'));
/** commonName, 2.5.4.3 */
const COMMON_NAME = objectId('550403');
/** basicConstraints, 2.5.29.19, critical, of a certificate that signs no others. */
const NO_AUTHORITY = sequence(objectId('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence()));

/** The name by which nobody is looked up: further desks know the site by the certificate's fingerprint. */
const NAME = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('Drawdesk site')))));
/**
 * From 2020 until the time that RFC 5280 gives to certificates without an end. A certificate that is pinned needs no end, and
 * a machine whose clock is wrong must still find its site desk.
 */
const VALIDITY = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x18, Buffer.from('99991231235959Z')));

/** Makes a new key and its certificate. */
export function makeSelfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const serial = randomBytes(16);
  // Positive, and without a leading zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_SHA256,
    NAME,
    VALIDITY,
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(NO_AUTHORITY)),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = new X509Certificate(
    sequence(content, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature)),
  );
  return {
    certificate: certificate.toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
