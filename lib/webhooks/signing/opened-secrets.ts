import { decrypt } from "@/lib/crypto/encryption";

/** The most decrypted signing secrets that are cached, about 100 bytes each. */
export const MAX_OPENED = 1_000;

/**
 * Decrypts signing secrets and caches them: decryption costs more than a signature. The encrypted bytes are the key,
 * so a rolled secret has another entry.
 */
export class OpenedSecrets {
  private readonly authSecret: string;
  private readonly opened = new Map<string, string>();

  /** @param authSecret the secret that encrypted them. */
  constructor(authSecret: string) {
    this.authSecret = authSecret;
  }

  /**
   * Returns a decrypted secret. @param encrypted the result of `encrypt`.
   * @throws Error if it was encrypted under another `AUTH_SECRET`, or changed.
   */
  open(encrypted: Buffer): string {
    const key = encrypted.toString("latin1");
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const secret = decrypt(encrypted, this.authSecret);
    // The oldest entry is dropped first, and is decrypted again when it is needed.
    const [first] = this.opened.keys();
    if (this.opened.size >= MAX_OPENED && first !== undefined) this.opened.delete(first);
    this.opened.set(key, secret);
    return secret;
  }
}
