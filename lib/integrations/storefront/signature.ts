import { createHmac, timingSafeEqual } from "node:crypto";
import { tryDecrypt } from "@/lib/crypto/encryption";
import type { Owner } from "@/lib/integrations/find-owner";
import type { IncomingCall } from "@/lib/integrations/integration";

/**
 * Returns whether the body is signed by one of the shops whose secrets the account has (rules: shop signatures). If
 * the account has entered a shop's secret, a signature is required. Both shops sign in the same way: base64 of
 * HMAC-SHA256 over the bytes of the body.
 * @returns true if the account has entered no secret.
 */
export async function isSignedByShop(call: IncomingCall, owner: Owner): Promise<boolean> {
  const shops = [
    { encrypted: owner.shopifySecret, signature: call.header("x-shopify-hmac-sha256") },
    { encrypted: owner.woocommerceSecret, signature: call.header("x-wc-webhook-signature") },
  ].flatMap(({ encrypted, signature }) => (encrypted === null ? [] : [{ encrypted, signature }]));
  if (shops.length === 0) return true;
  const body = await call.bytes(owner);
  return shops.some(({ encrypted, signature }) =>
    isSignature(signature, body, tryDecrypt(encrypted, call.authSecret)),
  );
}

/**
 * Returns whether a signature is right. It never is for a secret that cannot be decrypted, because AUTH_SECRET has
 * changed.
 */
function isSignature(given: string | null, body: Uint8Array, secret: string | null): boolean {
  if (given === null || secret === null) return false;
  const right = createHmac("sha256", secret).update(body).digest();
  const signature = Buffer.from(given.trim(), "base64");
  return signature.length === right.length && timingSafeEqual(signature, right);
}
