import { createPrivateKey, X509Certificate } from "node:crypto";

/** Whether a text has a certificate in PEM; of several the first, which is the one of its owner. */
export function isCertificate(pem: string): boolean {
  return read(() => new X509Certificate(pem)) !== null;
}

/** Whether a text has a private key in PEM that no passphrase is needed for. */
export function isPrivateKey(pem: string): boolean {
  return read(() => createPrivateKey(pem)) !== null;
}

/** Whether a private key is that of a certificate; false as well where either cannot be read. */
export function isKeyOf(key: string, certificate: string): boolean {
  return read(() => new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) === true;
}

/** What is read of a text; null where OpenSSL cannot. Why is not told: the message may have some of a key in it. */
function read<Value>(from: () => Value): Value | null {
  try {
    return from();
  } catch {
    return null;
  }
}
