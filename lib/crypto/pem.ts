import { createPrivateKey, X509Certificate } from "node:crypto";

/** Returns whether a text has a certificate in PEM. The first of several is the owner's. */
export function isCertificate(pem: string): boolean {
  return read(() => new X509Certificate(pem)) !== null;
}

/** Returns whether a text has a private key in PEM without a passphrase. */
export function isPrivateKey(pem: string): boolean {
  return read(() => createPrivateKey(pem)) !== null;
}

/** Returns whether a private key belongs to a certificate; false too if either is unreadable. */
export function isKeyOf(key: string, certificate: string): boolean {
  return read(() => new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) === true;
}

/**
 * Returns the result of a read, or null if OpenSSL fails. The cause is dropped: its message may have parts of a key.
 */
function read<Value>(from: () => Value): Value | null {
  try {
    return from();
  } catch {
    return null;
  }
}
