import { createHmac, timingSafeEqual } from "node:crypto";
import { tryDecrypt } from "@/lib/crypto/encryption";
import type { Owner } from "@/lib/integrations/find-owner";
import type { IncomingCall } from "@/lib/integrations/integration";

/**
 * Whether the body is signed by one of the shops whose secrets the account has (rules: shop signatures). It
 * must be, where the account has entered a shop's secret. Both sign in the same way: base64 of HMAC-SHA256
 * over the bytes of the body.
 * @returns true where the account has entered none.
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

/** A secret that cannot be opened any more, since AUTH_SECRET has changed, has signed nothing. */
function isSignature(given: string | null, body: Uint8Array, secret: string | null): boolean {
  if (given === null || secret === null) return false;
  const right = createHmac("sha256", secret).update(body).digest();
  const signature = Buffer.from(given.trim(), "base64");
  return signature.length === right.length && timingSafeEqual(signature, right);
}
