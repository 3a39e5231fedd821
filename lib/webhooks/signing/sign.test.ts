import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";

const BODY = '{"type":"SMS","body":"Kia ora, Māori 🥝"}';
const AT_MS = 1_790_000_000_999;

describe("signatureHeaders", () => {
  it("is nothing without a secret", () => {
    expect(signatureHeaders(BODY, [], AT_MS)).toEqual({});
  });

  it("signs the timestamp and the body's UTF-8 bytes with the whole secret", () => {
    const hmac = createHmac("sha256", Buffer.from("whsec_one"));
    hmac.update(Buffer.concat([Buffer.from("1790000000."), Buffer.from(BODY, "utf8")]));
    expect(signatureHeaders(BODY, ["whsec_one"], AT_MS)).toEqual({
      "X-Service-Timestamp": "1790000000",
      "X-Service-Signature": `v1=${hmac.digest("hex")}`,
    });
  });

  it("is what openssl makes of it", () => {
    // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test
    const { "X-Service-Signature": signature } = signatureHeaders("{}", ["whsec_test"], 1_700_000_000_000);
    expect(signature).toBe("v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91");
  });

  it("has one signature for each secret, newest first", () => {
    const signature = (secrets: string[]) => signatureHeaders(BODY, secrets, AT_MS)["X-Service-Signature"];
    expect(signature(["whsec_new", "whsec_old"])).toBe(
      `${signature(["whsec_new"])},${signature(["whsec_old"])}`,
    );
  });
});
