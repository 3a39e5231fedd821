import { decrypt } from "@/lib/crypto/encryption";

/** Most signing secrets that are kept open, each of some 100 bytes. */
export const MAX_OPENED = 1_000;

/**
 * Opens signing secrets, and keeps what it has opened: opening one costs more than a signature with it. A secret is found by
 * its encrypted bytes, so that one that was rolled is another.
 */
export class OpenedSecrets {
  private readonly authSecret: string;
  private readonly opened = new Map<string, string>();

  /** @param authSecret under which the secrets were encrypted. */
  constructor(authSecret: string) {
    this.authSecret = authSecret;
  }

  /**
   * @param encrypted what `encrypt` made of the secret.
   * @throws Error when it was encrypted under another `AUTH_SECRET`, or changed.
   */
  open(encrypted: Buffer): string {
    const key = encrypted.toString("latin1");
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const secret = decrypt(encrypted, this.authSecret);
    // The one opened first goes first: whoever needs it still opens it again.
    const [first] = this.opened.keys();
    if (this.opened.size >= MAX_OPENED && first !== undefined) this.opened.delete(first);
    this.opened.set(key, secret);
    return secret;
  }
}
